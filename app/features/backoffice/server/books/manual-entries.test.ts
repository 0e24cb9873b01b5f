import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { personOf } from "#db/seed/cast.ts";
import { ENTRY_LIST } from "../../rules/lists/entry-list.ts";
import { readMonths } from "./read-months.ts";
import { closeMonth, proposeClosing } from "./close-month.ts";
import { findOpenItems } from "./find-open-items.ts";
import {
  decideEntry,
  getEntryDocument,
  reverseEntry,
  sendEntry,
  takeBackEntries,
  withdrawEntry,
} from "./manual-entries.ts";
import { listEntries, readEntry, readNewEntry } from "./read-entries.ts";
import { openEntry } from "./read-journal.ts";

const [ada, ben, sam, amara] = (["ada", "ben", "sam", "amara"] as const).map((name) => personOf(name)!);
const PDF = new TextEncoder().encode("%PDF-1.7 an invoice");
const NOTHING = new Uint8Array();

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await sql`truncate journal_lines, journal_entries, ledger_moves, ledger_days, ledger_parties, closed_balances,
    closed_months, month_closings, manual_entries, money_differences cascade`.execute(world.db);
});

type Sent = Partial<Parameters<typeof sendEntry>[1]>;
const today = dayOf(NOON);
async function send(of: Sent = {}, actor = ada!, cents = 12_050) {
  const entryId = of.entryId ?? newId("manualEntry");
  const { state } = await sendEntry(actor, {
    entryId,
    day: today,
    memo: "Hosting, invoice not here yet",
    reason: "The provider bills in December.",
    takeBackOn: "",
    lines: [
      { account: "other_costs", amountMinor: cents },
      { account: "accrued_costs", amountMinor: -cents },
    ],
    bytes: NOTHING,
    ...of,
  });
  return { entryId, state };
}
const LARGE = 100_001;
const kept = () => world.db.selectFrom("manual_entries").selectAll().orderBy("createdAt").orderBy("id").execute();
const posted = () => world.db.selectFrom("journal_entries").selectAll().orderBy("seq").execute();

test("a small entry is booked at once, on its day, and shows its cause", async () => {
  const { entryId, state } = await send({ day: "2026-11-02" });
  expect(state).toBe("booked");
  expect(await balanceOf("accrued_costs")).toBe(-12_050);
  expect(await ledgerSum()).toBe(0);
  const [entry] = await posted();
  expect(entry).toMatchObject({ kind: "manual", causeType: "manual_entry", causeId: entryId });
  expect(entry!.bookedAt.toISOString()).toBe("2026-11-02T00:00:00.000Z");
  expect((await openEntry(ada!, entry!.id)).cause.to).toBe(`/admin/accounts/entries/${entryId}`);
  expect(await readEntry(ben!, entryId)).toMatchObject({ state: "booked", maker: "Ada Lindqvist", decider: null });
  expect((await reconcileLedger()).differenceCount).toBe(0);
});

test("the same form sent twice, or twice at once, is one entry", async () => {
  const entryId = newId("manualEntry");
  const answers = await Promise.allSettled([send({ entryId }), send({ entryId }), send({ entryId })]);
  expect(answers.filter((it) => it.status === "fulfilled" && it.value.state === "booked")).toHaveLength(1);
  expect((await send({ entryId })).state).toBe("kept");
  expect(await posted()).toHaveLength(1);
  expect(await kept()).toHaveLength(1);
});

