import { useState } from "react";
import styles from "../key-value.module.css";

/** An id that copies on click; without script, plain selectable text. */
export function CopyId({ id, label = "id" }: { id: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(id).catch(() => {});
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <button type="button" className={styles.copy} onClick={copy} title={`Copy this ${label}`}>
      <code>{id}</code>
      <span aria-live="polite">{copied ? "copied" : ""}</span>
    </button>
  );
}
