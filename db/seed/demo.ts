import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { CAST, actorOf, personOf } from "./cast.ts";
import { seedAnnouncements } from "./demo-announcements.ts";
import { seedApplication } from "./demo-application.ts";
import { seedCompany } from "./demo-company.ts";
import { seedEditorPages } from "./demo-editor-pages.ts";
import { seedContact } from "./demo-contact.ts";
import { seedSupport } from "./demo-support.ts";
import { seedLegalTexts } from "./demo-legal.ts";
import { seedPolicies } from "./demo-policies.ts";
import { GEOLOGISTS } from "./demo-geologists.ts";
import { READERS } from "./demo-readers.ts";
import { seedKyc, signAgreements } from "./demo-kyc.ts";
import { LAB_PREPAYS_MINOR, seedCredit, seedLab, seedLabOrders } from "./demo-organization.ts";
import { seedBankStatement } from "./demo-bank.ts";
import { seedBlog } from "./demo-blog.ts";
import { seedOrders } from "./demo-orders.ts";
import { seedEntries, seedMonths } from "./demo-months.ts";
import { seedRates } from "./demo-rates.ts";
import { seedStyleSheet } from "./demo-style-sheet.ts";
import { seedThreads } from "./demo-threads.ts";
import { seedAccounts } from "./seed-accounts.ts";
import { seedCast } from "./seed-cast.ts";

/**
 * Creates the demo world once and marks the database. People who sign up in it stay.
 * @throws when the unmarked database contains anyone outside the cast
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

/** Sign-in instructions for the person who started the demo. */
export const hintOfDemo = (): string =>
  `Sign in as ${CAST.amara.email} (author), ${CAST.jonas.email} (editor) or ${CAST.ada.email} (admin) with the password ${config().demoPassword}. Emails appear at /auth/mailbox.`;

/** Whether the demo's orders have been created. */
export const hasDemoOrders = async (): Promise<boolean> =>
  (await database().selectFrom("orders").select("id").limit(1).executeTakeFirst()) !== undefined;

/**
 * Creates the demo's orders through the product's own commands and jobs. The job queue must be open with no other
 * worker, and the card sandbox must be running. Call it only if `hasDemoOrders` is false.
 */
export async function seedDemoOrders(): Promise<void> {
  await seedCompany();
  await seedLegalTexts(now());
  await seedPolicies(now());
  await seedOrders(now());
  await signAgreements([
    personOf("jonas"),
    personOf("priya"),
    ...[GEOLOGISTS.ruth, READERS.ines, READERS.tomas].map(actorOf),
  ]);
  const lab = await seedLab();
  await seedBankStatement(now(), { number: lab.number, minor: LAB_PREPAYS_MINOR });
  await seedLabOrders(lab.organizationId, now());
  await seedCredit(now());
  await seedEditorPages();
  await seedThreads(now());
  await seedStyleSheet();
  await seedContact(now());
  await seedSupport(now());
  await seedApplication(now());
  await seedAnnouncements(now());
  await seedMonths(now());
  await seedEntries(now());
  await seedRates(now());
}

async function refuseStrangers(tx: Tx): Promise<void> {
  const cast = Object.values(CAST).map((m) => m.uid);
  const profile = await tx.selectFrom("users").select("uid").where("uid", "not in", cast).executeTakeFirst();
  const account = await tx.selectFrom("auth_user").select("id").where("id", "not in", cast).executeTakeFirst();
  if (profile || account)
    throw new Error(
      "This database contains people outside the demo cast, so the demo world wasn't created. Unset DEMO or use an empty data directory.",
    );
}
