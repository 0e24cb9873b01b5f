import { type Decision, titleOf } from "./entry.ts";

/** An entry in words: "dataset, not data set". */
export function entryWords({ key, form, others, note }: Omit<Decision, "part">): string {
  const about = titleOf(key);
  return [
    `${about ? `${about}: ` : ""}${form}${others.length > 0 ? `, not ${others.join(", ")}` : ""}`,
    ...(note ? [`(${note})`] : []),
  ].join(" ");
}
