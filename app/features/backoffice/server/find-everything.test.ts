import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { NOBODY, type Actor } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { createPost } from "#app/features/blog/server/create-post.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { noteOnTicket } from "#app/features/support/server/tickets/note-on-ticket.ts";
import { FOUND_LIMIT, FOUND_PAGE, type FoundAnswer, type FoundKind } from "../rules/search-results.ts";
import { findEverything, findOnPage, searchEverything } from "./find-everything.ts";

let world: TestWorld;
let order: { id: string; number: string };
const [ada, sam, amara, mei, jonas, priya] = (["ada", "sam", "amara", "mei", "jonas", "priya"] as const).map((who) =>
  personOf(who),
) as [Actor, Actor, Actor, Actor, Actor, Actor];
const rowsOf = async (actor: Actor, q: string, kind: FoundKind) =>
  (await findEverything(actor, q)).groups.find((it) => it.kind === kind)?.rows ?? [];
const links = async (actor: Actor, q: string) => {
  const { groups } = await findEverything(actor, q);
  const of = (kind: FoundKind) => (groups.find((it) => it.kind === kind)?.rows ?? []).map((it) => it.to);
  return { people: of("people"), orders: of("orders"), tickets: of("tickets") };
};
/** How many of each kind are found and counted. */
const counts = async (actor: Actor, q: string): Promise<Record<string, number>> => {
  const { groups } = await findOnPage(actor, q, null, 1);
  return Object.fromEntries(groups.map((it) => [it.kind, it.total]));
};
const nothing = { people: [], orders: [], tickets: [] };

beforeAll(async () => {
  world = await openWorld();
  const { id } = await orderIn("in_progress");
  await world.db
    .updateTable("orders")
    .set({ title: "Tides/currents of the Øresund", number: "S-777001" })
    .where("id", "=", id)
    .execute();
  order = await world.db.selectFrom("orders").select(["id", "number"]).where("id", "=", id).executeTakeFirstOrThrow();
});
afterAll(() => world.close());

