/**
 * How much a test that makes up its own cases tries. A normal run takes a sample that is the same every time, so that
 * it is quick and a failure comes back; STET_TESTS=full takes all of them, new ones each time.
 */
import fc from "fast-check";

const full = process.env["STET_TESTS"] === "full";
const SEED = 20_261_122;
/** The share of the cases that a normal run tries. */
const SHARE = 6;

/** Options of `fc.assert` for a property that deserves so many cases. */
export const tries = (all: number): { numRuns: number } => ({ numRuns: full ? all : Math.ceil(all / SHARE) });

if (!full) fc.configureGlobal({ seed: SEED });
