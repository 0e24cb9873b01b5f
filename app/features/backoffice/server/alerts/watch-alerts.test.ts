import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { ALERT_TYPES } from "#app/features/integrations/rules/alerts.ts";
import { addAlertChannel } from "#app/features/integrations/server/alerts/alert-channels.ts";
import { watchAlerts } from "./watch-alerts.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await addAlertChannel(personOf("ada"), {
    format: "email",
    alerts: [...ALERT_TYPES],
    quietFrom: null,
    quietTo: null,
  });
}, 60_000);
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const told = async () =>
  (await world.db.selectFrom("webhook_events").select(["type", "payload"]).orderBy("id").execute()).map(
    ({ type, payload }) => [type, payload.data.alert?.title],
  );

test("a failed job, a difference, and a subfield without editors are told once each, and again when they're new", async () => {
  await watchAlerts(NOON);
  expect(await told()).toEqual([]);
  await enqueue(world.db, "mail", { mailId: "eml_1" });
  await sql`update pgboss.job set name = 'dead-jobs', source_name = name where name = 'mail'`.execute(world.db);
  const difference = (key: string, foundAt: Date) =>
    world.db
      .insertInto("money_differences")
      .values({
        key,
        kind: "not_booked",
        title: `A line of ${key}`,
        amountMinor: minor(100),
        currency: "USD",
        foundAt,
      })
      .execute();
  await difference("one", NOON);
  const today = dayOf(NOON);
  const number = (what: string, about: string, amount: number, day = today) =>
    world.db
      .insertInto("daily_numbers")
      .values({ day, what, about, amount } as never)
      .execute();
  await number("freeWords", "ecology", 4_000);
  await number("freeWords", "surgery", 90_000);
  await number("orderedWords", "ecology", 6_000, dayOf(after(NOON, -2 * DAY)));
  await number("orderedWords", "surgery", 6_000);
  const expected = [
    ["alert.difference", "A difference in the books"],
    ["alert.job_failed", "A job failed for good: mail"],
    ["alert.low_capacity", "Few editors in Ecology and evolution"],
  ];
  await Promise.all([watchAlerts(NOON), watchAlerts(NOON)]);
  await watchAlerts(after(NOON, MINUTE));
  expect((await told()).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual(expected);
  await difference("two", after(NOON, DAY));
  await watchAlerts(after(NOON, DAY));
  expect((await told()).length).toBe(4);
});
