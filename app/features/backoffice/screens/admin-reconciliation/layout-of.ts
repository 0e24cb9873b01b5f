import { type CsvLayout, csvLayoutSchema } from "../../rules/bank-files/csv-layout.ts";

/** The layout that a form of columns sends. Undefined without one, or if it isn't one: then it's guessed again. */
export function layoutOf(text: (name: string) => string, texts: (name: string) => string[]): CsvLayout | undefined {
  return csvLayoutSchema.safeParse({
    separator: text("separator"),
    titles: parsed(text("titles")),
    roles: texts("role").map((role) => (role === "" ? null : role)),
    dateOrder: text("dateOrder"),
    decimal: text("decimal"),
    mirrored: text("mirrored") === "yes",
    currency: text("currency").trim().toUpperCase(),
  }).data;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
