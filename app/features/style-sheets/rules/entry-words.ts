import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { type Decision, titleOf } from "./entry.ts";

/** An entry in words: "dataset, not data set". */
export function entryWords({ key, form, others, note }: Omit<Decision, "part">): string {
  const about = titleOf(key);
  return [
    `${about ? `${about}: ` : ""}${form}${others.length > 0 ? `, not ${others.join(", ")}` : ""}`,
    ...(note ? [`(${note})`] : []),
  ].join(" ");
}

/** An editor's question to the author about the forms of a finding. */
export function questionOf(options: readonly string[]): string {
  const forms = options.filter(Boolean).map((one) => `“${one}”`);
  return `Which form do you prefer: ${joinWords(forms, "or")}? You can choose it in the consistency check of your order, or answer here.`;
}
