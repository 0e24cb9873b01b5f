import { createHash } from "node:crypto";

/**
 * A short hash of what a person was shown. A form sends it back, which keeps it from overwriting changes made in
 * another window.
 * @param shown everything the form was filled with; the order of its keys matters
 */
export const contentVersion = (shown: unknown): string =>
  createHash("sha256").update(JSON.stringify(shown)).digest("hex").slice(0, 16);
