import { FileRow } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../server/get-order-view.ts";
import { ChangeCounts } from "./change-counts.tsx";
import { ChangesLink } from "./changes-page.tsx";
import { FindingSummary } from "./finding-sheet.tsx";
import styles from "./order.module.css";

export type SubmissionView = OrderView["submissions"][number];
const formatOf = (name: string): string => name.split(".").at(-1) ?? "file";

/** What came back in one round: the tracked copies, the clean ones, the letter, and what was changed. */
export function Delivery({
  submission,
  latest,
  editorName,
}: {
  submission: SubmissionView;
  latest: boolean;
  editorName: string | null;
}) {
  const title =
    submission.round > 1 ? `Round ${submission.round}` : latest ? "Your edited manuscript" : "First delivery";
  return (
    <Sheet
      title={title}
      aside={
        submission.deliveredAt ? (
          <span className="soft small">
            Delivered <Instant at={submission.deliveredAt} />
          </span>
        ) : null
      }
    >
      <div className={styles.stack}>
        <div className={styles.tight}>
          {submission.files.map((f) => (
            <div key={f.sourceFileId} className={styles.tight}>
              {f.tracked ? (
                <FileRow
                  name={f.tracked.name}
                  format={formatOf(f.tracked.name)}
                  sizeBytes={f.tracked.bytes}
                  href={f.tracked.href}
                  facts={<span>Every change tracked, with comments</span>}
                  actions={<ChangesLink fileId={f.tracked.id} name={f.tracked.name} />}
                />
              ) : null}
              {f.clean ? (
                <FileRow
                  name={f.clean.name}
                  format="docx"
                  sizeBytes={f.clean.bytes}
                  href={f.clean.href}
                  facts={<span>All changes accepted, ready to submit</span>}
                />
              ) : null}
            </div>
          ))}
        </div>
        {submission.changes ? <ChangeCounts changes={submission.changes} /> : null}
        <FindingSummary sheets={submission.files.flatMap((f) => (f.sheet ? [f.sheet] : []))} />
        <div>
          <p className="eyebrow">{editorName ? `A letter from ${editorName}` : "The editor's letter"}</p>
          <p className={styles.letter}>{submission.letter}</p>
        </div>
      </div>
    </Sheet>
  );
}