describe("a search", () => {
  test("finds an order by its number and by the beginnings of words, for everyone who may open it, at their own page", async () => {
    for (const q of [order.number, order.number.toLowerCase(), order.number.slice(2), "tid", "CURR tides", "øre"]) {
      expect((await links(ada, q)).orders).toEqual([`/admin/orders/${order.id}`]);
      expect((await links(sam, q)).orders).toEqual([`/support-desk/orders/${order.id}`]);
      expect((await links(amara, q)).orders).toEqual([`/order/${order.id}`]);
      expect((await links(jonas, q)).orders).toEqual([`/editor/orders/${order.id}`]);
      expect(await links(mei, q)).toEqual(nothing);
      expect(await links(priya, q)).toEqual(nothing);
    }
  });
  test("finds people for staff only: their file for admins, their orders for support", async () => {
    expect((await links(ada, "osei")).people).toEqual([`/admin/clients/${CAST.amara.uid}`]);
    expect((await links(ada, "jon web")).people).toEqual([`/admin/editors/${CAST.jonas.uid}`]);
    expect((await links(sam, "client@demo.test")).people).toContain(
      `/support-desk/orders?show=all&q=${encodeURIComponent(CAST.amara.email)}`,
    );
    for (const actor of [amara, mei, jonas, priya]) expect((await links(actor, "osei")).people).toEqual([]);
  });
  test("finds tickets for staff and for their owner", async () => {
    await openTicket(amara, { subject: "Certificate wording", category: "other", body: "Please change it." });
    const ticket = await world.db
      .selectFrom("tickets")
      .select(["id", "number"])
      .where("subject", "=", "Certificate wording")
      .executeTakeFirstOrThrow();
    for (const q of [ticket.number, "certif"]) {
      expect((await links(ada, q)).tickets).toEqual([`/admin/support/tickets/${ticket.id}`]);
      expect((await links(sam, q)).tickets).toEqual([`/support-desk/threads/${ticket.id}`]);
      expect((await links(amara, q)).tickets).toEqual([`/support/tickets/${ticket.id}`]);
      for (const actor of [mei, jonas]) expect((await links(actor, q)).tickets).toEqual([]);
    }
  });
  test("shows a few of each kind, and nothing for a single letter or an empty search", async () => {
    for (let i = 0; i < FOUND_LIMIT + 3; i++) await orderIn("paid");
    await world.db.updateTable("orders").set({ title: "Sameness" }).where("status", "=", "paid").execute();
    expect(await rowsOf(ada, "same", "orders")).toHaveLength(FOUND_LIMIT);
    expect(await counts(ada, "same")).toEqual({ orders: FOUND_LIMIT + 3 });
    for (const q of ["", " ", "s", "!!", "'; --", "&|!", "x".repeat(5_000)])
      expect((await findEverything(ada, q)).groups).toEqual([]);
  });
  test("is refused to visitors and to people who haven't confirmed their email", async () => {
    for (const actor of [NOBODY, { ...personOf("amara"), emailVerified: false }])
      await expect(searchEverything(new Request("http://x/api/search?q=tides"), { actor })).rejects.toMatchObject({
        kind: "refused",
      });
    const answer = await searchEverything(new Request("http://x/api/search?q=tides"), { actor: amara });
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(((await answer.json()) as FoundAnswer).groups.find((it) => it.kind === "orders")?.rows).toHaveLength(1);
  });
  test("finds messages on orders and tickets with the words around them; a note is for staff alone", async () => {
    await postMessage(amara, { orderId: order.id, body: "Please keep the word zephyranthes in the abstract." });
    await openTicket(amara, { subject: "Spelling", category: "other", body: "Is zephyranthes spelled right?" });
    const ticket = await world.db
      .selectFrom("tickets")
      .select("id")
      .where("subject", "=", "Spelling")
      .executeTakeFirstOrThrow();
    await noteOnTicket(sam, { ticketId: ticket.id, body: "The quokkafish client again" });
    for (const [actor, order_, ticket_] of [
      [ada, `/admin/support/tickets/${order.id}`, `/admin/support/tickets/${ticket.id}`],
      [sam, `/support-desk/threads/${order.id}`, `/support-desk/threads/${ticket.id}`],
      [amara, `/order/${order.id}#messages`, `/support/tickets/${ticket.id}`],
    ] as const) {
      const found = await rowsOf(actor, "zephyr", "messages");
      expect(found.map((it) => it.to).toSorted()).toEqual([order_, ticket_].toSorted());
      expect(found.every((it) => it.snippet?.includes("zephyranthes"))).toBe(true);
    }
    expect((await rowsOf(jonas, "zephyr", "messages")).map((it) => it.to)).toEqual([
      `/editor/orders/${order.id}#messages`,
    ]);
    for (const actor of [ada, sam]) expect(await rowsOf(actor, "quokka", "messages")).toHaveLength(1);
    for (const actor of [amara, mei, jonas, priya]) expect(await counts(actor, "quokka")).toEqual({});
    for (const actor of [mei, priya]) expect(await counts(actor, "zephyranthes")).toEqual({});
  });
  test("finds what came through the contact form for staff only", async () => {
    await world.db
      .insertInto("contact_messages")
      .values({
        id: `con_${"0".repeat(26)}`,
        key: "k",
        name: "Torvald Ekströmsen",
        email: "torvald@example.org",
        topic: "other",
        message: "Do you edit grant applications about lichenology?",
        createdAt: NOON,
      })
      .execute();
    for (const actor of [ada, sam])
      for (const q of ["lichenology", "ekstromsen", "torvald@example.org"])
        expect((await rowsOf(actor, q, "contact")).map((it) => it.to)).toEqual([
          `/support-desk/contact/con_${"0".repeat(26)}`,
        ]);
    for (const actor of [amara, jonas]) expect(await counts(actor, "lichenology")).toEqual({});
  });
  test("finds invoices for admins and their owners, by number, and drafts of articles for staff alone", async () => {
    const invoice = (id: string, kind: "invoice" | "self_billed", number: string, ownerId: string) => ({
      id,
      kind,
      number,
      ownerId,
      totalMinor: 12_300,
      currency: "USD",
      document: json({ buyer: { name: "Vandermeulen Institute" } }) as never,
      issuedAt: NOON,
    });
    await world.db
      .insertInto("invoices")
      .values([
        invoice("inv_1", "invoice", "INV-2026-777001", CAST.amara.uid),
        invoice("inv_2", "self_billed", "SB-JW77-0001", CAST.jonas.uid),
      ])
      .execute();
    expect((await rowsOf(amara, "INV-2026-777001", "invoices"))[0]).toMatchObject({
      to: "/my-payments?q=INV-2026-777001",
      detail: "$123.00",
    });
    expect((await rowsOf(jonas, "sb-jw77", "invoices")).map((it) => it.to)).toEqual([
      "/editor/invoice-history?q=SB-JW77-0001",
    ]);
    expect(await counts(ada, "vandermeulen")).toMatchObject({ invoices: 2 });
    // Finance finds invoices, and neither orders nor people.
    const farah = personOf("farah");
    expect(await counts(farah, "vandermeulen")).toEqual({ invoices: 2 });
    expect((await rowsOf(farah, "INV-2026-777001", "invoices")).map((it) => it.to)).toEqual([
      "/admin/payments?q=INV-2026-777001",
    ]);
    expect([await counts(farah, order.number), await counts(farah, "osei")]).toEqual([{}, {}]);
    for (const actor of [sam, mei, priya])
      for (const q of ["INV-2026-777001", "SB-JW77-0001", "vandermeulen"])
        expect((await counts(actor, q))["invoices"]).toBeUndefined();

    const { id: postId } = await createPost(sam, { id: newId("post"), markdown: "# Gallimaufry of commas\n\nText." });
    for (const actor of [ada, sam])
      expect((await rowsOf(actor, "gallimaufry", "articles")).map((it) => it.to)).toEqual([`/admin/blog/${postId}`]);
    for (const actor of [amara, jonas]) expect(await counts(actor, "gallimaufry")).toEqual({});
    await world.db
      .updateTable("blog_posts")
      .set({ status: "published", publishedAt: after(NOON, DAY) })
      .where("id", "=", postId)
      .execute();
    expect(await counts(amara, "gallimaufry")).toEqual({});
    await world.db.updateTable("blog_posts").set({ publishedAt: NOON }).where("id", "=", postId).execute();
    expect((await rowsOf(amara, "gallimaufry", "articles"))[0]?.to).toMatch(/^\/blog\/[a-z]/);
  });
  test("forgives typos when nothing is found as typed, and says so", async () => {
    for (const q of ["curernts", "øresnud", "currnts tides"]) {
      const { groups, loose } = await findEverything(amara, q);
      expect([q, loose, groups.map((it) => [it.kind, it.rows[0]?.to])]).toEqual([
        q,
        true,
        [["orders", `/order/${order.id}`]],
      ]);
    }
    expect((await links(sam, "oesi")).people).toHaveLength(1);
    expect((await findEverything(amara, "currents")).loose).toBe(false);
    expect(await findEverything(mei, "curernts")).toMatchObject({ groups: [], loose: false });
  });
  test("puts whole words before longer ones, whatever is newer", async () => {
    for (const title of ["Glacierology", "Glacier", "Glaciers"]) {
      const { id } = await orderIn("paid");
      await world.db.updateTable("orders").set({ title }).where("id", "=", id).execute();
    }
    expect((await rowsOf(ada, "glacier", "orders")).map((it) => it.label)[0]).toBe("Glacier");
  });
  test("pages through one kind, and counts the others beside it", async () => {
    const one = await findOnPage(ada, "same", "orders", 1);
    expect([one.page, one.pages, one.groups[0]?.rows.length]).toEqual([1, 1, FOUND_LIMIT + 3]);
    for (let i = 0; i < FOUND_PAGE; i++) await orderIn("paid");
    await world.db
      .updateTable("orders")
      .set({ title: "Sameness" })
      .where("title", "!=", "Glacier")
      .where("status", "=", "paid")
      .execute();
    const ids = new Set<string>();
    for (const page of [1, 2]) {
      const found = await findOnPage(ada, "sameness", "orders", page);
      expect([found.page, found.pages]).toEqual([page, 2]);
      for (const row of found.groups[0]!.rows) ids.add(row.id);
    }
    expect(ids.size).toBe((await counts(ada, "sameness"))["orders"]);
    expect((await findOnPage(ada, "sameness", "orders", 99)).page).toBe(2);
  });
  test("doesn't find erased data, or a manuscript's text", async () => {
    await world.db.updateTable("messages").set({ body: "" }).where("body", "like", "%zephyranthes%").execute();
    expect(await rowsOf(jonas, "zephyr", "messages")).toEqual([]);
    // Everything that is indexed by words or letters: no table of manuscripts, samples or excerpts is among them.
    const { rows } = await sql<{ table: string }>`select distinct tablename as table from pg_indexes
      where schemaname = 'public' and indexdef ~ 'search_(words|fold)' order by 1`.execute(world.db);
    expect(rows.map((r) => r.table)).toEqual([
      "blog_posts",
      "contact_messages",
      "invoices",
      "messages",
      "orders",
      "ticket_messages",
      "tickets",
      "users",
    ]);
  });
});
