import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { type DragEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { Button } from "#app/ui/button.tsx";
import { formatBytes } from "#app/ui/file-row.tsx";
import { ProofMark } from "#app/ui/content/proof-mark.tsx";
import type { FileRole } from "../../rules/draft/file-role.ts";
import { MAX_FILES, MAX_FORM_FILE_BYTES } from "../../rules/draft/file-limits.ts";
import styles from "./drop-manuscript.module.css";
import { type Uploading, useUploads } from "./use-uploads.ts";

/** File types the browser's file picker offers. The server checks the content. */
const ACCEPT = ".docx,.doc,.odt,.rtf,.txt,.md,.tex,.zip,.pdf";

/** Types of reply letters that can be edited with tracked changes. */
const LETTER = ".docx,.doc,.odt,.rtf,.txt,.md";

/** Opens a draft on the server to put files into. A visitor gets a cookie that ties the draft to them. */
async function openDraft(begun: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetchInTime(`/api/drafts?${new URLSearchParams(begun)}`, { method: "POST" });
  if (!answer.ok) throw new Error(`No draft: ${answer.status}`);
  return ((await answer.json()) as { orderId: string }).orderId;
}

/**
 * A drop zone for manuscripts that also works by keyboard. Without script it is a plain form with a file field. Files
 * upload immediately, in parts that survive a lost connection. `onArrived` is called for each one the server has read.
 * @param orderId the draft they belong to; null opens the visitor's or person's draft with the first file
 * @param then a page to go to when a file has arrived ("/order/new" from the home page)
 * @param bare true inside another form: nothing is posted without script
 */
export function DropManuscript({
  orderId = null,
  purpose = "source",
  fileRole,
  title,
  what,
  then,
  partner,
  currency,
  onArrived,
  bare = false,
  size = "large",
}: {
  orderId?: string | null;
  purpose?: "source" | "reference";
  fileRole?: FileRole;
  /** The heading and explanation, if they aren't the usual ones. */
  title?: string;
  what?: string;
  then?: string;
  /** The code of the partner whose page this is. */
  partner?: string;
  /** The currency of the prices that this page or the one before showed. */
  currency?: string | null;
  onArrived?: (fileId: string) => void;
  bare?: boolean;
  /** `large` on its own page, `small` once files have been added. */
  size?: "large" | "small";
}) {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const order = useRef<Promise<string> | null>(null);
  const ensureOrder = useCallback(() => {
    if (orderId) return Promise.resolve(orderId);
    const begun = { ...(partner ? { partner } : {}), ...(currency ? { currency } : {}) };
    order.current ??= openDraft(begun).catch((error: unknown) => {
      order.current = null;
      throw error;
    });
    return order.current;
  }, [orderId, partner, currency]);
  const uploads = useUploads({
    purpose,
    role: fileRole,
    ensureOrder,
    onArrived: (fileId) => {
      onArrived?.(fileId);
      if (then) void navigate(then);
    },
  });
  const { add } = uploads;
  const take = useCallback(() => {
    const field = input.current;
    if (!field?.files?.length) return;
    const files = [...field.files];
    field.value = "";
    void add(files);
  }, [add]);
  // Files chosen before the script had loaded.
  useEffect(take, [take]);

  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void add([...event.dataTransfer.files]);
  };

  const reference = purpose === "reference";
  const words =
    title ?? (reference ? "Add reference files" : size === "large" ? "Drop your manuscript here" : "Add another file");
  const zone = (
    <div
      className={styles.zone}
      data-over={over || undefined}
      data-size={size}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {size === "large" ? <ProofMark kind="caret" size={44} strokeWidth={1.3} /> : null}
      <label htmlFor={id} className={styles.title}>
        {words}
      </label>
      <span className={styles.choose}>
        {size === "large" ? "or " : ""}
        <label htmlFor={id} className={styles.button}>
          choose a file from this device
        </label>
      </span>
      <input
        ref={input}
        id={id}
        name="files"
        type="file"
        multiple={fileRole !== "reply_letter"}
        accept={reference ? undefined : fileRole === "reply_letter" ? LETTER : ACCEPT}
        className={styles.input}
        onChange={take}
        aria-describedby={`${id}-what`}
      />
      <p id={`${id}-what`} className={styles.what}>
        {what ??
          (reference
            ? `Journal guidelines, a glossary, an earlier version: up to ${MAX_FILES} files for your editor to read, not edit.`
            : `Word, OpenDocument, RTF, plain text, Markdown, LaTeX (.tex or .zip), or PDF. Up to ${MAX_FILES} files of 100 MB each.`)}
      </p>
      {hydrated || bare ? null : (
        <>
          <Button type="submit" variant="default" className={styles.send}>
            Upload file
          </Button>
          <noscript>
            <p className={styles.what}>
              Without JavaScript, you can upload up to {MAX_FORM_FILE_BYTES / (1024 * 1024)} MB at a time.
            </p>
          </noscript>
        </>
      )}
    </div>
  );
  return (
    <div>
      {bare ? (
        zone
      ) : (
        <form
          method="post"
          action="/order/new"
          encType="multipart/form-data"
          onSubmit={(event) => {
            if (hydrated) event.preventDefault();
          }}
        >
          <input type="hidden" name="intent" value="files" />
          <input type="hidden" name="purpose" value={purpose} />
          {orderId ? <input type="hidden" name="orderId" value={orderId} /> : null}
          {partner ? <input type="hidden" name="partner" value={partner} /> : null}
          {currency ? <input type="hidden" name="currency" value={currency} /> : null}
          {zone}
        </form>
      )}
      {uploads.list.length > 0 ? (
        <ul className={styles.list} aria-label="Uploads">
          {uploads.list.map((u) => (
            <Row key={u.key} upload={u} {...uploads} />
          ))}
        </ul>
      ) : null}
      <p role="status" className="unseen">
        {uploads.list.map((u) => `${u.name}: ${SAYS[u.state]}`).join(". ")}
      </p>
    </div>
  );
}

