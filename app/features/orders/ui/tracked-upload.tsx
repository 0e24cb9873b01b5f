import { Button } from "@mantine/core";
import { type DragEvent, useId, useState } from "react";
import { useRevalidator } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { FileRow, formatBytes } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import type { OrderView } from "../server/views/get-order-view.ts";
import { ChangesLink } from "./changes-page.tsx";
import styles from "./order.module.css";
import { useUploads } from "./use-uploads.ts";

type Work = OrderView["work"][number];

/** Uploads the edited copy of one source. The newest version counts, earlier ones are kept. */
export function TrackedUpload({ orderId, work, error }: { orderId: string; work: Work; error?: string | undefined }) {
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const [over, setOver] = useState(false);
  const id = useId();
  const { list, add, retry, drop } = useUploads({
    purpose: "tracked",
    sourceFileId: work.sourceId,
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
  // If the manuscript was converted to Word, plain text is accepted too: we can make a tracked copy from it.
  const accept = work.converted ? ".docx,.odt,.rtf,.txt,.md" : null;
  const format = work.base ? "docx" : (work.name.split(".").at(-1) ?? "file");
  return (
    <div
      id={`tracked.${work.sourceId}`}
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
          <b>Edited copy of {work.name}</b>
          <br />
          <span className="soft small">
            {work.base ? "A .docx with every change tracked." : `The .${format} file with your edits.`} Drop it here or
            choose it.
          </span>
        </span>
        <label className={styles.pick} htmlFor={id}>
          {work.tracked ? "Choose a newer copy" : "Choose the edited copy"}
          <input
            id={id}
            type="file"
            accept={accept ?? `.${format}`}
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
      {work.tracked ? (
        <FileRow
          name={work.tracked.name}
          format={format}
          sizeBytes={work.tracked.bytes}
          href={work.tracked.href}
          facts={
            <>
              <span>version {work.tracked.version}</span>
              <span>
                <Instant at={work.tracked.at} />
              </span>
            </>
          }
          actions={<ChangesLink fileId={work.tracked.id} name={work.tracked.name} />}
        />
      ) : null}
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
