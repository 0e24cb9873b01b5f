import { Textarea } from "@mantine/core";
import { IconPaperclip } from "#app/ui/icons.ts";
import {
  type ClipboardEvent,
  type DragEvent,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Form, useActionData, useLocation, useNavigation } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { forgetTyped, keepTypedText, readTyped } from "#app/platform/browser/core/typed-text.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { formatBytes } from "#app/ui/file-row.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ATTACHMENT_ACCEPT, ATTACHMENT_WORDS, type AttachmentView, attachmentKind } from "../rules/attachment.ts";
import styles from "./composer.module.css";
import type { ThreadAnswer } from "./thread.tsx";
import { type AddedFile, useAttachments } from "./use-attachments.ts";

const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** Unsent files are deleted after a day, so don't restore older ones. */
const LOOSE_MS = 23 * HOUR;
const ASKS_WHO = /^\/(?:signin|signup|not-authorized)(?:\/|$)/;
/** From this share of the limit on, announce the character count. */
const NEAR = 0.85;

/**
 * The message form. Posts intent, body, clientKey, attachmentId (uploaded while typing) and files (without script) to the current page. The text is
 * kept in this browser until it's sent, so a refusal or lost connection loses nothing.
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
  const actionData: unknown = useActionData();
  const { state, location: going, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const who = useSession()?.uid ?? "visitor";
  const place = `${pathname}#${intent}${thread ? `:${thread}` : ""}`;
  const hydrated = useHydrated();
  const uploads = attachments === true;

  const form = useRef<HTMLFormElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  useImperativeHandle(textRef, () => area.current!, []);
  const [text, setText] = useState(mine?.typed ?? "");
  const [key, setKey] = useState(messageKey);
  const [restored, setRestored] = useState(false);
  const [over, setOver] = useState(false);
  const [waits, setWaits] = useState(false);
  /** Reset the extra fields after each message. */
  const [round, setRound] = useState(0);
  const { files, add, remove, restore, clear, busy } = useAttachments();
  const refused = files.some((file) => file.error !== null);
  /** The message sent but not confirmed yet; `seen` is the previous result. */
  const sent = useRef<{ text: string; seen: unknown } | null>(null);
  const tried = useRef(false);

  useEffect(() => {
    const kept = readTyped<AttachmentView>(who, place);
    // Text typed before hydration, or restored after a refusal, comes first.
    const there = area.current?.value ?? "";
    if (there.trim() === "" && kept) setText(kept.text);
    else setText(there);
    if (kept) {
      setKey(kept.key);
      tried.current = true;
      if (uploads && Date.now() - kept.at < LOOSE_MS) restore(kept.files);
    }
    if (uploads && chooser.current?.files?.length) {
      add(chooser.current.files);
      chooser.current.value = "";
    }
    setRestored(true);
  }, [who, place, uploads, restore, add]);

  useEffect(() => {
    if (!restored) return;
    const stored = files.flatMap((file) => (file.view ? [file.view] : []));
    if (text === "" && stored.length === 0) forgetTyped(who, place);
    else keepTypedText(who, place, { text, key, files: stored });
  }, [restored, text, key, files, who, place]);

  // Its own result: new, for this form, without an error.
  const done = mine !== null && !mine.error;
  useEffect(() => {
    // Before the page revalidates, because the answered question may remove this form.
    if (state === "submitting" || sent.current === null) return;
    const { text: went, seen } = sent.current;
    if (actionData === undefined || actionData === seen) return;
    sent.current = null;
    if (!done) return;
    // Text typed while sending starts the next message.
    setText((now) => (now.startsWith(went) ? now.slice(went.length).trimStart() : now));
    clear();
    setKey(freshKey());
    tried.current = false;
    setRound((n) => n + 1);
    if (chooser.current) chooser.current.value = "";
  }, [state, actionData, done, clear]);

  // A redirect to the created item also means success; following a link or a sign-in redirect doesn't.
  const leads =
    state === "loading" && formMethod === "POST" && going.pathname !== pathname && !ASKS_WHO.test(going.pathname);
  useEffect(() => {
    if (leads && sent.current !== null) forgetTyped(who, place);
  }, [leads, who, place]);

  useEffect(() => {
    // The writer must see a rejected file before sending.
    if (waits && !busy && !refused) press(form.current);
  }, [waits, busy, refused]);

  const type = (value: string) => {
    setText(value);
    // Different text with the same key would be mistaken for a resend.
    if (tried.current && value.trim() !== text.trim()) {
      tried.current = false;
      setKey(freshKey());
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    press(form.current);
  };
  const take = (list: FileList | null | undefined) => {
    if (!list || list.length === 0) return;
    setWaits(false);
    add(list);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pictures = [...event.clipboardData.files].filter((file) => file.type.startsWith("image/"));
    // Word copies an image of the text along with the text.
    if (!uploads || pictures.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    setWaits(false);
    add(pictures);
  };
  const carriesFiles = (event: DragEvent) => uploads && event.dataTransfer.types.includes("Files");
  const dragging = {
    onDragOver: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer.files);
    },
  };

  const advice = advise?.(text) ?? null;
  const count = text.length;
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
        if (busy) {
          event.preventDefault();
          setWaits(true);
          return;
        }
        setWaits(false);
        sent.current = { text, seen: actionData };
        tried.current = true;
      }}
    >
      <input type="hidden" name="clientKey" value={key} />
      {files.map((file) =>
        file.view ? <input key={file.key} type="hidden" name="attachmentId" value={file.view.id} /> : null,
      )}
      {before ? <div className={styles.wide}>{before}</div> : null}
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
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        error={fieldError(mine?.error, "body")}
        ref={area}
      />
      {count >= maxLength * NEAR ? (
        <p className={styles.count} data-over={count > maxLength || undefined} aria-live="polite">
          {count.toLocaleString("en-US")} of {maxLength.toLocaleString("en-US")} characters
          {count > maxLength ? ". Too long for one message" : ""}
        </p>
      ) : null}
      {files.length > 0 ? (
        <ul className={styles.files} aria-label="Attached files">
          {files.map((file) => (
            <Added
              key={file.key}
              file={file}
              remove={() => {
                setWaits(false);
                remove(file);
              }}
            />
          ))}
        </ul>
      ) : null}
      <div className={styles.wide} aria-live="polite">
        {advice ? (
          <Notice tone="attention">{advice}</Notice>
        ) : mine?.advice ? (
          <Notice tone="attention">{mine.advice}</Notice>
        ) : null}
      </div>
      <Fragment key={round}>{children}</Fragment>
      {mine?.error ? <ErrorNote problem={mine.error} /> : null}
      <div className={styles.buttons}>
        <SubmitButton name="intent" value={intent} variant={variant} pending={pending}>
          {waits && busy ? "Waiting for files…" : send}
        </SubmitButton>
        {attachments ? (
          <label className={styles.attach} title={ATTACHMENT_WORDS}>
            <IconPaperclip size={18} aria-hidden /> <span>Attach files</span>
            <input
              ref={chooser}
              type="file"
              name="files"
              multiple
              accept={ATTACHMENT_ACCEPT}
              aria-describedby={`${id}-files`}
              data-plain={!hydrated || !uploads || undefined}
              onChange={(event) => {
                if (!uploads) return;
                take(event.currentTarget.files);
                // They're uploaded separately, so the form must not send them again.
                event.currentTarget.value = "";
              }}
            />
          </label>
        ) : null}
        {attachments ? (
          <span id={`${id}-files`} className="unseen">
            {ATTACHMENT_WORDS}
          </span>
        ) : null}
      </div>
    </Form>
  );
}

/** Submits a form as its button would. */
const press = (form: HTMLFormElement | null): void =>
  form?.requestSubmit(form.querySelector<HTMLButtonElement>("button[type=submit]"));

function Added({ file, remove }: { file: AddedFile; remove: () => void }) {
  return (
    <li data-refused={file.error !== null || undefined}>
      <span className={styles.mark} aria-hidden>
        {file.view ? attachmentKind(file.view).mark : (/\.([a-z0-9]{1,4})$/i.exec(file.name)?.[1] ?? "file")}
      </span>
      <span className={styles.name}>
        {file.name} <span className="soft small figures">{formatBytes(file.bytes)}</span>
        {file.error ? (
          <span className={styles.refused} role="alert">
            {file.error}
          </span>
        ) : file.view ? null : (
          <progress className={styles.progress} value={file.part} aria-label={`Uploading ${file.name}`} />
        )}
      </span>
      <button type="button" className={styles.remove} onClick={remove} aria-label={`Remove ${file.name}`}>
        Remove
      </button>
    </li>
  );
}
