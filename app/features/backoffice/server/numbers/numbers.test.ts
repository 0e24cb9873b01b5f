import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fullDraft, quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { recordOpened } from "#app/features/accounts/server/settings/open-account.ts";
import { remindOfQuotes } from "#app/features/notifications/server/remind-of-quotes.ts";
import { discardDraft } from "#app/features/orders/server/drafts/discard-draft.ts";
import { readDraftPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { storePriceViews } from "#app/features/orders/server/drafts/price-views.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { startBatches, stopBatches } from "#app/platform/server/lists/batches.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import {
  forgetVisits,
  noteVisit,
  takeVisits,
  visitorSource,
  withVisitor,
} from "#app/platform/server/requests/visits.ts";
import { readNumbers, sumOf } from "../../rules/numbers.ts";
import { listFreeWords } from "./list-free-words.ts";
import { numbersCsv } from "./numbers-csv.ts";
import { readNumbersOf } from "./read-numbers.ts";
import { rollUpNumbers } from "./roll-up.ts";
import { storeVisits } from "./store-visits.ts";

const [ada, amara, mei] = [personOf("ada"), personOf("amara"), personOf("mei")];
const CHROME = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  forgetVisits();
  for (const table of ["daily_numbers", "numbers_rollup", "price_views"] as const)
    await world.db.deleteFrom(table).execute();
  await world.db
    .updateTable("orders")
    .set({ status: "cancelled", paidAt: null, quotedAt: null, deliveredAt: null, flags: json({}) })
    .execute();
});

const visitor = (address: string, more: Record<string, string> = {}) => {
  const headers: Record<string, string> = {
    "user-agent": CHROME,
    accept: "text/html",
    "x-forwarded-for": address,
    ...more,
  };
  return (name: string) => headers[name];
};
const numbers = () =>
  world.db.selectFrom("daily_numbers").select(["what", "about", "amount"]).orderBy("what").orderBy("about").execute();
const visits = async () => {
  await storeVisits();
  return (await numbers()).filter((n) => n.what === "visits").map((n) => [n.about, Number(n.amount)]);
};
const asked = (days: number) =>
  readNumbers(
    new URLSearchParams({
      from: after(NOON, -days * DAY)
        .toISOString()
        .slice(0, 10),
    }),
    NOON,
  );
const set = (id: string, values: object) => world.db.updateTable("orders").set(values).where("id", "=", id).execute();

describe("visits", () => {
  test("count once a day per device, by source, without robots, prefetching, or ways within the site", async () => {
    noteVisit(visitor("1.1.1.1", { referer: "https://www.google.com/" }), "/");
    noteVisit(visitor("1.1.1.1"), "/pricing");
    noteVisit(visitor("2.2.2.2"), "/?utm_source=poster");
    noteVisit(visitor("3.3.3.3"), "/");
    noteVisit(visitor("4.4.4.4", { referer: "http://localhost:3000/" }), "/pricing");
    noteVisit(visitor("5.5.5.5", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }), "/");
    noteVisit(visitor("6.6.6.6", { "user-agent": "" }), "/");
    noteVisit(visitor("7.7.7.7", { "sec-purpose": "prefetch" }), "/");
    noteVisit(visitor("8.8.8.8", { "sec-fetch-dest": "image" }), "/");
    expect(await visits()).toEqual([
      ["direct", 1],
      ["google.com", 1],
      ["utm:poster", 1],
    ]);
    setClock(after(NOON, DAY));
    noteVisit(visitor("1.1.1.1"), "/");
    expect(await visits()).toEqual([
      ["direct", 1],
      ["direct", 1],
      ["google.com", 1],
      ["utm:poster", 1],
    ]);
  });

  test("store nothing about a visitor: the database has a day, a source, and a sum", async () => {
    noteVisit(visitor("203.0.113.77", { referer: "https://mail.example/inbox?user=amara" }), "/");
    const [taken] = takeVisits();
    expect(taken).toEqual({ day: "2026-11-21", what: "visits", source: "mail.example", amount: 1 });
    expect(await numbers()).toEqual([]);
  });

  test("are added up from two processes, and kept if the database can't be reached", async () => {
    noteVisit(visitor("1.1.1.1"), "/");
    await storeVisits();
    noteVisit(visitor("2.2.2.2"), "/");
    noteVisit(visitor("3.3.3.3"), "/");
    await world.db.schema.alterTable("daily_numbers").renameTo("away").execute();
    await expect(storeVisits()).rejects.toThrow("daily_numbers");
    await world.db.schema.alterTable("away").renameTo("daily_numbers").execute();
    expect(await visits()).toEqual([["direct", 3]]);
  });

  test("are stored when a process ends", async () => {
    startBatches([storeVisits]);
    noteVisit(visitor("1.1.1.1"), "/");
    await stopBatches();
    expect((await numbers()).map((n) => [n.what, Number(n.amount)])).toEqual([["visits", 1]]);
  });

  test("are bounded in sources", async () => {
    for (let i = 0; i < 260; i++)
      noteVisit(visitor(`10.0.${i >> 8}.${i & 255}`, { referer: `https://spam${i}.example/` }), "/");
    const counted = await visits();
    expect(counted.length).toBeLessThanOrEqual(201);
    expect(counted.find(([source]) => source === "other")).toEqual(["other", 60]);
  });
});

