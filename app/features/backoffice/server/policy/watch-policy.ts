import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { announceVersions, recordFirst } from "#app/features/policy/server/version-rows.ts";
import { defaultFigures } from "../../rules/policy-document.ts";

/** Clock rule: announces scheduled versions that have taken effect. @returns how many */
export const watchPolicy = (_now: Date): Promise<number> => transact(CLOCK, announceVersions);

/** At startup: records the built-in figures as the first version if there is none yet. */
export async function recordFirstPolicy(): Promise<void> {
  const known = await database().selectFrom("policy_versions").select("id").limit(1).executeTakeFirst();
  if (!known) await transact(CLOCK, (ctx) => recordFirst({ ...ctx, now: now() }, defaultFigures()));
}
