import { type IsWord, readDictionary } from "./dictionary.ts";

let english: Promise<IsWord> | null = null;

/**
 * Whether the American dictionary has a word. It's read with the first tracked copy, and only in workers: the engine's,
 * and a visitor's browser's, which loads it then.
 */
export function englishWords(): Promise<IsWord> {
  english ??= import("dictionary-en").then(({ default: { aff, dic } }) => {
    const decoder = new TextDecoder();
    return readDictionary(decoder.decode(aff), decoder.decode(dic));
  });
  return english;
}
