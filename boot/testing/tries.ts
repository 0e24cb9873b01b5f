/**
 * How many cases property tests try. A normal run takes a fixed sample, which is fast and makes failures reproducible.
 * STET_TESTS=full takes all of them, random each time.
 */
import fc from "fast-check";

const full = process.env["STET_TESTS"] === "full";
const SEED = 20_261_122;
/** A normal run tries one in this many cases. */
const SHARE = 6;

/** Options of `fc.assert` for a property with this many cases in a full run. */
export const tries = (all: number): { numRuns: number } => ({ numRuns: full ? all : Math.ceil(all / SHARE) });

if (!full) fc.configureGlobal({ seed: SEED });