const SAYS: Record<Uploading["state"], string> = {
  sending: "uploading",
  reading: "counting words",
  paused: "paused",
  offline: "connection lost, resumes automatically",
  failed: "upload failed",
  refused: "not accepted",
};

function Row({
  upload,
  pause,
  resume,
  retry,
  drop,
}: { upload: Uploading } & Pick<ReturnType<typeof useUploads>, "pause" | "resume" | "retry" | "drop">) {
  const { key, name, bytes, sent, state, message, advice } = upload;
  const share = bytes > 0 ? Math.min(100, Math.round((sent / bytes) * 100)) : 100;
  const bad = state === "failed" || state === "refused";
  return (
    <li className={styles.row} data-state={state}>
      <div className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className={styles.says}>
          {bad ? null : state === "reading" ? (
            "Counting words…"
          ) : state === "offline" ? (
            "Connection lost. Resumes automatically."
          ) : state === "paused" ? (
            `Paused at ${share}%`
          ) : (
            <span className="figures">
              {formatBytes(sent)} of {formatBytes(bytes)}
            </span>
          )}
        </span>
        <span className={styles.does}>
          {state === "sending" || state === "offline" ? (
            <Button size="compact-sm" variant="subtle" onClick={() => pause(key)}>
              Pause
            </Button>
          ) : null}
          {state === "paused" ? (
            <Button size="compact-sm" variant="light" onClick={() => resume(key)}>
              Resume
            </Button>
          ) : null}
          {state === "failed" ? (
            <Button size="compact-sm" variant="light" onClick={() => retry(key)}>
              Try again
            </Button>
          ) : null}
          {state === "reading" ? null : (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => drop(key)}
              aria-label={`${bad ? "Hide" : "Stop uploading"} ${name}`}
            >
              {bad ? "Hide" : "Stop"}
            </Button>
          )}
        </span>
      </div>
      {bad ? (
        <p className={styles.problem} role="alert">
          <strong>{message}</strong> {advice}
        </p>
      ) : (
        <progress
          className={styles.bar}
          value={state === "reading" ? undefined : share}
          max={100}
          aria-label={`${name}: ${SAYS[state]}`}
        />
      )}
    </li>
  );
}
