import { marksIn } from "#app/platform/rules/text/search.ts";
import styles from "./marked.module.css";

/** A text with the search's words highlighted. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return marksIn(text, words).map((it, i) =>
    it.hit ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in its order
      <mark key={i} className={styles.mark}>
        {it.text}
      </mark>
    ) : (
      it.text
    ),
  );
}
