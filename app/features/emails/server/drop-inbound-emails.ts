import { DAY, after } from "#app/platform/rules/core/time.ts";
import { CONFIRM_DAYS } from "./hold-email.ts";
import { database } from "#app/platform/server/core/database.ts";

/** No provider delivers an email again after that long. */
const KEPT_MS = 90 * DAY;

/** Forgets which emails arrived long ago, and those that nobody confirmed in time. */
export async function dropInboundEmails(now: Date): Promise<void> {
  await database()
    .deleteFrom("held_emails")
    .where("createdAt", "<", after(now, -CONFIRM_DAYS * DAY))
    .execute();
  await database().deleteFrom("inbound_emails").where("at", "<", after(now, -KEPT_MS)).execute();
}
