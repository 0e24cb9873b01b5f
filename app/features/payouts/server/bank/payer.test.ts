import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { availableEarning } from "../../testing/earnings.ts";
import { approveRun } from "../runs/approve-run.ts";
import { prepareRun } from "../runs/prepare-run.ts";

const [ada, ben, jonas] = [personOf("ada"), personOf("ben"), personOf("jonas")];
const COMPANY = {
  legalName: "Marginalia GmbH",
  address: "Lindenallee 4",
  town: "Frankfurt am Main",
  country: "DE",
  registration: "HRB 12345",
  vatRegistered: "no" as const,
};

let world: TestWorld;
beforeAll(async () => {
  // A demo has an example company.
  world = await openWorld({ DEMO: "0", MAIL_FROM: "Stet <post@stet.example>" });
  setClock(new Date("2026-12-17T09:00:00Z"));
  await availableEarning(jonas.uid, 9_000, NOON);
});
afterAll(() => world.close());

const fileOf = async (id: string) =>
  (await world.db.selectFrom("payout_runs").select("fileBody").where("id", "=", id).executeTakeFirstOrThrow()).fileBody;

test("editors are paid in the name of the company on its invoices, and of nobody else", async () => {
  await expect(prepareRun(ada, {})).rejects.toMatchObject({
    kind: "invalid",
    code: "no_payer",
    message: "The company's details aren't saved yet.",
  });
  await saveCompany(ada, { ...COMPANY, legalName: "株式会社", version: 0 });
  await expect(prepareRun(ada, {})).rejects.toMatchObject({ message: "Banks can't read the company's name or city." });

  await saveCompany(ada, { ...COMPANY, legalName: "Earlier GmbH", version: 1 });
  const { runId } = await prepareRun(ada, {});
  await saveCompany(ada, { ...COMPANY, version: 2 });
  await approveRun(ben, { runId });
  const file = await fileOf(runId);
  expect(file).toContain("<InitgPty><Nm>Marginalia GmbH</Nm>");
  expect(file).toContain("<Dbtr><Nm>Marginalia GmbH</Nm>");
  expect(file).not.toMatch(/Stet Editing|Earlier GmbH/);
  const invoice = await world.db.selectFrom("invoices").select("document").executeTakeFirstOrThrow();
  expect(JSON.stringify(invoice.document)).toContain("Marginalia GmbH");
});
