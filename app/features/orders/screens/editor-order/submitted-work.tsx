import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { DeliveredConsistency } from "../../ui/check/consistency.tsx";
import { ChangeCounts } from "../../ui/delivery/change-counts.tsx";
import { ChangesLink } from "../../ui/delivery/changes-page.tsx";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import { Reviewed } from "../../ui/review/reviewed.tsx";
import styles from "../../ui/order.module.css";

/** The last submission, once the editor can no longer change it. */
export function SubmittedWork({ submission }: { submission: SubmissionView }) {
  return (
    <Sheet
      title={submission.round > 1 ? `Submitted, round ${submission.round}` : "Submitted"}
      aside={
        submission.submittedAt ? (
          <span className="soft small">
            <Instant at={submission.submittedAt} />
          </span>
        ) : null
      }
    >
      <div className={styles.stack}>
        {submission.files.map((f) =>
          f.tracked ? (
            <p key={f.sourceFileId} className={styles.tight}>
              <a href={f.tracked.href} download>
                {f.tracked.name}
              </a>{" "}
              <ChangesLink fileId={f.tracked.id} name={f.tracked.name} />
              {f.textChanges ? <ChangesLink fileId={f.textChanges.id} name={f.textChanges.name} /> : null}
            </p>
          ) : null,
        )}
        {submission.files.map((f) =>
          f.check?.outcome ? (
            <p key={f.sourceFileId} className="soft small">
              <DeliveredConsistency
                outcome={f.check.outcome}
                fileId={f.check.open ? f.sourceFileId : null}
                copyId={f.check.fileId}
              />
            </p>
          ) : null,
        )}
        {submission.changes ? <ChangeCounts changes={submission.changes} /> : null}
        {submission.letter ? <p className={styles.letter}>{submission.letter}</p> : null}
        {submission.review && submission.review.status !== "waiting" ? <Reviewed submission={submission} bare /> : null}
      </div>
    </Sheet>
  );
}
