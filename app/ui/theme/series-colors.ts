/** Colors of a chart's series, and what each stands for. */
export const TONES = {
  main: "var(--press)",
  gain: "var(--green)",
  care: "var(--ochre)",
  loss: "var(--vermilion)",
  quiet: "var(--rule)",
} as const;
export type Tone = keyof typeof TONES;
const TURNS = Object.keys(TONES) as Tone[];

/** Dashes distinguish lines as well as colors. */
const DASHES = [undefined, "7 4", "2 4", "10 3 2 3", "1 3"];
export const seriesDash = (at: number): string | undefined => DASHES[at % DASHES.length];

/** The color of a chart's next series, in turns. */
export const seriesColor = (at: number, tone?: Tone): string => TONES[tone ?? TURNS[at % TURNS.length]!];
