import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Form } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { Textarea } from "#app/ui/fields.tsx";
import { IconPaperclip } from "#app/ui/theme/icons.ts";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ATTACHMENT_ACCEPT, ATTACHMENT_WORDS } from "../rules/attachment.ts";
import { AddedFiles } from "./added-files.tsx";
import styles from "./composer.module.css";
import type { ThreadAnswer } from "./thread.tsx";
import { useFileDrop } from "./use-file-drop.ts";
import { useMessageDraft } from "./use-message-draft.ts";

/** From this share of the limit on, announce the character count. */
const NEAR = 0.85;

/**
 * The message form. Posts intent, body, clientKey, attachmentId (uploaded while typing) and files (without script) to
 * the current page. The text is kept in this browser until it's sent, so a refusal or lost connection loses nothing.
 */
export function Composer({
  label,
  send,
  pending = "Sending",
  intent = "message",
  messageKey,
  answer,
  maxLength = 5_000,
  attachments = true,
  before,
  children,
  textRef,
  description,
  thread,
  advise,
  variant = "light",
  minRows = 2,
  keepScroll = true,
}: {
  label: string;
  /** The button's label. */
  send: string;
  pending?: string;
  intent?: string;
  /** Makes a resent message count once. */
  messageKey: string;
  answer: ThreadAnswer;
  maxLength?: number;
  /** "with-form": files are sent with the form, for visitors who may write only on this page's URL. */
  attachments?: boolean | "with-form";
  /** Fields above the text. */
  before?: ReactNode;
  /** More fields, between the text and the button. */
  children?: ReactNode;
  textRef?: Ref<HTMLTextAreaElement>;
  description?: ReactNode;
  /** Distinguishes composers with the same intent on one page. */
  thread?: string;
  /** Advice on what is being typed; nothing is blocked. */
  advise?: (text: string) => string | null;
  variant?: "light" | "filled" | "default";
  /** Height while empty, in lines. */
  minRows?: number;
  /** Not if the result is another page, which should start at its top. */
  keepScroll?: boolean;
}) {
  const id = useId();
  const mine = answer?.form === intent ? answer : null;
  const uploads = attachments === true;
  const form = useRef<HTMLFormElement>(null);
  const name = `${intent}${thread ? `:${thread}` : ""}`;
  const draft = useMessageDraft({ name, messageKey, mine, uploads });
  const { area, chooser, fieldsBox, onField, text, files, busy, remove, onSent } = draft;
  useImperativeHandle(textRef, () => area.current!, [area]);
  const refused = files.some((file) => file.error !== null);
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    // The writer must see a rejected file before sending.
    if (waits && !busy && !refused) press(form.current);
  }, [waits, busy, refused]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press(form.current);
  };
  const take = (list: Iterable<File>) => {
    setWaits(false);
    draft.add(list);
  };
  const { over, dragging, onPaste } = useFileDrop(uploads, take);

  const advice = advise?.(text) ?? mine?.advice;
  return (
    <Form
      method="post"
      ref={form}
      className={styles.form}
      preventScrollReset={keepScroll}
      {...(attachments ? { encType: "multipart/form-data" as const } : {})}
      data-over={over || undefined}
      {...dragging}
      onSubmit={(event) => {
        setWaits(busy);
        if (busy) event.preventDefault();
        else onSent();
      }}
    >
      <input type="hidden" name="clientKey" value={draft.key} />
      {files.map((file) =>
        file.view ? <input key={file.key} type="hidden" name="attachmentId" value={file.view.id} /> : null,
      )}
      {before ? (
        <div className={styles.wide} ref={fieldsBox} onInput={onField}>
          {before}
        </div>
      ) : null}
      <Textarea
        id={id}
        name="body"
        label={label}
        description={description}
        autosize
        minRows={minRows}
        maxRows={Math.max(14, minRows)}
        required
        value={text}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        error={fieldError(mine?.error, "body")}
        ref={area}
      />
      <CharacterCount count={text.length} most={maxLength} />
      <AddedFiles
        files={files}
        remove={(file) => {
          setWaits(false);
          remove(file);
        }}
      />
      <div className={styles.wide} aria-live="polite">
        {advice ? <Notice tone="attention">{advice}</Notice> : null}
      </div>
      <Fragment key={draft.round}>{children}</Fragment>
      {mine?.error ? <ErrorNote problem={mine.error} /> : null}
      <div className={styles.buttons}>
        <SubmitButton name="intent" value={intent} variant={variant} pending={pending}>
          {waits && busy ? "Waiting for files…" : send}
        </SubmitButton>
        {attachments ? (
          <FileChooser chooser={chooser} describedBy={`${id}-files`} plain={!uploads} take={take} />
        ) : null}
      </div>
    </Form>
  );
}

/** Submits a form as its button would. */
const press = (form: HTMLFormElement | null): void =>
  form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));

function CharacterCount({ count, most }: { count: number; most: number }) {
  if (count < most * NEAR) return null;
  return (
    <p className={styles.count} data-over={count > most || undefined} aria-live="polite">
      {count.toLocaleString("en-US")} of {most.toLocaleString("en-US")} characters
      {count > most ? ". Too long for one message" : ""}
    </p>
  );
}

/** The button that attaches files. @param plain they're sent with the form; otherwise they're uploaded when chosen */
function FileChooser({
  chooser,
  describedBy,
  plain,
  take,
}: {
  chooser: RefObject<HTMLInputElement | null>;
  describedBy: string;
  plain: boolean;
  take: (files: Iterable<File>) => void;
}) {
  const hydrated = useHydrated();
  return (
    <>
      <label className={styles.attach} title={ATTACHMENT_WORDS}>
        <IconPaperclip size={18} aria-hidden /> <span>Attach files</span>
        <input
          ref={chooser}
          type="file"
          name="files"
          multiple
          accept={ATTACHMENT_ACCEPT}
          aria-describedby={describedBy}
          data-plain={!hydrated || plain || undefined}
          onChange={(event) => {
            if (plain) return;
            take([...(event.currentTarget.files ?? [])]);
            // They're uploaded separately, so the form must not send them again.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <span id={describedBy} className="unseen">
        {ATTACHMENT_WORDS}
      </span>
    </>
  );
}
