import { TextInput, Textarea } from "@mantine/core";
import { useState } from "react";
import { formatPay } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { partDone, revisionOffer } from "../../rules/draft/editor-shares.ts";
import type { HandBackView } from "../../server/views/handover-view.ts";

/**
 * For an editor who can't continue: hands the order back, after showing what their part pays. Posts `intent=hand_back`.
 */
export function HandBack({ view }: { view: HandBackView }) {
  const [words, setWords] = useState(String(view.words || ""));
  if (view.refusal)
    return (
      <p className="small soft">
        Can't continue? {view.refusal.message} {view.refusal.advice}
      </p>
    );
  return (
    <ConfirmButton
      fullWidth
      title={view.revision ? "Hand this revision back?" : "Hand this order back?"}
      confirm={view.revision ? "Hand back revision" : "Hand back order"}
      pending="Handing back"
      fields={{ intent: "hand_back" }}
      body={
        <>
          <p>
            We'll look for another editor right away, and you won't be invited to this order again.{" "}
            {view.revision ? (
              <>
                You keep your pay for the delivery. If another editor does the revision,{" "}
                <b>{formatPay(revisionOffer(view.agreedMinor, view))}</b> of it goes to them.
              </>
            ) : view.hasCopy ? (
              "The next editor continues in the copy you uploaded, and you're paid for the part they don't have to redo."
            ) : (
              "You haven't uploaded a copy that passes our check, so the next editor starts over and you aren't paid. To be paid for your part, upload your copy under “Submit work” first."
            )}
          </p>
          {!view.revision && view.hasCopy ? (
            <>
              <TextInput
                type="number"
                name="words"
                label="Words edited in your copy"
                description={`Of ${view.billableWords.toLocaleString("en-US")}. At most ${view.handover.mostKeptBp / 100}% counts, because the next editor has to read everything.`}
                value={words}
                onChange={(event) => setWords(event.currentTarget.value)}
                min={0}
                max={view.billableWords}
                inputMode="numeric"
              />
              <p aria-live="polite">
                Your part pays <b>{formatPay(payFor(view, Number(words) || 0))}</b> of {formatPay(view.agreedMinor)},
                once the order is delivered.
              </p>
            </>
          ) : null}
          <p className="small soft">
            {view.excused
              ? "The author didn't answer your question in time, so handing this order back doesn't affect your score."
              : "Handing back an order now and then doesn't affect your score. If you do it often, each counts as an order that wasn't on time."}
          </p>
          <Textarea
            name="reason"
            label="Why?"
            description="Only our staff will see it."
            autosize
            minRows={2}
            maxLength={1_000}
            required
          />
        </>
      }
    >
      {view.revision ? "Hand back revision" : "Hand back order"}
    </ConfirmButton>
  );
}

const payFor = (view: HandBackView, words: number): number =>
  partDone(view, view.agreedMinor, { ...view, words }, view).payMinor;
