/** The second reading of the demo's story. */
import { HOUR } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { acceptReading } from "#app/features/matching/server/readings/accept-reading.ts";
import { watchReaderSearch } from "#app/features/matching/server/readings/invite-readers.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { actorOf } from "./cast.ts";
import { seedApprovedKyc } from "./demo-kyc.ts";
import { READERS, READERS_DETAILS } from "./demo-readers.ts";
import { seedAccounts } from "./seed-accounts.ts";
import { seedCast } from "./seed-cast.ts";
import { MANUSCRIPTS } from "./manuscripts.ts";
import { Stage } from "./demo-stage.ts";
import { mei } from "./demo-people.ts";

/** A second reader at work, in a separate field, which keeps its editors from being invited to the other orders. */
export async function secondReading(s: Stage): Promise<void> {
  await seedCast(database(), s.now, Object.values(READERS));
  await seedAccounts(database(), s.now, Object.values(READERS));
  const [ines, tomas] = [actorOf(READERS.ines), actorOf(READERS.tomas)];
  for (const name of ["ines", "tomas"] as const)
    await seedApprovedKyc(s.now, READERS[name].uid, READERS_DETAILS[name], READERS[name].editor.approvedDaysAgo);
  const id = await s.daysAgo(5).paid(mei, MANUSCRIPTS.soil, {
    field: "engineering",
    subfield: "civil-engineering",
    addOns: { secondReader: true },
  });
  await s.later(HOUR).taken(id, ines);
  await startOrder(ines, { orderId: id });
  s.later(60 * HOUR);
  await watchReaderSearch(s.now);
  const invite = await database()
    .selectFrom("reading_invites")
    .select("id")
    .where("orderId", "=", id)
    .where("editorId", "=", tomas.uid)
    .executeTakeFirstOrThrow();
  s.later(HOUR);
  await acceptReading(tomas, { inviteId: invite.id });
  await drainJobs();
  await s.later(38 * HOUR).edited(id, ines, mei, MANUSCRIPTS.soil);
}
