/** State shared by the people of one siege. */
import type { Ledger } from "./acknowledged.ts";
import type { Measures } from "./measures.ts";
import type { Services } from "./services.ts";

export type City = {
  services: Services;
  measures: Measures;
  told: Ledger;
  /** Each order's manuscript, which its editor has read. */
  marks: Map<string, string>;
  /** Set when nothing new should start. */
  over: boolean;
  /** Refusals and other unexpected responses: each must be explained. */
  surprises: string[];
};
