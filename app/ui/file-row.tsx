import type { ReactNode } from "react";
import { count } from "#app/platform/rules/core/count.ts";
import styles from "./file-row.module.css";

/** "4 KB", "1.2 MB": decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

/** A download link with name and size. Its URL checks permission. */
export function DownloadLink({
  href,
  children,
  sizeBytes,
  format,
}: {
  href: string;
  children: ReactNode;
  sizeBytes?: number;
  format?: string;
}) {
  const facts = [format?.toUpperCase(), sizeBytes === undefined ? null : formatBytes(sizeBytes)]
    .filter(Boolean)
    .join(", ");
  return (
    <a href={href} download className={styles.link}>
      <span aria-hidden>↓</span> {children}
      {facts ? <span className="soft"> ({facts})</span> : null}
    </a>
  );
}

/** One file with type, size, word count and actions. */
export function FileRow({
  name,
  format,
  sizeBytes,
  words,
  href,
  status,
  facts,
  actions,
}: {
  name: string;
  /** "docx", "pdf": shown as a tab on the sheet. */
  format: string;
  sizeBytes?: number;
  words?: number | null;
  /** The download URL; without one, the name is plain text. */
  href?: string;
  status?: ReactNode;
  /** More details: version, author, date. */
  facts?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.file}>
      <span className={styles.kind} aria-hidden>
        {format.slice(0, 4)}
      </span>
      <div className={styles.words}>
        {href ? (
          <a href={href} download>
            {name}
          </a>
        ) : (
          <span>{name}</span>
        )}{" "}
        {status}
        <div className={styles.facts}>
          <span className="unseen">{format}</span>
          {words === undefined || words === null ? null : <span className="figures">{count(words, "word")}</span>}
          {sizeBytes === undefined ? null : <span className="figures">{formatBytes(sizeBytes)}</span>}
          {facts}
        </div>
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
