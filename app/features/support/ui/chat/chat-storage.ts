/** Storage may be disabled; then nothing is remembered. */
export function kept(store: "localStorage" | "sessionStorage", name: string): string | null {
  try {
    return window[store].getItem(name);
  } catch {
    return null;
  }
}
export function keep(store: "localStorage" | "sessionStorage", name: string, value: string | null): void {
  try {
    if (value) window[store].setItem(name, value);
    else window[store].removeItem(name);
  } catch {
    // Storage is disabled.
  }
}