test("above the policy's sum, a second person agrees, and never the first", async () => {
  const { entryId, state } = await send({}, ada, LARGE);
  expect(state).toBe("waiting");
  expect(await posted()).toEqual([]);
  const agree = (actor = ben!) => decideEntry(actor, { entryId, approve: true });
  await expect(agree(ada)).rejects.toMatchObject({ kind: "refused" });
  for (const actor of [sam!, amara!]) await expect(agree(actor)).rejects.toMatchObject({ kind: "refused" });
  const both = await Promise.allSettled([agree(), agree(), withdrawEntry(ada!, { entryId })]);
  expect(both.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  const [row] = await kept();
  expect((await posted()).length).toBe(row!.state === "booked" ? 1 : 0);
  await expect(agree()).rejects.toMatchObject({ code: "decided" });
});

test("is declined with a reason, or taken back by the person who made it", async () => {
  const { entryId } = await send({}, ada, LARGE);
  await expect(decideEntry(ben!, { entryId, approve: false })).rejects.toMatchObject({ kind: "invalid" });
  await decideEntry(ben!, { entryId, approve: false, reason: "Already in October." });
  expect(await readEntry(ada!, entryId)).toMatchObject({ state: "declined", decision: "Already in October." });
  const other = await send({}, ada, LARGE);
  await expect(withdrawEntry(ben!, { entryId: other.entryId })).rejects.toMatchObject({ kind: "refused" });
  await withdrawEntry(ada!, { entryId: other.entryId });
  await withdrawEntry(ada!, { entryId: other.entryId });
  await expect(decideEntry(ben!, { entryId: other.entryId, approve: true })).rejects.toMatchObject({ code: "decided" });
  expect(await posted()).toEqual([]);
});

test("what can't be booked is refused at its field, and nothing is kept", async () => {
  const line = (account: string, amountMinor: number) => ({ account, amountMinor }) as never;
  for (const [of, field] of [
    [{ day: "2026-12-01" }, "day"],
    [{ day: "yesterday" }, "day"],
    [{ lines: [line("other_costs", 5), line("equity", -4)] }, "lines"],
    [{ lines: [line("bank", 5), line("equity", -5)] }, "lines"],
    [{ lines: [line("other_costs", Number.NaN), line("equity", -5)] }, "lines"],
    [{ takeBackOn: today }, "takeBackOn"],
    [{ bytes: new TextEncoder().encode("<html>") }, "files"],
    [{ memo: "" }, "memo"],
    [{ reason: "x" }, "reason"],
  ] as [Sent, string][])
    await expect(send(of), field).rejects.toMatchObject({ kind: "invalid", fields: { [field]: expect.any(String) } });
  await expect(send({ lines: [line("nothing", 5), line("equity", -5)] })).rejects.toMatchObject({ kind: "invalid" });
  await expect(send({ entryId: "men_1" })).rejects.toMatchObject({ kind: "invalid" });
  for (const actor of [sam!, amara!]) {
    await expect(send({}, actor)).rejects.toMatchObject({ kind: "refused" });
    await expect(send({ bytes: PDF }, actor)).rejects.toMatchObject({ kind: "refused" });
    await expect(readNewEntry(actor)).rejects.toMatchObject({ kind: "refused" });
    await expect(listEntries(actor, readListQuery(new URLSearchParams(), ENTRY_LIST))).rejects.toMatchObject({
      kind: "refused",
    });
  }
  expect(await kept()).toEqual([]);
});

test("its document is encrypted, for people who keep the books, and kept once", async () => {
  const { entryId } = await send({ bytes: PDF });
  const [row] = await kept();
  const { stream } = await storage().read(row!.file!.storageKey);
  expect(await new Response(stream).text()).not.toContain("invoice");
  const get = (actor = ben!) =>
    getEntryDocument(new Request(`http://stet.test/api/journal-entries/${entryId}/document`), {
      actor,
      params: { id: entryId },
    });
  expect(Buffer.from(await (await get()).arrayBuffer()).toString()).toBe("%PDF-1.7 an invoice");
  for (const actor of [sam!, amara!]) await expect(get(actor)).rejects.toMatchObject({ kind: "refused" });
  await send({ entryId, bytes: PDF });
  expect(await kept()).toHaveLength(1);
  const none = await send();
  await expect(
    getEntryDocument(new Request("http://stet.test/"), { actor: ben!, params: { id: none.entryId } }),
  ).rejects.toMatchObject({ kind: "not-found" });
});

async function closeOctober() {
  await send({ day: "2026-10-15" });
  const items = (await findOpenItems(world.db, "2026-10")).map(({ key, count }) => ({ key, count, reason: "Known." }));
  await proposeClosing(ben!, { month: "2026-10", items });
  await closeMonth(ada!, { month: "2026-10" });
}

test("never into a closed month, also if it closed while the entry waited", async () => {
  const waiting = await send({ day: "2026-10-20" }, ada, LARGE);
  expect((await findOpenItems(world.db, "2026-10")).find((item) => item.key === "entries")).toMatchObject({ count: 1 });
  await closeOctober();
  expect((await readMonths(ada!, 1)).closed.rows[0]!.open).toContainEqual(
    expect.objectContaining({ key: "entries", reason: "Known." }),
  );
  await expect(send({ day: "2026-10-31" })).rejects.toMatchObject({ kind: "invalid" });
  await expect(decideEntry(ben!, { entryId: waiting.entryId, approve: true })).rejects.toMatchObject({
    fields: { day: expect.stringContaining("2026-11-01") },
  });
  expect(await posted()).toHaveLength(1);
  expect((await readNewEntry(ada!)).openFrom).toBe("2026-11-01");
});

test("is taken back once by its opposite, with a second person if it needed one", async () => {
  const { entryId } = await send({ day: "2026-11-02" });
  const reverse = (of: { day?: string; entryId?: string } = {}, actor = ben!) =>
    reverseEntry(actor, { entryId, day: today, reason: "Booked twice.", ...of });
  for (const actor of [sam!, amara!]) await expect(reverse({}, actor)).rejects.toMatchObject({ kind: "refused" });
  await expect(reverse({ day: "2026-11-01" })).rejects.toMatchObject({ kind: "invalid" });
  const tries = await Promise.allSettled([reverse(), reverse(), reverse({}, ada)]);
  expect(tries.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  await expect(reverse()).rejects.toMatchObject({ code: "reversed" });
  expect(await balanceOf("accrued_costs")).toBe(0);
  const [first, second] = await posted();
  expect(await openEntry(ada!, first!.id)).toMatchObject({ reversedBy: second!.id });
  const opposite = (await kept()).find((row) => row.reversesId === entryId)!;
  expect(await readEntry(ada!, entryId)).toMatchObject({ mayReverse: false, reversal: { id: opposite.id } });
  await expect(reverse({ entryId: opposite.id })).rejects.toMatchObject({ code: "is_reversal" });

  const large = await send({}, ada, LARGE);
  await expect(reverse({ entryId: large.entryId })).rejects.toMatchObject({ code: "not_booked" });
  await decideEntry(ben!, { entryId: large.entryId, approve: true });
  expect(await reverse({ entryId: large.entryId })).toEqual({ state: "waiting" });
  const waiting = (await kept()).find((row) => row.reversesId === large.entryId)!;
  await decideEntry(ada!, { entryId: waiting.id, approve: false, reason: "It was right." });
  expect(await reverse({ entryId: large.entryId })).toEqual({ state: "waiting" });
});

test("the clock takes back what it was told to, once, with two processes at once", async () => {
  const { entryId } = await send({ takeBackOn: "2026-12-01" });
  const at = (day: string) => new Date(`${day}T00:10:00Z`);
  expect(await takeBackEntries(at("2026-11-30"))).toBe(0);
  const listed = await listEntries(ada!, readListQuery(new URLSearchParams(), ENTRY_LIST));
  expect(listed.rows.map((row) => row.takeBackOn)).toEqual(["2026-12-01"]);
  setClock(at("2026-12-01"));
  const done = await Promise.all([takeBackEntries(at("2026-12-01")), takeBackEntries(at("2026-12-01"))]);
  expect(done[0]! + done[1]!).toBe(1);
  expect(await takeBackEntries(at("2026-12-02"))).toBe(0);
  expect(await balanceOf("accrued_costs")).toBe(0);
  expect((await posted()).map((entry) => dayOf(entry.bookedAt))).toEqual([today, "2026-12-01"]);
  expect(await readEntry(ada!, entryId)).toMatchObject({ reversal: { state: "booked" } });
  const { rows } = await listEntries(ada!, readListQuery(new URLSearchParams(), ENTRY_LIST));
  expect(rows.map((row) => row.takeBackOn)).toEqual([null, null]);
});

test("the list finds entries by what they say, and by where they stand", async () => {
  await send();
  await send({ memo: "Rent for the office" }, ada, LARGE);
  const find = async (query: string) =>
    (await listEntries(ben!, readListQuery(new URLSearchParams(query), ENTRY_LIST))).rows.map((row) => row.memo);
  expect(await find("")).toHaveLength(2);
  expect(await find("q=rent")).toEqual(["Rent for the office"]);
  expect(await find("state=waiting")).toEqual(["Rent for the office"]);
  expect(await find("state=declined")).toEqual([]);
});
