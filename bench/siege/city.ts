/** What the people of one siege share. */
import type { Ledger } from "./acknowledged.ts";
import type { Measures } from "./measures.ts";
import type { Services } from "./services.ts";

export type City = {
  services: Services;
  measures: Measures;
  told: Ledger;
  /** Which manuscript an order is about: its editor has read it. */
  marks: Map<string, string>;
  /** Set when nothing new is begun. */
  over: boolean;
  /** Refusals and surprises that aren't a missing answer: each must be explained. */
  surprises: string[];
};
