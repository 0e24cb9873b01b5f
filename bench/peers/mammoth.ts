/** Counting words: the bench's row `words`, compared with mammoth and with the least that any counter does. */
import type { Measure } from "../row.ts";
import type { Options } from "./options.ts";
import { type Figure, compare } from "./table.ts";

/** Of the row's comparisons, those with a goal: how many times as many words per second. */
const GOALS: readonly { against: RegExp; goal: number }[] = [
  { against: /^mammoth/, goal: 20 },
  // At most twice the time.
  { against: /^inflate and look/, goal: 0.5 },
];

export async function measureMammoth({ rounds }: Options, say: (text: string) => void): Promise<Figure[]> {
  // Only now, because it looks for other programs as soon as it's imported.
  const { default: words } = await import("../rows/words.ts");
  const runs: Measure[][] = [];
  for (let round = 0; round < rounds; round++) {
    runs.push(await words.run());
    say(
      `Round ${round + 1} of ${rounds}: ${runs
        .at(-1)!
        .map((it) => `${it.ratio.toFixed(2)} ${it.against}`)
        .join("; ")}`,
    );
  }
  return runs[0]!.flatMap(({ name, against }, at) => {
    const wanted = GOALS.find((it) => it.against.test(against));
    if (!wanted) return [];
    const measures = runs.map((run) => run[at]!);
    return [
      compare({
        what: name,
        unit: "words per CPU second",
        // Without its figure, which the table has.
        peer: against.replace(/ \(.*\)$/, ""),
        ours: measures.map(({ value }) => value),
        theirs: measures.map(({ value, ratio }) => value / ratio),
        goal: wanted.goal,
        better: "higher",
      }),
    ];
  });
}
