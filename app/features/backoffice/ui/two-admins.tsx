import { Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { Form } from "react-router";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./policy.module.css";

/** A draft that somebody proposes and an admin decides about. `decides`: the reader may. */
type Draft = { own: boolean; decides: boolean; state: string; revision: number; reason: string };

/** A field for a few sentences, which keeps refused text. */
function Words({
  name,
  label,
  description,
  value,
  error,
}: {
  name: "reason" | "note";
  label: string;
  description?: string;
  value: string | undefined;
  error: string | undefined;
}) {
  return (
    <Textarea
      id={name}
      name={name}
      label={label}
      description={description}
      autosize
      minRows={2}
      maxLength={1_000}
      defaultValue={value}
      error={error}
    />
  );
}

/** The reader's actions on a draft: propose or withdraw it, or decide about somebody else's. */
export function DecideDraft({
  draft,
  fields = {},
  answer,
  noun,
  proposing,
  lost,
  keeps,
}: {
  draft: Draft;
  /** What its forms carry besides, if the address doesn't say which draft it is. */
  fields?: Readonly<Record<string, string>>;
  answer: FormAnswer | undefined;
  /** The word for the draft: "Approve change", "Approve text". */
  noun: "change" | "text" | "profile";
  /** The form for proposing: its title, the verb of its button, and the field for the date if it has one. */
  proposing: { title: string; button: string; date?: (answer: FormAnswer | undefined) => ReactNode };
  /** What is lost when it's discarded. */
  lost: string;
  /** A note on what approving doesn't change. */
  keeps: string;
}) {
  const carried = Object.entries(fields).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  const revision = (
    <>
      <input type="hidden" name="revision" value={draft.revision} />
      {carried}
    </>
  );
  const refused = (form: string) => (answer?.form === form && answer.error ? answer : undefined);
  if (draft.own && draft.state === "waiting")
    return (
      <Section title="Waiting for approval">
        <p>An admin other than you has to approve this {noun}. You can take it back to edit it.</p>
        <Form method="post">
          {carried}
          <SubmitButton name="intent" value="take-back" variant="default" pending="Taking back">
            Take back the proposal
          </SubmitButton>
        </Form>
      </Section>
    );
  if (draft.own && draft.state === "draft") {
    const mine = refused("propose");
    return (
      <Section title={proposing.title}>
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          {revision}
          <Words
            name="reason"
            label="Reason"
            description="Every admin will see it, and it stays in the history."
            value={mine?.typed?.["reason"] ?? draft.reason}
            error={fieldError(mine?.error, "reason")}
          />
          {proposing.date?.(mine)}
          <SubmitButton name="intent" value="propose" pending="Proposing">
            {proposing.button}
          </SubmitButton>
        </Form>
        <div className={styles.discard}>
          <ConfirmButton
            title="Discard this draft?"
            body={lost}
            confirm="Discard draft"
            pending="Discarding"
            fields={{ intent: "discard", ...fields }}
            variant="default"
            stops
          >
            Discard draft
          </ConfirmButton>
        </div>
      </Section>
    );
  }
  if (draft.state !== "waiting") return null;
  if (!draft.decides)
    return (
      <Section title="Waiting for approval">
        <p>An admin has to approve this {noun}.</p>
      </Section>
    );
  const declined = refused("decline");
  return (
    <Section title="Your decision">
      <p>{keeps}</p>
      <div className={styles.stack}>
        <Form method="post">
          {revision}
          <SubmitButton name="intent" value="approve" pending="Approving">
            {`Approve ${noun}`}
          </SubmitButton>
        </Form>
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          {revision}
          <Words
            name="note"
            label="What should change"
            value={declined?.typed?.["note"] ?? ""}
            error={fieldError(declined?.error, "note")}
          />
          <SubmitButton name="intent" value="decline" variant="default" pending="Declining">
            {`Decline ${noun}`}
          </SubmitButton>
        </Form>
      </div>
    </Section>
  );
}

/** The form that cancels a scheduled version, with its reason. */
export function CancelVersion({
  answer,
  button,
  children,
}: {
  answer: FormAnswer | undefined;
  button: string;
  /** What else canceling does. */
  children?: ReactNode;
}) {
  return (
    <Section title="Cancel this version">
      {children}
      <Form method="post" className={styles.form} noValidate preventScrollReset>
        <Words
          name="note"
          label="Reason"
          value={answer?.error ? answer.typed?.["note"] : ""}
          error={fieldError(answer?.error, "note")}
        />
        <SubmitButton name="intent" value="cancel" variant="default" pending="Canceling">
          {button}
        </SubmitButton>
      </Form>
    </Section>
  );
}
