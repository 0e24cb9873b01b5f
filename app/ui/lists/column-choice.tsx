import { useHydrated } from "#app/platform/browser/core/now.ts";
import styles from "./column-choice.module.css";

/** Which columns a list shows. The first ones name the row and stay. */
export function ColumnChoice({
  columns,
  hidden,
  hide,
}: {
  columns: readonly (readonly [key: string, header: string])[];
  hidden: ReadonlySet<string>;
  hide: (hidden: Iterable<string>) => void;
}) {
  if (!useHydrated()) return null;
  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <fieldset>
        <legend className="unseen">Columns to show</legend>
        {columns.map(([key, header]) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={!hidden.has(key)}
              onChange={(event) =>
                hide(event.currentTarget.checked ? [...hidden].filter((it) => it !== key) : [...hidden, key])
              }
            />{" "}
            {header}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
