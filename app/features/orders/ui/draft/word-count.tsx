import { TextInput, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ABSORBED } from "../../rules/change/word-difference.ts";
import type { WordsView } from "../../server/words/words-view.ts";
import styles from "../order.module.css";

const count = (words: number): string => words.toLocaleString("en-US");

/** A reported word count to decide on, and an edit that ends at the paid words, at the top of an order's page. */
export function WordCount({ view }: { view: WordsView }) {
  return (
    <>
      {view.open ? <Report view={view} open={view.open} /> : null}
      {view.unpaid ? <Partial view={view} unpaid={view.unpaid} /> : null}
    </>
  );
}

function Report({ view, open }: { view: WordsView; open: NonNullable<WordsView["open"]> }) {
  return (
    <Notice
      tone={open.mayDecide ? "attention" : "info"}
      title={
        open.mayDecide
          ? `Decide on the word count: ${count(open.reportedWords)} instead of ${count(view.paidWords)}?`
          : `You reported ${count(open.reportedWords)} words instead of ${count(view.paidWords)}`
      }
    >
      <div className={styles.tight}>
        <p className={styles.letter}>{open.reason}</p>
        <p>
          {open.recountedWords === null
            ? "Our own counter can't count these files exactly."
            : `Our own counter finds ${count(open.recountedWords)} words to edit in the stored files.`}{" "}
          {open.mayDecide ? "" : "We'll decide which count applies. You can continue editing."}
        </p>
        {open.mayDecide ? (
          <Form method="post" className={styles.form} preventScrollReset>
            <input type="hidden" name="differenceId" value={open.id} />
            <TextInput
              name="words"
              label="Words to edit"
              description={`A difference of up to ${ABSORBED.words} words and ${ABSORBED.bp / 100}% changes nothing. Beyond that, the author is charged for more words and refunded for fewer.`}
              inputMode="numeric"
              defaultValue={String(open.reportedWords)}
              required
            />
            <Textarea
              name="note"
              label="Note (shown to the editor)"
              required
              minLength={5}
              maxLength={1_000}
              autosize
            />
            <div className={styles.buttons}>
              <SubmitButton name="intent" value="decide_words" pending="Applying">
                Apply this count
              </SubmitButton>
              <SubmitButton name="intent" value="decline_words" variant="default" pending="Declining">
                Keep the paid count
              </SubmitButton>
            </div>
          </Form>
        ) : null}
        {open.mayWithdraw ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="differenceId" value={open.id} />
            <SubmitButton name="intent" value="withdraw_words" variant="default" pending="Withdrawing">
              Withdraw report
            </SubmitButton>
          </Form>
        ) : null}
      </div>
    </Notice>
  );
}

function Partial({ view, unpaid }: { view: WordsView; unpaid: NonNullable<WordsView["unpaid"]> }) {
  const paid = count(view.paidWords);
  return (
    <Notice
      tone="info"
      title={
        view.side
          ? `Edit the first ${paid} words`
          : `Your editor edits the first ${paid} of ${count(unpaid.foundWords)} words`
      }
    >
      {view.side ? (
        <p>
          The manuscript has {count(unpaid.foundWords)}, and the author didn't pay for the rest. Edit the paid words in
          document order{unpaid.endsIn ? `, which end in “${unpaid.endsIn}”` : ""}, leave the rest untouched, and say
          where the edit ends when you submit. The delivery gate accepts the untouched rest.
        </p>
      ) : (
        <p>
          You paid for {paid} words. The letter says where the edit ends, and the rest stays as you wrote it.
          {unpaid.lastEdited ? ` The last words edited: “${unpaid.lastEdited}”.` : ""}
        </p>
      )}
    </Notice>
  );
}

/** The editor or staff report another word count. Posts `intent=report_words` to the page that shows it. */
export function ReportWords({ view }: { view: WordsView }) {
  if (!view.mayReport) return null;
  return (
    <ConfirmButton
      fullWidth
      title="Report a different word count"
      confirm="Report count"
      pending="Counting again"
      fields={{ intent: "report_words" }}
      body={
        <>
          <p>
            The author paid for <b>{count(view.paidWords)}</b> words to edit. We count the files again.{" "}
            {view.side === "staff"
              ? "Your count applies: the author is charged for more words and refunded for fewer."
              : "If our counter agrees with you, the difference is charged or refunded right away. Otherwise our staff decide."}{" "}
            Up to 100 words and 2% change nothing.
          </p>
          <div className={styles.fields}>
            <TextInput name="words" label="Words to edit, by your count" inputMode="numeric" required />
            <Textarea
              name="reason"
              label="How you counted (shown to the author, too)"
              required
              minLength={10}
              maxLength={1_000}
              autosize
              minRows={2}
            />
          </div>
        </>
      }
    >
      Report a different word count
    </ConfirmButton>
  );
}
