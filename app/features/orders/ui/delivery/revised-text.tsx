import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { FileRow } from "#app/ui/file-row.tsx";
import { Sheet } from "#app/ui/page.tsx";
import type { RevisedTextView } from "../../server/revisions/version-view.ts";
import styles from "../order.module.css";
import { ChangedSentences } from "./what-changed.tsx";

/** The new version that a revision is made in: the files, and how many of their words are new, free and paid. */
export function RevisedText({ view, own }: { view: RevisedTextView; own: boolean }) {
  return (
    <Sheet title="New version for the revision">
      <div className={styles.tight}>
        {view.files.map((file) => (
          <FileRow
            key={file.id}
            name={file.name}
            format={file.format}
            sizeBytes={file.bytes}
            href={file.href}
            facts={<span>{formatWords(file.newWords)} in changed and new sentences</span>}
          />
        ))}
        <p className="small">{sentenceOf(view, own)}</p>
      </div>
    </Sheet>
  );
}

/** The same for those who edit it, with what is expected and each sentence that changed. */
export const RevisedTextToEdit = ({ view }: { view: RevisedTextView }) => (
  <>
    <RevisedText view={view} own={false} />
    <ChangedSentences
      delivered={view.copies}
      files={view.files}
      intro={
        <p>
          Work in the author's new version, because we compare your copy with it. Edit its changed and new sentences,
          and follow the author's note. The other sentences were edited before.
          {view.pay ? ` You're paid ${view.pay} for the new words, in addition to the delivery.` : ""}
        </p>
      }
    />
  </>
);

function sentenceOf({ status, newWords, freeWords, lastFree, delivered }: RevisedTextView, own: boolean): string {
  const above = formatWords(Math.max(0, newWords - freeWords));
  const editor = own ? "Your editor" : "The editor";
  const ends = lastFree ? ` The edit of the new text ends at: “${lastFree}”.` : "";
  switch (status) {
    case "free":
      return `All ${formatWords(newWords)} in changed and new sentences are free.`;
    case "charged":
      return `${own ? "Pay for" : "The author can pay for"} the ${above} above the free ones${own ? " at the top of this page" : ""}. If they aren't paid, the edit ends with the free words.${ends}`;
    case "paid":
      return `The ${above} above the free ones are paid.`;
    case "refunded":
      return `The ${above} above the free ones weren't edited, and what was paid for them was refunded.`;
    case "unpaid":
      return `The ${above} above the free ones weren't paid for. ${editor} ${delivered ? "edited" : "edits"} the first ${formatWords(freeWords)} in changed and new sentences and ${delivered ? "left" : "leaves"} the later ones as they are.${ends}`;
  }
}
