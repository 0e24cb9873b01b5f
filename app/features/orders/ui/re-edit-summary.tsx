import { formatWords } from "#app/features/pricing/rules/price.ts";
import { type ReEditCount, reEditSentence } from "#app/features/documents/rules/re-edit-count.ts";
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
    title: "This is another text than the one that was delivered.",
    advice:
      "Too little of it was delivered before, so all of it is counted as new work, at the ordinary price. If you meant another file, remove this one and add that.",
  },
  gone: {
    title: "The delivery is no longer kept.",
    advice: "There is nothing to compare this file with, so all of it is counted as new work, at the ordinary price.",
  },
  unread: {
    title: "This file could not be compared with the delivery.",
    advice:
      "All of it is counted as new work, at the ordinary price. Remove it and add it again, or ask support before you pay.",
  },
};

/** What of a new version is charged, beside the delivery: in one sentence, as a bar, and in figures. */
export function ReEditSummary({
  count,
  words,
}: {
  count: ReEditCount;
  /** Of what is to be edited: without sections left out, and without references that are not checked. */
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
