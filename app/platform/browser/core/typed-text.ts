import { readJson } from "../../rules/requests/read-json.ts";
import { DAY } from "../../rules/core/time.ts";

/**
 * Text typed into a conversation but not sent yet, kept in this browser. `key` makes it arrive once even if it's sent
 * several times.
 */
export type TypedText<File = unknown> = {
  text: string;
  key: string;
  files: File[];
  /** The form's other fields that were filled in, by name. */
  fields?: Readonly<Record<string, string>>;
  at: number;
};

const PREFIX = "stet-typed:";
const KEPT_MS = 30 * DAY;
const nameOf = (who: string, thread: string): string => `${PREFIX}${who}:${thread}`;

/** Storage can be full or blocked. Then nothing is kept, and nothing breaks. */
function tried<T>(act: (store: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

/** @param who the reader's uid, which keeps people who share a browser from seeing each other's text */
export function readTyped<File>(who: string, thread: string): TypedText<File> | null {
  return tried((store) => {
    const found = readJson(store.getItem(nameOf(who, thread)) ?? "") as TypedText<File> | null;
    return found &&
      typeof found.text === "string" &&
      typeof found.key === "string" &&
      Array.isArray(found.files) &&
      Date.now() - found.at < KEPT_MS
      ? found
      : null;
  });
}

export const keepTypedText = (who: string, thread: string, typed: Omit<TypedText, "at">): void =>
  void tried((store) => store.setItem(nameOf(who, thread), JSON.stringify({ ...typed, at: Date.now() })));

export const forgetTyped = (who: string, thread: string): void =>
  void tried((store) => store.removeItem(nameOf(who, thread)));

/** At sign-out, so the next person to use this browser finds nothing. */
export const forgetAllTyped = (): void =>
  void tried((store) => {
    for (const name of Object.keys(store)) if (name.startsWith(PREFIX)) store.removeItem(name);
  });
