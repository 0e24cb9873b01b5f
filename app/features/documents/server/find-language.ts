import type { TextModel } from "../rules/readers/text-model.ts";

/** At most this many characters are examined, spread over the document. */
const ENOUGH = 30_000;

/**
 * The language of most of the text (ISO 639-1): each paragraph of 80 characters or more votes, weighted by length.
 * Reference lists don't count. Null if there is too little text.
 */
export async function findLanguage(model: TextModel): Promise<string | null> {
  const long = model.paragraphs.filter(
    (paragraph) =>
      (paragraph.text.length >= 80 || paragraph.cjk >= 20 || paragraph.korean >= 6) &&
      model.sections[paragraph.section]?.references !== true,
  );
  const pool =
    long.length > 0
      ? long.map((paragraph) => paragraph.text)
      : [model.paragraphs.map((paragraph) => paragraph.text).join(" ")];
  const every = Math.max(1, Math.floor(pool.reduce((sum, text) => sum + Math.min(text.length, 600), 0) / ENOUGH));
  const { eld } = await import("eld/small");
  const votes = new Map<string, number>();
  for (let i = 0; i < pool.length; i += every) {
    const text = (pool[i] as string).slice(0, 600);
    if (text.trim().length < 20) continue;
    const { language } = eld.detect(text);
    if (language !== "") votes.set(language, (votes.get(language) ?? 0) + text.length);
  }
  let best: string | null = null;
  for (const [language, weight] of votes) if (best === null || weight > (votes.get(best) ?? 0)) best = language;
  return best ?? byScript(pool.join(" ").slice(0, ENOUGH));
}

/** Languages that the detector doesn't know, recognized by their scripts. */
function byScript(text: string): string | null {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(/[\u1780-\u17ff]/g) > text.length / 3) return "km";
  return count(/[\u1000-\u109f]/g) > text.length / 3 ? "my" : null;
}
