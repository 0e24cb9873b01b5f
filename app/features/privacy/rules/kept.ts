import { KEPT_AFTER_ERASURE } from "./data-request.ts";

/** What is kept after someone leaves, a sentence each. */
export const keptSentences = (isEditor: boolean): string[] =>
  KEPT_AFTER_ERASURE.filter((it) => it.for !== "editor" || isEditor).map(
    (it) => `${it.what}. ${it.why} Until: ${it.until.charAt(0).toLowerCase()}${it.until.slice(1)}.`,
  );
