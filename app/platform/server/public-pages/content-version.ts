import { createHash } from "node:crypto";

/**
 * A short mark of what somebody was shown. A form carries it back, so that what was changed meanwhile in another window is not written over unseen.
 * @param shown whatever the form was filled with; the order of its keys counts
 */
export const contentVersion = (shown: unknown): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16);
