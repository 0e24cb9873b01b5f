import { Button } from "@mantine/core";
import { type DragEvent, type ReactNode, useId, useState } from "react";
import { useRevalidator } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { formatBytes } from "#app/ui/file-row.tsx";
import type { UploadPurpose } from "../../server/uploads/upload-policy.ts";
import styles from "../order.module.css";
import { useUploads } from "./use-uploads.ts";

/**
 * A drop zone for one file of an order, with the upload's progress. The page reloads its data when the file has
 * arrived.
 */
export function OneFileUpload({
  id: anchor,
  orderId,
  purpose,
  sourceFileId,
  title,
  hint,
  pick,
  accept,
  error,
  children,
}: {
  id: string;
  orderId: string;
  purpose: UploadPurpose;
  sourceFileId?: string;
  title: ReactNode;
  hint: ReactNode;
  /** The label of the button. */
  pick: string;
  accept: string;
  error?: string | undefined;
  /** The current file. */
  children?: ReactNode;
}) {
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const [over, setOver] = useState(false);
  const id = useId();
  const { list, add, retry, drop } = useUploads({
    purpose,
    ...(sourceFileId ? { sourceFileId } : {}),
    ensureOrder: () => Promise.resolve(orderId),
    onArrived: () => void revalidate(),
  });
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) void add([file]);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div
      id={anchor}
      className={styles.upload}
      data-over={over || undefined}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <div className={styles.uploadLine}>
        <span>
          <b>{title}</b>
          <br />
          <span className="soft small">{hint}</span>
        </span>
        <label className={styles.pick} htmlFor={id}>
          {pick}
          <input
            id={id}
            type="file"
            accept={accept}
            disabled={!hydrated}
            onChange={(e) => {
              take(e.currentTarget.files);
              e.currentTarget.value = "";
            }}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        </label>
      </div>
      {hydrated ? null : (
        <noscript>
          <p className="small">
            Uploading needs JavaScript. Files are sent in parts, so a lost connection loses nothing.
          </p>
        </noscript>
      )}
      {children}
      {list.map((u) => (
        <div key={u.key} role="status" className={styles.tight}>
          <span className="small">
            {u.name}:{" "}
            {u.state === "failed" || u.state === "refused" ? (
              <b className="late">
                {u.message} {u.advice}
              </b>
            ) : u.state === "reading" ? (
              "uploaded, saving"
            ) : u.state === "offline" ? (
              "connection lost, resumes automatically"
            ) : (
              `${formatBytes(u.sent)} of ${formatBytes(u.bytes)}`
            )}
          </span>
          {u.state === "failed" || u.state === "refused" ? (
            <span>
              {u.state === "failed" ? (
                <Button size="compact-sm" variant="light" onClick={() => retry(u.key)}>
                  Try again
                </Button>
              ) : null}{" "}
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => drop(u.key)}>
                Hide
              </Button>
            </span>
          ) : (
            <progress
              className={styles.progress}
              max={100}
              {...(u.state === "reading" ? {} : { value: u.bytes > 0 ? (100 * u.sent) / u.bytes : 100 })}
              aria-label={`Uploading ${u.name}`}
            />
          )}
        </div>
      ))}
      {error ? (
        <p id={`${id}-error`} className="late small">
          <b>{error}</b>
        </p>
      ) : null}
    </div>
  );
}
