/** Words per second of the counter, against inflating the same parts and looking at each character. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buildDocx, type ParagraphSpec } from "#app/features/documents/rules/build-docx.ts";
import { openDocx } from "#app/features/documents/rules/docx-package.ts";
import { readDocx } from "#app/features/documents/rules/docx-reader.ts";
import { receiptOf } from "#app/features/documents/rules/receipt-of.ts";
import { openZip, readPart } from "#app/features/documents/rules/zip.ts";
import type { Measure, Row } from "../row.ts";

const ROUNDS = 5;

/** A thesis of 150,000 words: chapters, notes, tables, tracked changes, runs cut as Word cuts them. */
function thesis(): Buffer {
  const vocabulary = "the migration of labour between small towns was measured with care over several years because earlier studies had relied on census data alone".split(" ");
  let seed = 7;
  const next = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
  const phrase = (words: number) => Array.from({ length: words }, () => vocabulary[next(vocabulary.length)]).join(" ");
  const paragraphs: ParagraphSpec[] = [];
  for (let words = 0; words < 150_000; ) {
    if (paragraphs.length % 25 === 0) paragraphs.push({ text: phrase(4), heading: 1 });
    const runs = Array.from({ length: 12 }, (_, i) => ({
      text: `${phrase(10)} `,
      italic: i % 5 === 0,
      ...(i === 3 && next(4) === 0 ? { ins: true } : i === 7 && next(4) === 0 ? { del: true } : {}),
      ...(i === 11 && next(6) === 0 ? { footnote: phrase(20) } : {}),
    }));
    paragraphs.push({ runs });
    words += 120;
  }
  return buildDocx({ paragraphs });
}

function corpus(): Buffer[] {
  const folder = path.resolve(import.meta.dirname, "../../../shared/corpus/docx");
  if (!existsSync(folder)) {
    console.error("words: the corpus of real documents is not there; the generated thesis alone is measured.");
    return [];
  }
  return readdirSync(folder).map((file) => readFileSync(path.join(folder, file)));
}

const best = (work: () => void): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROUNDS; i++) {
    const begun = performance.now();
    work();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
};

/** What no counter can do without: unpack the stories and see every character. */
function look(bytes: Buffer): number {
  const docx = openDocx(openZip(bytes));
  let seen = 0;
  for (const name of [docx.main, docx.footnotes, docx.endnotes]) {
    const text = name === null ? "" : (readPart(docx.zip, name)?.toString("utf8") ?? "");
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) === 60) seen++;
  }
  return seen;
}

function measure(name: string, files: Buffer[]): Measure {
  const readable = files.filter((bytes) => {
    try {
      readDocx(bytes);
      return true;
    } catch {
      // One of the corpus has macros and is refused.
      return false;
    }
  });
  let words = 0;
  const counted = best(() => {
    words = 0;
    for (const bytes of readable) words += receiptOf(readDocx(bytes)).words;
  });
  const looked = best(() => readable.forEach(look));
  return {
    name,
    value: Math.round((words * 1000) / counted),
    unit: "words/s",
    against: `inflate and look at each character (${Math.round((words * 1000) / looked)} words/s)`,
    ratio: looked / counted,
  };
}

export default {
  name: "words",
  async run() {
    const rows = [measure("words counted, 150,000-word thesis", [thesis()])];
    const real = corpus();
    if (real.length > 0) rows.push(measure(`words counted, ${real.length} real documents`, real));
    return rows;
  },
} satisfies Row;
