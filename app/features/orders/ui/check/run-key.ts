import type { KeyboardEvent } from "react";

/** The keys of an entry that has the focus: its buttons have them as `data-key`. */
export function runKey(event: KeyboardEvent<HTMLElement>): void {
  const row = event.target as HTMLElement;
  if (!row.matches("[data-entry]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-entry]")].filter((one) =>
    one.checkVisibility(),
  );
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  const button = event.key === "n" ? "[data-new] summary" : `[data-key="${CSS.escape(event.key)}"]`;
  const target = step
    ? rows[rows.indexOf(row) + step]
    : (event.key === "n" ? event.currentTarget : row).querySelector<HTMLElement>(`${button}, ${button} summary`);
  if (!target) return;
  event.preventDefault();
  if (step) target.focus();
  else {
    target.click();
    target.closest("details")?.querySelector("input:not([type=hidden])")?.scrollIntoView({ block: "nearest" });
    target.closest("details")?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }
}
