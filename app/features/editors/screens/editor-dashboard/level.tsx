import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { Sheet } from "#app/ui/page.tsx";
import styles from "../../ui/dashboard.module.css";
import type { Route } from "../+types/editor-dashboard";

type Loaded = NonNullable<Route.ComponentProps["loaderData"]["editor"]>;

/** The editor's level, and what's needed for the next one. */
export function LevelSheet({ editor }: { editor: Loaded }) {
  return (
    <Sheet title={`Level: ${LEVEL_LABELS[editor.level]}`}>
      {editor.levelFixed !== null ? (
        <p className={styles.note}>
          An admin set your level, and it stays until an admin changes it. Reason: {editor.levelFixed}
        </p>
      ) : editor.step ? (
        <>
          <p className={styles.note}>To reach {LEVEL_LABELS[editor.step.level].toLowerCase()}:</p>
          <ul className={styles.level}>
            {editor.step.steps.map((s) => (
              <li key={s.label} data-done={s.done || undefined}>
                <span>{s.label}</span>
                <b className="figures">{s.now}</b>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={styles.note}>
          {editor.level === "lead" ? "This is the highest level." : "Lead editors are appointed individually."}
        </p>
      )}
    </Sheet>
  );
}
