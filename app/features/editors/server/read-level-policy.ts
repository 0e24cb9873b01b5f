import type { Reader } from "#app/platform/server/core/database.ts";
import { partOfPolicy, policyAt, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import type { LevelPolicy } from "../rules/levels.ts";
import { LEVEL_PART } from "../rules/level-figures.ts";

const levels = partOfPolicy(LEVEL_PART.of);

/** The requirements for levels at a given time. A level is never lost once it's reached. */
export const levelsAt = async (at: Date, db?: Reader): Promise<LevelPolicy> => levels(await policyAt(at, db));

/** The requirements for levels on public pages, available even while the database is down. */
export const shownLevels = async (): Promise<LevelPolicy> => levels(await shownPolicy());
