import { TICKET_CATEGORY_WORDS, type TicketCategory } from "../../rules/ticket.ts";
import type { MacroView } from "../../rules/ticket-view.ts";
import styles from "../desk/desk-answer.module.css";

/** Chooses a saved answer. */
export function MacroPicker({
  macros,
  category,
  onPick,
}: {
  macros: readonly MacroView[];
  category: TicketCategory | null;
  onPick: (macro: MacroView) => void;
}) {
  return (
    <label className={styles.macro}>
      <span className="unseen">Insert macro</span>
      <select
        value=""
        onChange={(event) => {
          const picked = macros.find((it) => it.id === event.currentTarget.value);
          if (picked) onPick(picked);
        }}
      >
        <option value="">Insert macro</option>
        {grouped(macros, category).map(([label, some]) => (
          <optgroup key={label} label={label}>
            {some.map((it) => (
              <option key={it.id} value={it.id}>
                {it.title}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** Macros for this category first, then general ones, then the rest. */
function grouped(macros: readonly MacroView[], category: TicketCategory | null): [string, MacroView[]][] {
  const fits = macros.filter((it) => category !== null && it.category === category);
  const any = macros.filter((it) => it.category === null);
  const rest = macros.filter((it) => it.category !== null && it.category !== category);
  return (
    [
      [category ? TICKET_CATEGORY_WORDS[category] : "", fits],
      ["General", any],
      ["Other categories", rest],
    ] as [string, MacroView[]][]
  ).filter(([, some]) => some.length > 0);
}
