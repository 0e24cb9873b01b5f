import { Link } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { Fold } from "#app/ui/fold.tsx";
import type { StyleView } from "../../server/style-sheet/style-view.ts";
import styles from "./check.module.css";
import { StylePanel } from "./style-panel.tsx";

const BY = { author: "the author", editor: "the editor" } as const;

/** An order's style sheet: what its editor settles, and for everybody else what was decided. */
export function StyleFold({
  view,
  own,
  orderId,
  answer,
  open = false,
}: {
  view: StyleView;
  own: boolean;
  orderId: string;
  answer?: FormAnswer | undefined;
  open?: boolean;
}) {
  if (!view) return null;
  if (view.for === "editor")
    return <StylePanel entries={view.entries} mayAsk={view.mayAsk} orderId={orderId} answer={answer} />;
  return (
    <Fold
      id="style-sheet-entries"
      title="Style sheet"
      open={open}
      aside={count(view.decided.length, "entry", "entries")}
    >
      <ul className={styles.findings}>
        {view.decided.map((one) => (
          <li key={one.id}>
            {one.words} <small className="soft">{BY[one.by]}, for this order</small>
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
