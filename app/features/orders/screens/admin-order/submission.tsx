import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { Annotations } from "../../ui/delivery/annotations.tsx";
import { ChangeCounts } from "../../ui/delivery/change-counts.tsx";
import { ChangesLink } from "../../ui/delivery/changes-page.tsx";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import { FindingSheetList } from "../../ui/delivery/finding-sheet.tsx";
import { GateFindings } from "../../ui/delivery/gate-findings.tsx";
import { Reviewed } from "../../ui/review/reviewed.tsx";
import styles from "../../ui/order.module.css";

const SUBMISSION_WORDS: Record<string, string> = {
  open: "in preparation",
  stopped: "blocked by the tracking check",
  submitted: "submitted",
  delivered: "delivered",
  changes_required: "sent back",
  released: "released with the order",
};

/** One submission: the copies, the gate's findings, the letter, and the review. */
export function Submission({ submission: s }: { submission: SubmissionView }) {
  return (
    <Sheet
      title={`Submission, round ${s.round}`}
      aside={
        <span className="soft small">
          {SUBMISSION_WORDS[s.status] ?? s.status}
          {s.submittedAt ? (
            <>
              {" "}
              · <Instant at={s.submittedAt} />
            </>
          ) : null}
        </span>
      }
    >
      <div className={styles.stack}>
        {s.files.map((f) => (
          <div key={f.sourceFileId} className={styles.tight}>
            <p>
              {f.tracked ? (
                <a href={f.tracked.href} download>
                  {f.tracked.name}
                </a>
              ) : null}
              {f.clean ? (
                <>
                  {" "}
                  ·{" "}
                  <a href={f.clean.href} download>
                    {f.clean.name}
                  </a>
                </>
              ) : null}
              {f.tracked ? (
                <>
                  {" "}
                  · <ChangesLink fileId={f.tracked.id} name={f.tracked.name} />
                </>
              ) : null}
              {f.textChanges ? <ChangesLink fileId={f.textChanges.id} name={f.textChanges.name} /> : null}
            </p>
            {f.gate ? <GateFindings gate={f.gate} /> : null}
            {f.annotations ? <Annotations annotations={f.annotations} /> : null}
            {f.sheet && !f.gate?.anotherManuscript ? (
              <FindingSheetList sheet={f.sheet} sourceFileId={f.sourceFileId} />
            ) : null}
            {f.gate && f.gate.authors.length > 0 ? (
              <p className="soft small">Names in the edited copy: {f.gate.authors.join(", ")}</p>
            ) : null}
          </div>
        ))}
        {s.changes ? <ChangeCounts changes={s.changes} /> : null}
        {s.letter ? <p className={styles.letter}>{s.letter}</p> : <p className="soft">No letter yet.</p>}
        {s.review && s.review.status !== "waiting" ? <Reviewed submission={s} bare /> : null}
      </div>
    </Sheet>
  );
}
