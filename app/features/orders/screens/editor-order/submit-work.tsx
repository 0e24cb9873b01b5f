import { Checkbox, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Form, useFetcher } from "react-router";
import { formText } from "#app/platform/rules/text/form-text.ts";
import { Textarea } from "#app/ui/fields.tsx";
import { ErrorNote, FieldErrors, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OrderView } from "../../server/views/get-order-view.ts";
import type { WordsView } from "../../server/words/words-view.ts";
import type { SubmissionView } from "../../ui/delivery/delivery.tsx";
import styles from "../../ui/order.module.css";
import { sentencesFor } from "../../rules/work/edit-formats.ts";
import { letterOutline } from "../../rules/work/letter-outline.ts";
import { NO_AI_CONFIRMATION } from "../../rules/work/no-ai.ts";
import { CopyToSubmit } from "./copy-to-submit.tsx";
import type { Answer } from "./intents.ts";
import { ToSubmit, stepsToSubmit } from "./to-submit.tsx";

const OWN = ["submit", "letter", "track", "turn", "undo_turn", "resolve"];

/** What's typed of a submission, as its checklist needs it. */
type Typed = { letter: string; noAi: boolean; lastEdited: string | null };

/** Tracked copies, the letter, and the gate's findings next to the copy they belong to. */
export function SubmitWork({
  view,
  current,
  answer,
  unpaid,
  questions,
  snippets,
}: {
  view: OrderView;
  current: SubmissionView | undefined;
  /** Comments of the copies that ask the author. */
  questions: number;
  /** The list of the editor's snippets. */
  snippets: ReactNode;
  /** Whether the author paid for fewer words than the manuscript has. */
  unpaid: WordsView["unpaid"];
  answer: Answer | undefined;
}) {
  const open = current && (current.status === "open" || current.status === "stopped") ? current : undefined;
  const check = useCheck(view, open);
  const own = answer && OWN.includes(answer.form) ? answer : undefined;
  const problem = own?.error ?? check.error;
  const askedEnd = unpaid !== null && !view.dates.deliveredAt;
  const earlier = view.submissions.findLast((s) => s.status === "changes_required")?.letter ?? "";
  const saved = own?.typed?.letter ?? open?.letter ?? earlier;
  const lastEdited = own?.typed?.lastEdited ?? unpaid?.lastEdited ?? "";
  const [typed, setTyped] = useState<Typed>({ letter: saved, noAi: false, lastEdited: askedEnd ? lastEdited : null });
  const steps = stepsToSubmit(view, open, typed);
  const outline = steps[0]?.done
    ? letterOutline({ author: view.clientName, changes: current?.changes ?? null, questions })
    : "";
  return (
    <div className={styles.stack}>
      <ToSubmit steps={steps} />
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
      <Letter
        view={view}
        own={own}
        saved={saved}
        outline={outline}
        lastEdited={askedEnd ? lastEdited : null}
        onTyped={setTyped}
      />
      {snippets}
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
  own,
  saved,
  outline,
  lastEdited,
  onTyped,
}: {
  view: OrderView;
  own: Answer | undefined;
  saved: string;
  /** What the letter starts as, once the copies are checked. */
  outline: string;
  /** The last words edited, if the author paid for fewer words than the manuscript has. */
  lastEdited: string | null;
  onTyped: (typed: Typed) => void;
}) {
  const letter = useRef<HTMLTextAreaElement>(null);
  useOutline(letter, outline);
  const changed = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget);
    onTyped({
      letter: formText(form, "letter"),
      noAi: form.has("noAi"),
      lastEdited: lastEdited === null ? null : formText(form, "lastEdited"),
    });
  };
  return (
    <Form method="post" className={styles.form} preventScrollReset onInput={changed}>
      <Textarea
        id="letter"
        ref={letter}
        name="letter"
        label="Letter to the author"
        description="What you did, what you left alone, and what the author needs to decide. Delivered with the files."
        autosize
        minRows={6}
        maxRows={24}
        maxLength={10_000}
        defaultValue={saved}
        error={fieldError(own?.error, "letter")}
      />
      {lastEdited === null ? null : (
        <TextInput
          id="lastEdited"
          name="lastEdited"
          label="Where the edit ends"
          description="Quote the last words you edited. We add them to your letter."
          maxLength={300}
          defaultValue={lastEdited}
          error={fieldError(own?.error, "lastEdited")}
        />
      )}
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

/** Fills an empty letter with its outline, and an outline that nobody has touched with a newer one. */
function useOutline(field: RefObject<HTMLTextAreaElement | null>, outline: string): void {
  const filled = useRef("");
  useEffect(() => {
    const letter = field.current;
    if (!letter || outline === "" || (letter.value !== "" && letter.value !== filled.current)) return;
    letter.setRangeText(outline, 0, letter.value.length, "start");
    filled.current = outline;
    letter.dispatchEvent(new Event("input", { bubbles: true }));
  }, [field, outline]);
}
