import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { LETTER_WORDS } from "../../rules/draft/file-role.ts";
import { MAX_FILES } from "../../rules/draft/file-limits.ts";
import { DraftFiles } from "../../ui/draft/draft-files.tsx";
import { DropManuscript } from "../../ui/draft/drop-manuscript.tsx";
import styles from "../order-form.module.css";
import type { OrderFormState } from "./use-order-form.ts";

/** For a response to reviewers: the reviewers' comments and the reply letter. */
export function ReviewersFiles({ form }: { form: OrderFormState }) {
  const { draft, choices, references, letter, onArrived, error } = form;
  const comments = references.filter((file) => file.role === "reviewer_comments");
  return (
    <>
      <div id="reviewerComments" tabIndex={-1} className={styles.papers}>
        <h3 className={styles.part}>Reviewers' comments</h3>
        {error("reviewerComments") ? <p className={styles.error}>{error("reviewerComments")}</p> : null}
        {comments.length > 0 ? <DraftFiles orderId={draft.id} files={comments} choices={choices} /> : null}
        {references.length < MAX_FILES ? (
          <DropManuscript
            orderId={draft.id}
            purpose="reference"
            fileRole="reviewer_comments"
            title={comments.length > 0 ? "Add more comments" : "Add the reviewers' comments"}
            what="The journal's decision letter and the reviews, in any format. Your editor reads them beside the manuscript."
            size="small"
            bare
            onArrived={onArrived}
          />
        ) : null}
      </div>
      <div id="replyLetter" tabIndex={-1} className={styles.papers}>
        <h3 className={styles.part}>Reply letter</h3>
        {error("replyLetter") ? <p className={styles.error}>{error("replyLetter")}</p> : null}
        {letter ? <DraftFiles orderId={draft.id} files={[letter]} choices={choices} /> : null}
        <DropManuscript
          orderId={draft.id}
          fileRole="reply_letter"
          title={letter ? "Replace the reply letter" : "Add your reply letter"}
          what={`Word, OpenDocument, RTF, plain text, or Markdown, up to ${formatWords(LETTER_WORDS)}. Your editor edits it with tracked changes, for a flat price.`}
          size="small"
          bare
          onArrived={onArrived}
        />
      </div>
    </>
  );
}
