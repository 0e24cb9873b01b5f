import { importSheet } from "#app/features/style-sheets/server/change-sheet.ts";
import { personOf } from "./cast.ts";

/** Amara's style sheet, imported as she would from a file. */
export async function seedStyleSheet(): Promise<void> {
  const amara = personOf("amara");
  const text = [
    "Part,About,Use,Not,Note",
    "Words and names,,dataset,data set; data-set,",
    "Words and names,,hedgerow,hedge row; hedge-row,",
    "Words and names,,soil moisture,soil-moisture,without a hyphen before a noun",
    "Numbers and units,Percent signs,5%,5 %,",
    'Punctuation,Lists in a sentence,"a, b, and c","a, b and c",',
    "Notes,,Latin names in italics,,",
  ].join("\r\n");
  await importSheet(amara, { ownerId: amara.uid, text });
}
