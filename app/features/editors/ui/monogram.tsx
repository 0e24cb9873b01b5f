import { ProofMark, type ProofMarkKind } from "#app/ui/content/proof-mark.tsx";
import styles from "./public-editor.module.css";

const MARKS: readonly ProofMarkKind[] = ["caret", "dele", "stet", "transpose", "paragraph"];

/** "Dr. Mei-Ling Tan" is "MT": the first letters of the first and the last name. */
const initialsOf = (name: string): string => {
  const names = name
    .replace(/^(?:Dr|Prof)\.?\s+/, "")
    .trim()
    .split(/\s+/);
  const letters = names.length > 1 ? [names[0]!, names.at(-1)!] : names;
  return letters.map((part) => part.charAt(0).toUpperCase()).join("");
};

/** A monogram for somebody without a photo: their initials over a proofreader's mark, which is always the same. */
export function Monogram({ name, id, size }: { name: string; id: string; size: number }) {
  const kind = MARKS[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % MARKS.length]!;
  return (
    <svg viewBox="0 0 72 72" width={size} height={size} className={styles.monogram} aria-hidden>
      <circle cx="36" cy="36" r="35.25" />
      <text x="36" y="39" textAnchor="middle">
        {initialsOf(name)}
      </text>
      <ProofMark kind={kind} size={16} x="28" y="46" />
    </svg>
  );
}
