import { useSyncExternalStore } from "react";

const CHANGED = "columns-changed";
const keyOf = (list: string): string => `columns.${list}`;
const stored = (list: string): string => {
  try {
    return localStorage.getItem(keyOf(list)) ?? "";
  } catch {
    return "";
  }
};
const listen = (change: () => void) => {
  for (const name of [CHANGED, "storage"]) addEventListener(name, change);
  return () => {
    for (const name of [CHANGED, "storage"]) removeEventListener(name, change);
  };
};

/** The columns of a list that this browser leaves out, and how to change that. All are shown until the script runs. */
export function useHiddenColumns(list: string): [ReadonlySet<string>, (hidden: Iterable<string>) => void] {
  const words = useSyncExternalStore(
    listen,
    () => stored(list),
    () => "",
  );
  const hide = (hidden: Iterable<string>) => {
    try {
      localStorage.setItem(keyOf(list), [...hidden].join(" "));
    } catch {
      // Storage is off: all columns stay.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return [new Set(words.split(" ").filter(Boolean)), hide];
}
