import type { Reader } from "#app/platform/server/core/database.ts";
import { withFigures } from "#app/features/policy/rules/figures.ts";
import { partOfPolicy, policyAt, shownPolicy } from "#app/features/policy/server/read-policy.ts";
import { LEVEL_POLICY, type LevelPolicy } from "../rules/levels.ts";

const levels = partOfPolicy((figures): LevelPolicy => withFigures(LEVEL_POLICY, "levels", figures));

/** What a level takes at a moment. A level that was reached is never lost. */
export const levelsAt = async (at: Date, db?: Reader): Promise<LevelPolicy> => levels(await policyAt(at, db));

/** What a level takes for pages that everybody may read, also while the database is away. */
export const shownLevels = async (): Promise<LevelPolicy> => levels(await shownPolicy());
