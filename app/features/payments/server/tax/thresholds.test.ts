import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { readThresholds, tellOfThresholds, watchThresholds } from "./thresholds.ts";

let world: TestWorld;
const [ada, farah, sam, amara] = [personOf("ada"), personOf("farah"), personOf("sam"), personOf("amara")];

beforeAll(async () => {
  world = await openWorld();
  await saveCompany(ada, {
    legalName: "Stet GmbH",
    address: "Hauptstraße 1",
    town: "60311 Frankfurt am Main",
    country: "DE",
    registration: "HRB 12345",
    version: "0",
  });
  const importId = newId("rateImport");
  await world.db
    .insertInto("rate_imports")
    .values({
      id: importId,
      fileName: "rates.csv",
      sha256: "0".repeat(64),
      days: 1,
      added: 1,
      changed: 0,
      fromOn: "2026-11-19",
      toOn: "2026-11-19",
      importedBy: ada.uid,
      importedAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("reference_rates")
    .values({ rateOn: "2026-11-19", micros: 1_250_000, others: json({ NOK: 12_500_000 }), importId })
    .execute();
});
afterAll(() => world.close());

let numbers = 0;
async function issued(
  netMinor: number,
  buyer: { country: string; state?: string; vatId?: string },
  daysAgo = 0,
  kind: "invoice" | "credit_note" = "invoice",
) {
  await world.db
    .insertInto("invoices")
    .values({
      id: newId("invoice"),
      kind,
      number: `T-${++numbers}`,
      ownerId: amara.uid,
      totalMinor: netMinor,
      currency: "USD",
      document: json({
        netMinor,
        buyer: {
          name: "A",
          country: buyer.country,
          vatId: buyer.vatId ?? null,
          address: buyer.state ? [buyer.state] : [],
        },
      }),
      issuedAt: after(NOON, -daysAgo * DAY),
    })
    .execute();
}
const row = async (id: string) => (await readThresholds(farah)).find((it) => it.id === id)!;
const facts = () => world.db.selectFrom("facts").select("data").where("kind", "=", "tax.threshold_reached").execute();

test("sales are measured in the authority's currency, by place and buyer, less credit notes", async () => {
  expect(await row("no")).toMatchObject({ measuredMinor: 0, state: "below" });
  await issued(450_000, { country: "NO" });
  await issued(40_000, { country: "NO" }, 0, "credit_note");
  await issued(900_000, { country: "NO", vatId: "NO123456785MVA" });
  expect(await row("no")).toMatchObject({ measuredMinor: 4_100_000, sales: 1, state: "near", lacking: 0 });
});

test("a document without a reference rate is told apart", async () => {
  await issued(100_000, { country: "NO" }, 60);
  expect(await row("no")).toMatchObject({ measuredMinor: 4_100_000, lacking: 1 });
});

test("worldwide sales count only once there's a sale in the place", async () => {
  expect(await row("ch")).toMatchObject({ measuredMinor: 0, lacking: 0 });
});

test("a state is the one of the buyer's address", async () => {
  await issued(10_000_001, { country: "US", state: "South Dakota" });
  expect(await row("us-sd")).toMatchObject({ measuredMinor: 10_000_001, state: "crossed" });
  expect(await row("us-wv")).toMatchObject({ measuredMinor: 0, state: "below" });
});

test("the nearest to crossing come first", async () => {
  expect((await readThresholds(farah)).slice(0, 2).map((it) => it.id)).toEqual(["us-sd", "no"]);
});

test("only those with the duty read them", async () => {
  await expect(readThresholds(sam)).rejects.toMatchObject({ kind: "refused" });
  await expect(readThresholds(amara)).rejects.toMatchObject({ kind: "refused" });
});

test("the finance team is told once for each threshold, level, and period, also by two processes", async () => {
  await watchThresholds(NOON);
  expect(await facts()).toEqual([]);
  await Promise.all([tellOfThresholds(NOON), tellOfThresholds(NOON)]);
  expect((await facts()).length).toBe(2);
  expect(await tellOfThresholds(NOON)).toBe(0);
  await issued(100_000, { country: "NO" });
  await watchThresholds(new Date("2026-11-22T06:20:00Z"));
  expect((await facts()).map(({ data }) => data)).toContainEqual(
    expect.objectContaining({ name: "Norway", crossed: true }),
  );
  expect((await facts()).length).toBe(3);
});
