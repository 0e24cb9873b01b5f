import { KeyValue } from "#app/ui/key-value.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { ReviewPage } from "../../server/review/read-review.ts";
import { Annotations } from "../delivery/annotations.tsx";
import { ChangeCounts } from "../delivery/change-counts.tsx";
import { ChangesLink } from "../delivery/changes-page.tsx";
import { FindingSheetList } from "../delivery/finding-sheet.tsx";
import { GateFindings } from "../delivery/gate-findings.tsx";
import { AuthorFiles, OrderBrief } from "../order-brief.tsx";
import styles from "../order.module.css";

type Work = NonNullable<ReviewPage["work"]>;

/**
 * What a reviewer needs to score the work: the copies, what the gate found, the letter, the manuscript, and what was
 * ordered.
 */
export function ReviewWork({ work }: { work: Work }) {
  const { submission, brief, rating } = work;
  return (
    <>
      {rating ? (
        <Sheet title="The author's rating">
          <KeyValue
            items={(
              [
                ["Overall", rating.overall],
                ["Accuracy", rating.accuracy],
                ["Clarity", rating.clarity],
                ["Instructions", rating.instructions],
                ["Communication", rating.communication],
              ] as const
            ).map(([label, stars]) => (stars === null ? null : { label, value: `${stars} of 5` }))}
          />
        </Sheet>
      ) : null}
      <Sheet title="The work">
        <div className={styles.stack}>
          {submission?.files.map((f) => (
            <div key={f.sourceFileId} className={styles.tight}>
              <p>
                {f.tracked ? (
                  <>
                    <a href={f.tracked.href} download>
                      {f.tracked.name}
                    </a>{" "}
                    · <ChangesLink fileId={f.tracked.id} name={f.tracked.name} />
                  </>
                ) : (
                  <span className="soft">This copy was deleted.</span>
                )}
                {f.clean ? (
                  <>
                    {" "}
                    ·{" "}
                    <a href={f.clean.href} download>
                      {f.clean.name}
                    </a>
                  </>
                ) : null}
              </p>
              {f.textChanges ? (
                <p>
                  <a href={f.textChanges.href} download>
                    {f.textChanges.name}
                  </a>{" "}
                  · <ChangesLink fileId={f.textChanges.id} name={f.textChanges.name} />
                </p>
              ) : null}
              {f.gate ? <GateFindings gate={f.gate} /> : null}
              {f.annotations ? <Annotations annotations={f.annotations} /> : null}
              {f.sheet && !f.gate?.anotherManuscript ? (
                <FindingSheetList sheet={f.sheet} sourceFileId={f.sourceFileId} />
              ) : null}
            </div>
          ))}
          {submission?.changes ? <ChangeCounts changes={submission.changes} /> : null}
          {submission?.letter ? (
            <div>
              <p className="eyebrow">The editor's letter</p>
              <p className={styles.letter}>{submission.letter}</p>
            </div>
          ) : (
            <p className="soft">The editor wrote no letter.</p>
          )}
        </div>
      </Sheet>
      <Sheet title="Manuscript">
        <AuthorFiles view={brief} />
        {work.work
          .filter((w) => w.converted && w.base)
          .map((w) => (
            <p key={w.sourceId} className="small">
              The editor worked in a Word copy:{" "}
              <a href={w.base!.href} download>
                {w.base!.name}
              </a>
            </p>
          ))}
      </Sheet>
      <Sheet title="Brief">
        <OrderBrief view={brief} />
      </Sheet>
    </>
  );
}
