import type { CountedFile } from "./draft-sum.ts";
import { isManuscript } from "./file-role.ts";

/** Fewer words say too little about their language. */
const ENOUGH_WORDS = 40;

/** The language of a manuscript that doesn't seem to be in English, by its English name, or null. */
export function otherLanguage(files: readonly CountedFile[]): string | null {
  const other = files.find(
    (file) =>
      isManuscript(file) &&
      file.receipt &&
      file.receipt.words >= ENOUGH_WORDS &&
      file.receipt.language !== null &&
      file.receipt.language !== "en",
  );
  return other ? (new Intl.DisplayNames("en", { type: "language" }).of(other.receipt!.language!) ?? null) : null;
}
