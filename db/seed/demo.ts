import { now } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";
import { type Tx, database, lockName } from "#app/platform/server/database.ts";
import { CAST } from "./cast.ts";
import { seedAnnouncements } from "./demo-announcements.ts";
import { seedApplication } from "./demo-application.ts";
import { seedContact } from "./demo-contact.ts";
import { seedSupport } from "./demo-support.ts";
import { seedKyc } from "./demo-kyc.ts";
import { seedBlog } from "./demo-blog.ts";
import { seedOrders } from "./demo-orders.ts";
import { seedThreads } from "./demo-threads.ts";
import { seedAccounts } from "./seed-accounts.ts";
import { seedCast } from "./seed-cast.ts";

/**
 * Makes the demo world once, and marks the database as holding it; people who sign up there stay.
 * @throws when the database is not marked and holds anyone who is not of the cast
 */
export async function seedDemo(): Promise<void> {
  const at = now();
  await database()
    .transaction()
    .execute(async (tx) => {
      await lockName(tx, "demo world");
      const marked = await tx.selectFrom("demo_world").select("id").executeTakeFirst();
      if (!marked) await refuseStrangers(tx);
      await seedCast(tx, at);
      await seedAccounts(tx, at);
      await seedBlog(tx, at);
      await seedKyc(tx, at);
      await tx
        .insertInto("demo_world")
        .values({ id: 1, madeAt: at })
        .onConflict((c) => c.doNothing())
        .execute();
    });
}

/** How to sign in, for the person who started the demo. */
export const hintOfDemo = (): string =>
  `Sign in as ${CAST.amara.email} (author), ${CAST.jonas.email} (editor) or ${CAST.ada.email} (admin), all with the password ${config().demoPassword}. Letters are at /auth/mailbox.`;

/** Whether the story of the demo's orders has been told. */
export const hasDemoOrders = async (): Promise<boolean> =>
  (await database().selectFrom("orders").select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * Tells the story of the demo's orders through the verbs and jobs of the product itself. The job queue must be open and nobody else working it;
 * the card sandbox must answer. Only where `hasDemoOrders` says no.
 */
export async function seedDemoOrders(): Promise<void> {
  await seedOrders(now());
  await seedThreads(now());
  await seedContact(now());
  await seedSupport(now());
  await seedApplication(now());
  await seedAnnouncements(now());
}

async function refuseStrangers(tx: Tx): Promise<void> {
  const cast = Object.values(CAST).map((m) => m.uid);
  const profile = await tx.selectFrom("users").select("uid").where("uid", "not in", cast).executeTakeFirst();
  const account = await tx.selectFrom("auth_user").select("id").where("id", "not in", cast).executeTakeFirst();
  if (profile || account)
    throw new Error(
      "This database holds people who are not of the demo's cast, so the demo world is not put into it. Unset DEMO, or use an empty data directory.",
    );
}
