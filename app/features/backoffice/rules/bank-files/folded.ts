import { foldText } from "#app/platform/rules/text/fold.ts";

/**
 * Text as banks' words are compared: folded as for a search, with umlauts written either way ("Empfänger" and
 * "Empfaenger"), and its words divided by one blank.
 */
export const folded = (text: string): string =>
  foldText(text)
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
