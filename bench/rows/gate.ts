/**
 * Words per second of the delivery gate: source and tracked copy are read, compared and checked for what the edits
 * changed, against counting the source.
 */
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { ParagraphSpec, RunSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { openDocx } from "#app/features/documents/rules/docx/docx-package.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { checkGate } from "#app/features/documents/rules/gate/gate.ts";
import { readSurface } from "#app/features/documents/rules/gate/surface/read-surface.ts";
import { receiptOf } from "#app/features/documents/rules/readers/receipt-of.ts";
import { LookRegistry } from "#app/features/documents/rules/gate/surface/surface-looks.ts";
import type { Row } from "../row.ts";

const ROUNDS = 8;
const WORDS = 150_000;

/**
 * A thesis and its edited copy: an edit in every other paragraph, and in every tenth a number, a citation or a
 * quotation.
 */
function pair(untracked: boolean): { source: Buffer; tracked: Buffer } {
  const vocabulary =
    "the migration of labor between small towns was measured with care over several years because earlier studies had relied on census data alone".split(
      " ",
    );
  let seed = 11;
  const next = (limit: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % limit;
  const phrase = (words: number) => Array.from({ length: words }, () => vocabulary[next(vocabulary.length)]).join(" ");
  const source: ParagraphSpec[] = [];
  const tracked: ParagraphSpec[] = [];
  for (let words = 0; words < WORDS; words += 120) {
    const n = source.length;
    if (n % 25 === 0) {
      const heading = { text: phrase(4), heading: 1 as const };
      source.push(heading);
      tracked.push(heading);
      continue;
    }
    const head = `${phrase(50)} ${n} `;
    const tail = ` of them (Doe, ${1_990 + (n % 30)}) said “${phrase(6)}” ${phrase(55)}.`;
    const before = n % 10 === 3 ? String(n * 7) : "slowly";
    const after = n % 10 === 3 ? String(n * 7 + 1) : "gradually";
    source.push({ text: `${head}${before}${tail}` });
    const runs: RunSpec[] =
      n % 2 === 0
        ? [{ text: `${head}${before}${tail}` }]
        : [{ text: head }, { text: before, del: true }, { text: after, ins: true }, { text: tail }];
    if (untracked && n % 40 === 1) runs.push({ text: " Indeed." });
    tracked.push({ runs });
  }
  return { source: buildDocx({ paragraphs: source }), tracked: buildDocx({ paragraphs: tracked, author: "Ed" }) };
}

/** The best time of each, interleaved, so other load on the machine affects them alike. */
function best(...works: (() => void)[]): number[] {
  const least = works.map(() => Number.POSITIVE_INFINITY);
  for (let i = 0; i < ROUNDS; i++)
    for (const [k, work] of works.entries()) {
      const begun = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(begun);
      least[k] = Math.min(least[k] as number, (user + system) / 1_000);
    }
  return least;
}

/** As the engine runs it. `all`: everything a reader sees, not only words. */
function gate(source: Buffer, tracked: Buffer, all: boolean): void {
  const [from, to] = [openDocx(source), openDocx(tracked)];
  const registry = new LookRegistry();
  checkGate(
    [readDocx(from, "original")],
    readDocx(to, "original"),
    readDocx(to),
    { variant: "UK", editor: "Ed" },
    all
      ? {
          source: () => readSurface(from, "original", registry),
          copy: () => readSurface(to, "original", registry),
        }
      : null,
  );
}

export default {
  name: "gate",
  async run() {
    return [false, true].flatMap((untracked) => {
      const { source, tracked } = pair(untracked);
      const [counted = 0, gated = 0, ofWords = 0] = best(
        () => receiptOf(readDocx(source)),
        () => gate(source, tracked, true),
        () => gate(source, tracked, false),
      );
      const edits = `150,000 words, ${untracked ? "some" : "no"} untracked edits`;
      const row = {
        name: `gate, ${edits}`,
        value: Math.round((WORDS * 1_000) / gated),
        unit: "words/s",
        against: `counting the source (${Math.round((WORDS * 1_000) / counted)} words/s)`,
        ratio: counted / gated,
      };
      return [
        row,
        {
          name: `gate, everything a reader sees, ${edits}`,
          value: row.value,
          unit: "words/s",
          against: `the same gate on words alone (${Math.round((WORDS * 1_000) / ofWords)} words/s)`,
          ratio: ofWords / gated,
        },
      ];
    });
  },
} satisfies Row;
