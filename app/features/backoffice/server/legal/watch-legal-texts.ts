import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { announceLegalVersions } from "#app/features/accounts/server/legal/legal-version-rows.ts";

/** Clock rule: announces scheduled legal texts that have taken effect. @returns how many */
export const watchLegalTexts = (_now: Date): Promise<number> => transact(CLOCK, announceLegalVersions);
