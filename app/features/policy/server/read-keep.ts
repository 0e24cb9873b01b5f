import type { RawBuilder } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { KEEP_PART, type KeepPolicy } from "../rules/keep-figures.ts";
import { figureAt, partOfPolicy, policyAt, shownPolicy } from "./read-policy.ts";

const keep = partOfPolicy(KEEP_PART.of);

/** How long things were said to be kept at this moment. */
export const keepAt = async (at: Date, db?: Reader): Promise<KeepPolicy> => keep(await policyAt(at, db));

/** How long things are kept, for pages, available even while the database is down. */
export const shownKeep = async (): Promise<KeepPolicy> => keep(await shownPolicy());

/** How long something of this moment is kept, in ms, for a condition of a query. */
export const keptMs = (name: keyof KeepPolicy, at: RawBuilder<unknown>): RawBuilder<number> =>
  figureAt(KEEP_PART.figures[name], at);
