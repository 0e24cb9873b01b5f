import type { Reader } from "#app/platform/server/core/database.ts";
import { partOfPolicy, policyAt } from "./read-policy.ts";
import { HOURS_PART, serviceHoursOf } from "../rules/hours-figures.ts";
import type { ServiceHours } from "#app/features/company/rules/service-hours.ts";

/** Support's hours and closures in a version of the policy. */
export const hoursOf = partOfPolicy((figures): ServiceHours => serviceHoursOf(HOURS_PART.of(figures)));

/**
 * The hours and closures that applied to somebody who wrote at this moment. A later change of the policy doesn't touch
 * them.
 */
export const hoursAt = async (at: Date, db?: Reader): Promise<ServiceHours> => hoursOf(await policyAt(at, db));
