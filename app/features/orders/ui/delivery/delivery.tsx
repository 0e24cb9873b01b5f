import { count } from "#app/platform/rules/core/count.ts";
import { FileRow } from "#app/ui/file-row.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import { EDIT_FORMAT_WORDS, comparedKinds } from "../../rules/work/edit-formats.ts";
import { Annotations } from "./annotations.tsx";
import { DeliveredConsistency } from "../check/consistency.tsx";
import { ChangeCounts } from "./change-counts.tsx";
import { ChangesLink } from "./changes-page.tsx";
import { FindingSummary } from "./finding-sheet.tsx";
import styles from "../order.module.css";

export type SubmissionView = OrderView["submissions"][number];
const formatOf = (name: string): string => name.split(".").at(-1) ?? "file";

/**
 * One round's delivery: tracked copies, clean copies, the editor's letter, and the counts of changes. Earlier rounds
 * are folded.
 */
export function Delivery({
  submission,
  latest,
  editorName,
  openQuestions = 0,
  part,
}: {
  submission: SubmissionView;
  latest: boolean;
  editorName: string | null;
  /** The editor's questions about this delivery. While there are any, its clean copy isn't final. */
  openQuestions?: number;
  /** Only its files, or only what its editor says about it; both, if not given. */
  part?: "files" | "letter";
}) {
  const title =
    submission.round > 1 ? `Round ${submission.round}` : latest ? "Your edited manuscript" : "First delivery";
  const deliveredAt = submission.deliveredAt ? (
    <span className="soft small">
      Delivered <Instant at={submission.deliveredAt} />
    </span>
  ) : null;
  const content = (
    <div className={styles.stack}>
      {part === "letter" ? null : <DeliveredFiles submission={submission} openQuestions={openQuestions} />}
      {part === "files" ? null : <DeliveredLetter submission={submission} editorName={editorName} />}
    </div>
  );
  return latest ? (
    <section id={part === "files" ? undefined : "delivery"}>
      <Sheet title={title} aside={deliveredAt}>
        {content}
      </Sheet>
    </section>
  ) : (
    <Fold id={`round-${submission.round}`} title={title} aside={deliveredAt}>
      {content}
    </Fold>
  );
}

function DeliveredFiles({ submission, openQuestions }: { submission: SubmissionView; openQuestions: number }) {
  return (
    <div className={styles.tight}>
      {submission.files.map((f) => (
        <div key={f.sourceFileId} className={styles.tight}>
          {f.tracked ? (
            <FileRow
              name={f.tracked.name}
              format={formatOf(f.tracked.name)}
              sizeBytes={f.tracked.bytes}
              href={f.tracked.href}
              facts={<span>{EDIT_FORMAT_WORDS[f.format][f.role ? "replyLabel" : "label"]}</span>}
              actions={<ChangesLink fileId={f.tracked.id} name={f.tracked.name} />}
            />
          ) : null}
          {f.textChanges ? (
            <FileRow
              name={f.textChanges.name}
              format="docx"
              sizeBytes={f.textChanges.bytes}
              href={f.textChanges.href}
              facts={<span>Tracked changes in the text, for reading</span>}
              actions={<ChangesLink fileId={f.textChanges.id} name={f.textChanges.name} />}
            />
          ) : null}
          {f.annotations ? <Annotations annotations={f.annotations} /> : null}
          {f.clean ? (
            <FileRow
              name={f.clean.name}
              format="docx"
              sizeBytes={f.clean.bytes}
              href={f.clean.href}
              facts={
                <>
                  <span>
                    {f.role ? "Reply letter, all changes accepted" : "All changes accepted"}
                    {openQuestions === 0 ? "" : `, ${count(openQuestions, "question")} still open`}
                  </span>
                  {f.check?.outcome ? (
                    <DeliveredConsistency
                      outcome={f.check.outcome}
                      fileId={f.check.open ? f.sourceFileId : null}
                      copyId={f.check.fileId}
                    />
                  ) : null}
                </>
              }
            />
          ) : null}
        </div>
      ))}
    </div>
  );
}

function DeliveredLetter({ submission, editorName }: { submission: SubmissionView; editorName: string | null }) {
  return (
    <>
      {submission.changes ? <ChangeCounts changes={submission.changes} /> : null}
      <FindingSummary
        sheets={submission.files.flatMap((f) => (f.sheet ? [f.sheet] : []))}
        compared={comparedKinds(submission.files.map((f) => f.format))}
      />
      <div>
        <p className="eyebrow">{editorName ? `Letter from ${editorName}` : "Letter from your editor"}</p>
        <p className={styles.letter}>{submission.letter}</p>
      </div>
    </>
  );
}
