import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";

/** No provider delivers an email again after that long. */
const KEPT_MS = 90 * DAY;

/** Forgets which emails arrived long ago. */
export async function dropInboundEmails(now: Date): Promise<void> {
  await database().deleteFrom("inbound_emails").where("at", "<", after(now, -KEPT_MS)).execute();
}
