/**
 * Words per second of the delivery gate: source and tracked copy are read, compared and checked for what the edits
 * changed, against counting the source.
 */
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { ParagraphSpec, RunSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { readDocx, readOriginal } from "#app/features/documents/rules/docx/docx-reader.ts";
import { checkGate } from "#app/features/documents/rules/gate/gate.ts";
import { gateDocx } from "#app/features/documents/rules/gate/gate-docx.ts";
import { receiptOf } from "#app/features/documents/rules/readers/receipt-of.ts";
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

/** The gate on words alone. */
const ofWords = (source: Buffer, tracked: Buffer): unknown =>
  checkGate([readDocx(source)], readOriginal(tracked), readDocx(tracked), { variant: "UK", editor: "Ed" });

export default {
  name: "gate",
  async run() {
    return [false, true].flatMap((untracked) => {
      const { source, tracked } = pair(untracked);
      const [counted = 0, gated = 0, words = 0] = best(
        () => receiptOf(readDocx(source)),
        () => gateDocx(source, tracked, { variant: "UK", editor: "Ed" }),
        () => ofWords(source, tracked),
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
          against: `the same gate on words alone (${Math.round((WORDS * 1_000) / words)} words/s)`,
          ratio: words / gated,
        },
      ];
    });
  },
} satisfies Row;
