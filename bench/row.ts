/** One line of the table: a measure, and the same measure of what it is compared with. */
export type Measure = {
  name: string;
  value: number;
  unit: string;
  /** What it is compared with, taken in the same run. */
  against: string;
  /** How many times as much as what it is compared with. */
  ratio: number;
};

export type Row = {
  name: string;
  /** It takes minutes: measured with `--scale` only. */
  slow?: boolean;
  run(): Promise<Measure[]>;
};
