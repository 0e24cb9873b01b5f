const OFF = "stet.list-keys";

/** Whether single keys work on lists. People who speak to their browser turn them off. */
export const listKeysOn = (): boolean => {
  try {
    return localStorage.getItem(OFF) !== "off";
  } catch {
    return true;
  }
};

/** Turns single keys on or off in this browser. */
export function setListKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "off");
  } catch {
    // Storage is blocked, so the setting lasts as long as the page.
  }
}

/** Whether the key was meant for something else: a field, a menu, an open dialog, or the browser. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return true;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.isContentEditable || target?.matches('input:not([type="checkbox"]), select, textarea')) return true;
  return document.querySelector('dialog[open], [role="dialog"][aria-modal="true"]') !== null;
}
