import type { Paragraph, TextModel } from "./text-model.ts";
import { countWords } from "./seen-words.ts";
import { divideSentences } from "./sentences.ts";

const START = /^(?:[0-9IVX]+[.)]?\s+)?(?:abstract|summary|introduction|background)\b/i;
const ADDRESS =
  /[\w.+-]@[\w-]{1,64}\.\w|https?:\/\/|www\.|\bdoi\b|\b10\.\d{4,}\/|\borcid\b|correspond(?:ing|ence)|affiliation|department of|university|universit|institute|faculty of|school of|e-?mail|acknowledge?ment|supervisor|submitted to/i;

/**
 * At most `limit` words of running text from which an invited editor can judge the language: whole sentences from the
 * middle of the body, without title, names, affiliations, addresses, links or references. "" if there is none.
 */
export function sampleOf(model: TextModel, limit: number): string {
  const { paragraphs, sections } = model;
  const begin = paragraphs.findIndex((paragraph) => paragraph.kind === "heading" && START.test(paragraph.text.trim()));
  let candidates = prose(paragraphs.slice(begin < 0 ? 0 : begin + 1), sections);
  // Without such a heading, the front matter is everything before the first two longer paragraphs.
  if (begin < 0 && candidates.length > 4) candidates = candidates.slice(2);
  if (candidates.length === 0) return "";
  const middle = Math.floor(candidates.length / 2);
  const taken: string[] = [];
  let left = limit;
  for (let i = middle; i < candidates.length && left > 20; i++) {
    for (const sentence of sentencesOf(candidates[i]?.text ?? "")) {
      const words = countWords(sentence);
      if (words > left) {
        left = 0;
        break;
      }
      if (ADDRESS.test(sentence)) continue;
      taken.push(sentence);
      left -= words;
    }
  }
  if (taken.length === 0) {
    const first = (candidates[middle]?.text ?? "").slice(0, ENOUGH).split(/\s+/).slice(0, limit).join(" ");
    return ADDRESS.test(first) ? "" : cjkCut(first, limit);
  }
  return taken.join(" ");
}

function prose(paragraphs: readonly Paragraph[], sections: TextModel["sections"]): Paragraph[] {
  return paragraphs.filter(
    (paragraph) =>
      paragraph.kind === "body" &&
      !paragraph.isTitle &&
      paragraph.words >= 20 &&
      !paragraph.inBibliography &&
      sections[paragraph.section]?.references !== true &&
      !/acknowledg|author|funding|conflict|correspond|keywords/i.test(sections[paragraph.section]?.title ?? ""),
  );
}

/** More of a paragraph than a sample can contain, so the rest isn't examined. */
const ENOUGH = 20_000;

/** The sentences at a paragraph's start. The last is dropped if the text was cut within it. */
function sentencesOf(text: string): string[] {
  const sentences = divideSentences(text.slice(0, ENOUGH).replace(/\s+/g, " "));
  return text.length > ENOUGH ? sentences.slice(0, -1) : sentences;
}

/** Scripts without spaces make one long "sentence", so cut by characters. */
const cjkCut = (text: string, limit: number): string => (countWords(text) <= limit ? text : text.slice(0, limit));
