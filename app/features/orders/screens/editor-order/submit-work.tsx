import { Checkbox, TextInput, Textarea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import { ErrorNote, FieldErrors, fieldError } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { WordsView } from "../../server/words/words-view.ts";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import styles from "../../ui/order.module.css";
import { sentencesFor } from "../../rules/work/edit-formats.ts";
import { NO_AI_CONFIRMATION } from "../../rules/work/no-ai.ts";
import { CopyToSubmit } from "./copy-to-submit.tsx";
import type { Answer } from "./intents.ts";

const OWN = ["submit", "letter", "track", "turn", "undo_turn", "resolve"];

/** Tracked copies, the letter, and the gate's findings next to the copy they belong to. */
export function SubmitWork({
  view,
  current,
  answer,
  unpaid,
}: {
  view: OrderView;
  current: SubmissionView | undefined;
  /** Whether the author paid for fewer words than the manuscript has. */
  unpaid: WordsView["unpaid"];
  answer: Answer | undefined;
}) {
  const open = current && (current.status === "open" || current.status === "stopped") ? current : undefined;
  const check = useCheck(view, open);
  const own = answer && OWN.includes(answer.form) ? answer : undefined;
  const problem = own?.error ?? check.error;
  return (
    <div id="hand-in">
      <Sheet title="Submit work">
        <div className={styles.stack}>
          {own?.error ? (
            <>
              <ErrorNote problem={own.error} byField />
              <FieldErrors problem={own.error} />
            </>
          ) : null}
          {view.work.map((work) => (
            <CopyToSubmit
              key={work.sourceId}
              orderId={view.id}
              work={work}
              part={open?.files.find((f) => f.sourceFileId === work.sourceId)}
              counted={current?.changes != null}
              checking={check.running}
              referencesLeft={view.choices.references === "none" && !work.role}
              error={fieldError(problem, `tracked.${work.sourceId}`)}
            />
          ))}
          <Letter view={view} open={open} own={own} unpaid={unpaid} />
        </div>
      </Sheet>
    </div>
  );
}

/**
 * Checks the newest copies as they arrive, from this tab, another one, or over a lost connection; each set of copies
 * once.
 */
function useCheck(view: OrderView, open: SubmissionView | undefined) {
  const { submit, state, data } = useFetcher<Answer>();
  const missing = view.work
    .filter(
      (work) =>
        work.format !== "uncompared" &&
        work.tracked &&
        open?.files.find((f) => f.sourceFileId === work.sourceId)?.trackedFileId !== work.tracked.id,
    )
    .map((work) => work.tracked!.id)
    .join();
  const asked = useRef("");
  useEffect(() => {
    if (missing === "" || asked.current === missing) return;
    asked.current = missing;
    void submit({ intent: "check" }, { method: "post" });
  }, [missing, submit]);
  return { running: state !== "idle", error: data?.error };
}

/** The letter to the author, and the button that submits it with the copies. */
function Letter({
  view,
  open,
  own,
  unpaid,
}: {
  view: OrderView;
  open: SubmissionView | undefined;
  own: Answer | undefined;
  unpaid: WordsView["unpaid"];
}) {
  const earlier = view.submissions.findLast((s) => s.status === "changes_required")?.letter ?? "";
  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <Textarea
        id="letter"
        name="letter"
        label="Letter to the author"
        description="What you did, what you left alone, and what the author needs to decide. Delivered with the files."
        autosize
        minRows={6}
        maxRows={24}
        maxLength={10_000}
        defaultValue={own?.typed?.letter ?? open?.letter ?? earlier}
        error={fieldError(own?.error, "letter")}
      />
      {unpaid && !view.dates.deliveredAt ? (
        <TextInput
          id="lastEdited"
          name="lastEdited"
          label="Where the edit ends"
          description="Quote the last words you edited. We add them to your letter."
          maxLength={300}
          defaultValue={own?.typed?.lastEdited ?? unpaid.lastEdited ?? ""}
          error={fieldError(own?.error, "lastEdited")}
        />
      ) : null}
      <p className="soft small">
        {sentencesFor(
          view.work.map((work) => work.format),
          "atSubmit",
        )}
      </p>
      <Checkbox id="noAi" name="noAi" label={NO_AI_CONFIRMATION} error={fieldError(own?.error, "noAi")} />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="submit" pending="Checking your copies">
          Submit work
        </SubmitButton>
        <SubmitButton name="intent" value="letter" variant="default" pending="Saving" formNoValidate>
          Save letter
        </SubmitButton>
      </div>
    </Form>
  );
}
