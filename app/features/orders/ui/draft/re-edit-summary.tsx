import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { type ReEditCount, reEditSentence } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import { Notice } from "#app/ui/notice.tsx";
import styles from "./re-edit.module.css";

const PARTS = [
  ["unchanged", "Unchanged", "free"],
  ["moved", "Moved", "free"],
  ["changed", "Changed", "charged"],
  ["new", "New", "charged"],
] as const;

const WHY_WHOLE: Record<NonNullable<ReEditCount["fallback"]>, { title: string; advice: string }> = {
  another: {
    title: "This text is different from the one we delivered.",
    advice:
      "It has too little in common with the delivery, so we count all of it as new work at the regular price. If you meant a different file, remove this one and add that one.",
  },
  gone: {
    title: "We no longer have the delivered files.",
    advice: "There's nothing to compare this file with, so we count all of it as new work at the regular price.",
  },
  unread: {
    title: "We couldn't compare this file with the delivery.",
    advice:
      "We count all of it as new work at the regular price. Remove it and add it again, or contact support before you pay.",
  },
};

/** How much of a new version is charged: in a sentence, as a bar, and in figures. */
export function ReEditSummary({
  count,
  words,
}: {
  count: ReEditCount;
  /** Without excluded sections and unchecked references. */
  words: ReEditCount["words"] | null;
}) {
  if (count.fallback)
    return (
      <Notice tone="attention" title={WHY_WHOLE[count.fallback].title}>
        {WHY_WHOLE[count.fallback].advice}
      </Notice>
    );
  if (!words) return null;
  const total = PARTS.reduce((sum, [kind]) => sum + words[kind], 0);
  return (
    <div className={styles.summary}>
      <p className={styles.sentence}>{reEditSentence(words)}</p>
      <div className={styles.bar} aria-hidden>
        {PARTS.map(([kind]) =>
          words[kind] > 0 ? <span key={kind} data-kind={kind} style={{ flexGrow: words[kind] / total }} /> : null,
        )}
      </div>
      <dl className={styles.figures}>
        {PARTS.map(([kind, label, price]) => (
          <div key={kind} data-kind={kind}>
            <dt>
              {label}, {price}
            </dt>
            <dd>{words[kind].toLocaleString("en-US")}</dd>
          </div>
        ))}
      </dl>
      {words.removed > 0 ? (
        <p className="soft small">
          {formatWords(words.removed)} of the delivery {words.removed === 1 ? "is" : "are"} no longer there.
        </p>
      ) : null}
    </div>
  );
}