describe("the funnel", () => {
  test("follows an order from its visitor's source to the payment, and counts each step once", async () => {
    const here = visitor("9.9.9.9", { referer: "https://scholar.google.com/" });
    noteVisit(here, "/");
    expect(withVisitor(here, visitorSource)).toBe("scholar.google.com");
    expect(withVisitor(visitor("9.9.9.8"), visitorSource)).toBeNull();
    const order = await withVisitor(here, () => quotedOrder(amara));
    await withVisitor(here, () => recordOpened("usr_new"));
    await recordOpened("usr_new");
    for (let times = 0; times < 2; times++) {
      await readDraftPage(amara, order.id, null);
      await storePriceViews();
    }
    await set(order.id, { status: "paid", paidAt: NOON });
    await storeVisits();
    await Promise.all([rollUpNumbers(NOON), rollUpNumbers(NOON)]);
    await rollUpNumbers(after(NOON, 6 * MINUTE));
    const figures = await readNumbersOf(ada, asked(0));
    for (const what of ["visits", "files", "prices", "signUps", "paid"] as const)
      expect([what, sumOf(figures.now, what, "scholar.google.com")]).toEqual([what, 1]);
    expect(sumOf(figures.now, "orderedWords", "environmental-science")).toBe(1_000);
    // A dropped file stays counted after its draft and file are deleted.
    await world.db.deleteFrom("price_views").execute();
    await world.db.deleteFrom("files").where("orderId", "=", order.id).execute();
    await rollUpNumbers(after(NOON, 12 * MINUTE));
    expect(sumOf((await readNumbersOf(ada, asked(0))).now, "files", "scholar.google.com")).toBe(1);
  });

  test("is for admins only, both page and CSV", async () => {
    await expect(readNumbersOf(personOf("sam"), asked(7))).rejects.toMatchObject({ kind: "refused" });
    const request = new Request("http://localhost/api/csv/numbers?table=funnel");
    await expect(numbersCsv(request, { actor: amara })).rejects.toMatchObject({ kind: "refused" });
    const answer = await numbersCsv(request, { actor: ada });
    expect(await answer.text()).toMatch(
      /^Day,Visits,Files dropped,Prices seen,Sign-ups,Paid orders\r?\n2026-10-25,0,0,0,0,0/,
    );
    await expect(
      numbersCsv(new Request("http://localhost/api/csv/numbers?table=x"), { actor: ada }),
    ).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("the days' figures", () => {
  test("show returning clients, how soon editors accepted, what was on time, and what support kept", async () => {
    const first = await quotedOrder(mei);
    const second = await quotedOrder(mei);
    const late = after(NOON, -2 * HOUR);
    await set(first.id, {
      status: "delivered",
      assignedTo: "usr_jonas",
      paidAt: after(NOON, -3 * DAY),
      assignedAt: after(NOON, -3 * DAY + 30 * MINUTE),
      deliveredAt: late,
      dueAt: NOON,
    });
    await set(second.id, {
      status: "delivered",
      assignedTo: "usr_jonas",
      paidAt: after(NOON, -2 * DAY),
      assignedAt: after(NOON, -2 * DAY + 5 * HOUR),
      deliveredAt: late,
      dueAt: after(late, -MINUTE),
    });
    await world.db
      .insertInto("tickets")
      .values({
        id: "tkt_1",
        number: "T-1",
        channel: "ticket",
        ownerUid: mei.uid,
        ownerRole: "client",
        subject: "A question",
        category: "other",
        priority: "normal",
        status: "resolved",
        firstResponseDueAt: NOON,
        firstRespondedAt: late,
        clocksFromAt: late,
        pauses: json([]),
        flags: json({ "resolution:breach": NOON.toISOString() }),
        resolvedAt: NOON,
        lastAt: NOON,
        lastRole: "support",
        createdAt: late,
        updatedAt: NOON,
      })
      .execute();
    await rollUpNumbers(NOON);
    const { now } = await readNumbersOf(ada, asked(7));
    expect({
      repeat: sumOf(now, "repeatOrders"),
      hour: sumOf(now, "taken", "1h"),
      day: sumOf(now, "taken", "24h"),
      minutes: sumOf(now, "takenMinutes"),
      delivered: sumOf(now, "delivered"),
      onTime: sumOf(now, "deliveredOnTime"),
      answered: [sumOf(now, "answered"), sumOf(now, "answeredInTime")],
      resolved: [sumOf(now, "resolved"), sumOf(now, "resolvedInTime")],
    }).toEqual({
      repeat: 1,
      hour: 1,
      day: 1,
      minutes: 330,
      delivered: 2,
      onTime: 1,
      answered: [1, 1],
      resolved: [1, 0],
    });
  });

  test("say what became of quotes, also when that changes later", async () => {
    const [open, paid, gone] = [await quotedOrder(amara), await quotedOrder(mei), await quotedOrder(personOf("jonas"))];
    await discardDraft(personOf("jonas"), { orderId: gone.id });
    await set(gone.id, { quotedAt: NOON });
    const at = after(NOON, DAY);
    setClock(at);
    expect(await remindOfQuotes(at)).toBe(2);
    await set(paid.id, { status: "paid", paidAt: after(at, HOUR) });
    await rollUpNumbers(at);
    const outcomes = async () =>
      (await numbers()).filter((n) => n.what === "quotes").map((n) => [n.about, Number(n.amount)]);
    expect(await outcomes()).toEqual([
      ["discarded", 1],
      ["open", 1],
      ["paid_reminded", 1],
    ]);
    await set(open.id, { status: "expired" });
    await rollUpNumbers(after(at, 7 * DAY));
    expect(await outcomes()).toEqual([
      ["discarded", 1],
      ["expired", 1],
      ["paid_reminded", 1],
    ]);
  });

  test("compare editors' free words with refused orders", async () => {
    const { id } = await fullDraft(amara, 1_000, { subfield: "surgery" });
    await readDraftPage(amara, id, null);
    await storePriceViews();
    await rollUpNumbers(NOON);
    const figures = await readNumbersOf(ada, asked(0));
    expect(sumOf(figures.now, "refusedWords", "surgery")).toBe(1_000);
    const free = await listFreeWords(NOON);
    expect(free.length).toBeGreaterThan(0);
    expect(figures.freeOn).toBe("2026-11-21");
    for (const { subfield, words } of free) expect(sumOf(figures.free, "freeWords", subfield)).toBe(words);
    // Paid after all: not lost.
    await set(id, { paidAt: NOON });
    await rollUpNumbers(after(NOON, 6 * MINUTE));
    expect(sumOf((await readNumbersOf(ada, asked(0))).now, "refusedWords")).toBe(0);
  });

  test("go back to the first order if there are none yet", async () => {
    const { id } = await fullDraft(amara);
    await set(id, { createdAt: after(NOON, -200 * DAY), paidAt: after(NOON, -190 * DAY), status: "cancelled" });
    for (let run = 0; run < 6; run++) await rollUpNumbers(after(NOON, run * 6 * MINUTE));
    expect(sumOf((await readNumbersOf(ada, asked(200))).now, "paid")).toBe(1);
    const rollup = await world.db.selectFrom("numbers_rollup").selectAll().executeTakeFirstOrThrow();
    expect(rollup.throughAt.toISOString()).toBe("2026-11-21T00:00:00.000Z");
  });
});
