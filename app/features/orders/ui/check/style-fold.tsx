import { Link } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { Fold } from "#app/ui/fold.tsx";
import type { StyleView } from "../../server/style-sheet/style-view.ts";
import styles from "./check.module.css";

const BY = { author: "the author", editor: "the editor" } as const;

/** What's decided for an order: in the report of its check, and on the author's own style sheet. */
export function StyleFold({ view, own, orderId }: { view: StyleView; own: boolean; orderId: string }) {
  if (!view) return null;
  const { decided, sheet } = view;
  return (
    <Fold id="style-sheet" title="Style sheet" aside={count(decided.length + sheet.length, "entry", "entries")}>
      <ul className={styles.findings}>
        {decided.map((one) => (
          <li key={one.id}>
            {one.words} <small className="soft">{BY[one.by]}, for this order</small>
          </li>
        ))}
        {sheet.map((one) => (
          <li key={one.id}>
            {one.words} <small className="soft">the author's style sheet</small>
          </li>
        ))}
      </ul>
      <p className="small">
        <a href={`/api/orders/${orderId}/style-sheet`} download>
          Download as Word
        </a>
      </p>
      {own ? (
        <p className="soft small">
          When you accept the work, these go to <Link to="/profile/style-sheet">your style sheet</Link>.
        </p>
      ) : null}
    </Fold>
  );
}
