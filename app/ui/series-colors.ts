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

/** The color of a chart's next series, in turns. */
export const seriesColor = (at: number, tone?: Tone): string => TONES[tone ?? TURNS[at % TURNS.length]!];
