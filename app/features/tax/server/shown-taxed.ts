import { now } from "#app/platform/server/core/clock.ts";
import { log } from "#app/platform/server/core/log.ts";
import { isRegistered } from "./find-tax.ts";

let lastShown = false;

/**
 * Whether tax may be added to prices, for pages. They are served while the database is away, so what was read last is
 * shown then.
 */
export async function shownTaxed(): Promise<boolean> {
  try {
    lastShown = await isRegistered(now());
  } catch (error) {
    log.error("the tax registrations could not be read", error);
  }
  return lastShown;
}
