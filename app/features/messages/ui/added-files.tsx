import { formatBytes } from "#app/ui/file-row.tsx";
import { attachmentKind } from "../rules/attachment.ts";
import styles from "./composer.module.css";
import type { AddedFile } from "./use-attachments.ts";

/** The files of a message being written: uploading, stored, or refused with the reason. */
export function AddedFiles({ files, remove }: { files: readonly AddedFile[]; remove: (file: AddedFile) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Attached files">
      {files.map((file) => (
        <Added key={file.key} file={file} remove={() => remove(file)} />
      ))}
    </ul>
  );
}

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
