/** One line of the table: a measure, and its comparison. */
export type Measure = {
  name: string;
  value: number;
  unit: string;
  /** The comparison, measured in the same run. */
  against: string;
  /** The measure divided by its comparison. */
  ratio: number;
};

export type Row = {
  name: string;
  /** Takes minutes: only measured with `--scale`. */
  slow?: boolean;
  run(): Promise<Measure[]>;
};
