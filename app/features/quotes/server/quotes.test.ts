import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { recordFirstProfiles } from "#app/features/policy-profiles/server/profile-rows.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { fullDraft } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_CALENDAR, personOf } from "#db/seed/cast.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { discardDraft } from "#app/features/orders/server/drafts/discard-draft.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { reopenOrder } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { ASKED_OF_AUTHOR } from "#app/features/payments/server/checkout/asked-of-author.ts";
import { listOwnOrders } from "#app/features/orders/server/views/list-own-orders.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import { listPaymentsOf } from "#app/features/payments/server/checkout/find-payment.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { acceptOffer } from "./accept-offer.ts";
import { agreeToOffer, declineOffer } from "./answer-ask.ts";
import { counterOffer, refuseOffer } from "./answer-offer.ts";
import { askEditor, stopAsking } from "./ask-editor.ts";
import { declineRequest } from "./decline-request.ts";
import { answerDueOf } from "./find-quote.ts";
import { listAsks } from "./list-asks.ts";
import { countQuotes, listQuotes } from "./list-quotes.ts";
import { readOwnQuote } from "./read-own-quote.ts";
import { readQuote } from "./read-quote.ts";
import { requestQuote } from "./request-quote.ts";
import { sendAgreedOffer, sendOffer } from "./send-offer.ts";
import { takeBackOffer } from "./take-back-offer.ts";
import { watchQuotes } from "./watch-quotes.ts";
import { withdrawRequest } from "./withdraw-request.ts";

let world: TestWorld;
let cards: CardWorld;
const utc = (who: Person): Person => ({ ...who, timeZone: "UTC" });
const amara = utc(personOf("amara"));
const mei = utc(personOf("mei"));
const jonas = utc(personOf("jonas"));
const priya = utc(personOf("priya"));
const sam = utc(personOf("sam"));
const ada = utc(personOf("ada"));
const ben = utc(personOf("ben"));

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
/** Jonas has room for 20,000 words a week, and no orders. */
beforeEach(async () => {
  setClock(NOON);
  await cards.control("/webhooks", { paused: true, copies: 1, order: "any", dropNext: 0 });
  await world.db.updateTable("orders").set({ status: "closed", assignedTo: null }).execute();
  await world.db.updateTable("custom_quotes").set({ status: "withdrawn", warnAt: null }).execute();
  await world.db.updateTable("quote_offers").set({ status: "withdrawn" }).execute();
  await world.db.updateTable("editors").set({ matchReady: false }).execute();
  await canTake(jonas.uid, 20_000);
});

const canTake = (uid: string, weeklyWords: number) =>
  world.db
    .updateTable("editors")
    .set({
      matchReady: true,
      weeklyWords,
      parallelOrders: 9,
      fields: json(["environmental-science"]),
      variants: json(["UK"]),
      services: json(["copyediting"]),
      calendar: json(CAST_CALENDAR),
      quietHours: null,
      identityApprovedAt: NOON,
      agreementSignedAt: NOON,
    })
    .where("uid", "=", uid)
    .execute();

const wall = (at: Date): string => at.toISOString().slice(0, 16);
const quoteRequirements = "Please edit the methods section first, because my co-author needs it.";
/** A request of Amara's for 10,000 words, whose standard price is $300.00 in 7 days. */
async function request(words = 10_000, who = amara) {
  const { id: orderId } = await fullDraft(who, words, { couponCode: "WELCOME10" });
  const { quoteId } = await requestQuote(who, { orderId, quoteRequirements });
  return { orderId, quoteId };
}
const terms = (quoteId: string, it: Record<string, unknown> = {}) => ({
  quoteId,
  current: "",
  service: "copyediting" as const,
  addOns: {},
  total: "280",
  dueAt: wall(after(NOON, 7 * DAY)),
  note: "We'll begin with the methods section.",
  ...it,
});
const brief = "A dissertation on soil moisture. The methods section comes first.";
async function offered(words?: number) {
  const it = await request(words);
  const offer = await sendOffer(sam, terms(it.quoteId));
  return { ...it, offerId: offer.id };
}
const quoteOf = (id: string) =>
  world.db.selectFrom("custom_quotes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const offerOf = (id: string) =>
  world.db.selectFrom("quote_offers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const factsOf = async (orderId: string, like = "quote.%") =>
  (
    await world.db
      .selectFrom("facts")
      .select("kind")
      .where("orderId", "=", orderId)
      .where("kind", "like", like)
      .orderBy("seq")
      .execute()
  ).map((f) => f.kind);
const settled = (all: readonly PromiseSettledResult<unknown>[]) => all.map((it) => it.status).toSorted();
const pay = async (url: string) => {
  await payCheckout(url);
  await cards.deliver();
};

test("an offer can't be for a service that the author's university rules out", async () => {
  await transact(CLOCK, recordFirstProfiles);
  const { id: orderId } = await fullDraft(amara, 10_000, { documentType: "thesis", policy: "generic-strict" });
  const { quoteId } = await requestQuote(amara, { orderId, quoteRequirements });
  await expect(sendOffer(sam, terms(quoteId, { service: "substantive" }))).rejects.toThrow(
    "This policy doesn't allow substantive editing.",
  );
  await sendOffer(sam, terms(quoteId));
});

describe("a request", () => {
  test("locks the draft, joins the queue, and gets the promise of one business day", async () => {
    const { orderId, quoteId } = await request();
    expect(await getOrder(orderId)).toMatchObject({
      status: "quote_requested",
      field: "environmental-science",
      billableWords: 10_000,
    });
    const { rows } = await listQuotes(
      sam,
      { q: "", sort: "due", desc: false, page: 1, filters: { show: "", reason: "" } },
      NOON,
    );
    expect(rows).toMatchObject([
      { id: quoteId, client: amara.displayName, words: 10_000, reason: "wish", late: false },
    ]);
    // A Saturday: the business day is Monday, until 5 PM in Berlin.
    expect((await quoteOf(quoteId)).dueAt.toISOString()).toBe("2026-11-23T16:00:00.000Z");
    expect((await answerDueOf(await getOrder(orderId)))?.toISOString()).toBe("2026-11-23T16:00:00.000Z");
    await expect(saveDraft(amara, { orderId, patch: { title: "Another title" } })).rejects.toMatchObject({
      code: "custom_quote",
    });
    expect(await requestQuote(amara, { orderId, quoteRequirements })).toEqual({ quoteId });
    expect(await factsOf(orderId)).toEqual(["quote.requested"]);
    // It asks for help, so support may open its files.
    await drainJobs();
    expect((await getOrder(orderId)).helpAskedAt).not.toBeNull();
    const file = await world.db
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    expect((await fileFor(sam, file.id)).order.id).toBe(orderId);
  });

  test("sent twice at once creates one request", async () => {
    const { id: orderId } = await fullDraft(amara, 10_000);
    const both = await Promise.all([1, 2].map(() => requestQuote(amara, { orderId, quoteRequirements })));
    expect(both[0]).toEqual(both[1]);
  });

  test("names each field that's missing, and keeps the draft", async () => {
    const { id: orderId } = await fullDraft(amara, 10_000, { subfield: null, styleGuide: null });
    await expect(
      requestQuote(amara, { orderId, quoteRequirements, quoteWantedAt: wall(after(NOON, -DAY)) }),
    ).rejects.toMatchObject({
      fields: {
        subfield: expect.any(String) as string,
        styleGuide: expect.any(String) as string,
        quoteWantedAt: expect.any(String) as string,
      },
    });
    await expect(requestQuote(amara, { orderId, quoteRequirements: "Help" })).rejects.toMatchObject({
      fields: { quoteRequirements: expect.any(String) as string },
    });
    expect((await getOrder(orderId)).status).toBe("draft");
  });

  test("can't be seen, answered, or withdrawn by anyone else", async () => {
    const { orderId, quoteId } = await request();
    expect(await readOwnQuote(mei, orderId)).toBeNull();
    expect(await readOwnQuote(sam, orderId)).toBeNull();
    await expect(withdrawRequest(mei, { quoteId })).rejects.toMatchObject({ kind: "not-found" });
    await expect(withdrawRequest(sam, { quoteId })).rejects.toMatchObject({ kind: "refused" });
    await expect(sendOffer(mei, terms(quoteId))).rejects.toMatchObject({ kind: "not-found" });
    await expect(sendOffer(amara, terms(quoteId))).rejects.toMatchObject({ kind: "refused" });
    await expect(sendOffer(jonas, terms(quoteId))).rejects.toMatchObject({ kind: "not-found" });
    for (const who of [amara, jonas]) {
      await expect(readQuote(who, quoteId, NOON)).rejects.toMatchObject({ kind: "refused" });
      await expect(countQuotes(who, NOON)).rejects.toMatchObject({ kind: "refused" });
    }
  });

  test("becomes a draft again with everything in it when withdrawn; the staff who were replying are told", async () => {
    const { orderId, quoteId } = await request();
    for (let twice = 0; twice < 2; twice++) await withdrawRequest(amara, { quoteId });
    expect(await getOrder(orderId)).toMatchObject({ status: "draft", choices: { couponCode: "WELCOME10" } });
    await expect(sendOffer(sam, terms(quoteId))).rejects.toMatchObject({ code: "already_answered" });
    await saveDraft(amara, { orderId, patch: { title: "Another title" } });
    expect((await requestQuote(amara, { orderId, quoteRequirements })).quoteId).not.toBe(quoteId);
  });

  test("ends when its order is discarded", async () => {
    const { orderId, quoteId } = await request();
    await discardDraft(amara, { orderId });
    await expect(sendOffer(sam, terms(quoteId))).rejects.toMatchObject({ code: "already_answered" });
    await drainJobs();
    expect((await quoteOf(quoteId)).status).toBe("withdrawn");
  });

  test("can be closed by staff, and the author reads the reason", async () => {
    const { orderId, quoteId } = await request();
    await expect(declineRequest(sam, { quoteId, reason: "No" })).rejects.toMatchObject({ kind: "invalid" });
    const reason = "We don't edit manuscripts in this field yet.";
    for (let twice = 0; twice < 2; twice++) await declineRequest(sam, { quoteId, reason });
    expect(await readOwnQuote(amara, orderId)).toMatchObject({ status: "declined", endReason: reason });
    expect(await factsOf(orderId)).toEqual(["quote.requested", "quote.declined"]);
    expect((await getOrder(orderId)).status).toBe("draft");
  });
});

describe("the clock", () => {
  test("reminds staff of a request, reports it when it's overdue, and closes it after 5 business days", async () => {
    const { orderId, quoteId } = await request();
    const at = async (iso: string) => {
      setClock(new Date(iso));
      for (let twice = 0; twice < 2; twice++) await watchQuotes(new Date(iso));
    };
    await at("2026-11-23T13:59:00Z");
    expect(await factsOf(orderId, "quote.warned")).toHaveLength(0);
    await at("2026-11-23T14:00:00Z");
    expect(await factsOf(orderId, "quote.warned")).toHaveLength(1);
    await at("2026-11-23T16:00:00Z");
    expect(await factsOf(orderId, "quote.warned")).toHaveLength(2);
    expect(await countQuotes(ada, new Date("2026-11-23T16:00:00Z"))).toEqual({ waiting: 1, overdue: 1 });
    await at("2026-11-24T16:00:00Z");
    expect(await factsOf(orderId, "quote.warned")).toHaveLength(3);
    await at("2026-11-27T16:00:00Z");
    expect((await quoteOf(quoteId)).status).toBe("declined");
    expect((await factsOf(orderId)).at(-1)).toBe("quote.declined");
    expect((await getOrder(orderId)).status).toBe("draft");
  });

  test("expires an offer after 7 days, accepted or not, and returns the order to draft", async () => {
    const [open, accepted] = [await offered(), await offered()];
    await acceptOffer(amara, accepted);
    const then = after(NOON, 7 * DAY);
    setClock(after(then, -MINUTE));
    await watchQuotes(after(then, -MINUTE));
    expect((await quoteOf(open.quoteId)).status).toBe("offered");
    setClock(then);
    // The rule for standard prices doesn't apply to it.
    await expireQuotes(then);
    for (let twice = 0; twice < 2; twice++) await watchQuotes(then);
    for (const it of [open, accepted]) {
      expect(await quoteOf(it.quoteId)).toMatchObject({ status: "expired" });
      expect(await getOrder(it.orderId)).toMatchObject({ status: "draft", price: null, quoteExpiresAt: null });
      expect((await factsOf(it.orderId)).filter((kind) => kind === "quote.expired")).toHaveLength(1);
    }
    await expect(acceptOffer(amara, open)).rejects.toMatchObject({ code: "offer_over" });
    await expect(startPayment(amara, accepted)).rejects.toMatchObject({ code: "not_quoted" });
  });

  test("and the author at the same moment: one of them wins, and the other is told", async () => {
    for (let round = 0; round < 3; round++) {
      setClock(NOON);
      const it = await offered();
      const then = after(NOON, 7 * DAY);
      // The author clicked a moment before the deadline, and the clock's rule ran exactly at it.
      setClock(after(then, -1));
      const accept = acceptOffer(amara, it);
      setClock(then);
      const [done] = await Promise.allSettled([accept, watchQuotes(then)]);
      const { status } = await quoteOf(it.quoteId);
      const order = await getOrder(it.orderId);
      if (done.status === "fulfilled") expect(["accepted", "expired"]).toContain(status);
      else expect(status).toBe("expired");
      expect(order.status).toBe(status === "accepted" ? "quoted" : "draft");
    }
  });
});

describe("an offer", () => {
  test("is within support's limits, or an admin's", async () => {
    const { quoteId } = await request();
    await expect(sendOffer(sam, terms(quoteId, { total: "269.99" }))).rejects.toMatchObject({
      fields: { total: expect.stringContaining("ask an admin") as string },
    });
    await expect(sendOffer(ada, terms(quoteId, { total: "200" }))).rejects.toMatchObject({
      fields: { total: expect.stringContaining("$214.50") as string },
    });
    await expect(sendOffer(sam, terms(quoteId, { total: "many", dueAt: "soon" }))).rejects.toMatchObject({
      fields: { total: expect.any(String) as string, dueAt: expect.any(String) as string },
    });
    const offer = await sendOffer(ada, terms(quoteId, { total: "215" }));
    expect(offer).toMatchObject({ status: "sent", totalMinor: 21_500, ordinaryMinor: 30_000, windowMs: 7 * DAY });
  });

  test("needs an editor who has time, but reserves none", async () => {
    const { quoteId } = await request(60_000);
    const asked = terms(quoteId, { total: "1900" });
    await expect(sendOffer(sam, asked)).rejects.toMatchObject({ code: "no_room" });
    await sendOffer(sam, { ...asked, total: "1600", dueAt: wall(after(NOON, 40 * DAY)) });
    expect(await world.db.selectFrom("order_reservations").selectAll().execute()).toEqual([]);
  });

  test("is sent once, when two of our staff reply at the same moment", async () => {
    const { orderId, quoteId } = await request();
    const both = await Promise.allSettled([
      sendOffer(sam, terms(quoteId)),
      sendOffer(ada, terms(quoteId, { total: "290" })),
    ]);
    expect(settled(both)).toEqual(["fulfilled", "rejected"]);
    expect(both.find((it) => it.status === "rejected")?.reason).toMatchObject({ code: "already_answered" });
    expect(await factsOf(orderId, "quote.offered")).toHaveLength(1);
    expect(await readOwnQuote(amara, orderId)).toMatchObject({
      status: "offered",
      offer: { status: "sent" },
      past: [],
    });
  });

  test("is the author's turn once it's sent, and ours before", async () => {
    const mine = async (show: "waiting" | "running") =>
      (
        await listOwnOrders(mei, { q: "", sort: "need", desc: false, page: 1, filters: { show } }, ASKED_OF_AUTHOR)
      ).rows.map((r) => r.id);
    const it = await request(10_000, mei);
    expect(await mine("running")).toEqual([it.orderId]);
    expect(await mine("waiting")).not.toContain(it.orderId);
    await sendOffer(sam, terms(it.quoteId));
    expect(await mine("waiting")).toContain(it.orderId);
    expect(await mine("running")).toEqual([]);
  });

  test("returns to us with a counteroffer or a refusal, with a new promise", async () => {
    const it = await offered();
    const note = "I only need the first three chapters edited.";
    await expect(counterOffer(amara, { ...it, note, total: "cheap" })).rejects.toMatchObject({
      fields: { total: expect.any(String) as string },
    });
    setClock(new Date("2026-11-24T10:00:00Z"));
    await counterOffer(amara, { ...it, note, total: "250", wantedAt: "2026-12-24T10:00" });
    expect(await offerOf(it.offerId)).toMatchObject({
      status: "countered",
      answerNote: note,
      answerTotalMinor: 25_000,
      answerWantedAt: new Date("2026-12-24T10:00:00Z"),
    });
    expect(await quoteOf(it.quoteId)).toMatchObject({
      status: "waiting",
      round: 2,
      dueAt: new Date("2026-11-25T10:00:00Z"),
    });
    await expect(counterOffer(amara, { ...it, note })).rejects.toMatchObject({ code: "offer_over" });
    const next = await sendOffer(sam, terms(it.quoteId, { total: "275", dueAt: "2026-12-24T10:00" }));
    await refuseOffer(amara, { quoteId: it.quoteId, offerId: next.id, note: "" });
    expect(await quoteOf(it.quoteId)).toMatchObject({ status: "waiting", round: 3 });
    expect((await readOwnQuote(amara, it.orderId))?.past.map((f) => f.status)).toEqual(["refused", "countered"]);
    for (const who of [mei, sam])
      await expect(refuseOffer(who, { ...it })).rejects.toMatchObject({ kind: who === mei ? "not-found" : "refused" });
  });

  test("withdrawn while the author accepts it: one wins", async () => {
    for (let round = 0; round < 3; round++) {
      const it = await offered();
      const both = await Promise.allSettled([
        acceptOffer(amara, it),
        takeBackOffer(sam, { ...it, reason: "The editor fell ill, and we need another one." }),
      ]);
      expect(settled(both)).toEqual(["fulfilled", "rejected"]);
      const accepted = both[0].status === "fulfilled";
      expect(await quoteOf(it.quoteId)).toMatchObject({ status: accepted ? "accepted" : "waiting" });
      expect(await getOrder(it.orderId)).toMatchObject({ status: accepted ? "quoted" : "quote_requested" });
    }
  });
});

describe("the editor who's asked to agree", () => {
  const asked = async (it: Record<string, unknown> = {}) => {
    const made = await request(30_000);
    const offer = await askEditor(sam, {
      ...terms(made.quoteId, { total: "900", ...it }),
      editorId: jonas.uid,
      brief,
    });
    return { ...made, offerId: offer.id };
  };

  test("can't have an offer sent in their name before being asked", async () => {
    const { quoteId } = await request(30_000);
    await expect(sendAgreedOffer(sam, { quoteId, offerId: "" })).rejects.toMatchObject({ code: "no_offer" });
  });

  test("sees the terms, agrees to them on top of their own limits, and the offer is sent with their name", async () => {
    const it = await asked();
    // 55% of $900.00. None of their weeks has room for that many words.
    expect(await listAsks(jonas)).toMatchObject([{ status: "asking", payMinor: 49_500, words: 30_000, brief }]);
    expect(await listAsks(priya)).toEqual([]);
    expect(await readOwnQuote(amara, it.orderId)).toMatchObject({ status: "waiting", offer: null, past: [] });
    for (const who of [priya, sam, amara])
      await expect(agreeToOffer(who, { offerId: it.offerId })).rejects.toMatchObject({ kind: "not-found" });
    await expect(sendAgreedOffer(sam, it)).rejects.toMatchObject({ kind: "conflict" });
    for (let twice = 0; twice < 2; twice++) await agreeToOffer(jonas, { offerId: it.offerId, note: "Gladly." });
    for (let twice = 0; twice < 2; twice++) await sendAgreedOffer(sam, it);
    expect((await readOwnQuote(amara, it.orderId))?.offer).toMatchObject({ editor: "Jonas Weber" });
    expect(await factsOf(it.orderId)).toEqual([
      "quote.requested",
      "quote.asked",
      "quote.editor_agreed",
      "quote.offered",
    ]);
  });

  test("declines, or doesn't answer for a day, and staff are told", async () => {
    const first = await asked();
    for (let twice = 0; twice < 2; twice++) await declineOffer(jonas, { offerId: first.offerId });
    expect(await quoteOf(first.quoteId)).toMatchObject({ status: "waiting" });
    const { id } = await askEditor(sam, { ...terms(first.quoteId, { total: "900" }), editorId: jonas.uid, brief });
    setClock(after(NOON, DAY));
    await watchQuotes(after(NOON, DAY));
    expect(await offerOf(id)).toMatchObject({ status: "lapsed" });
    await expect(agreeToOffer(jonas, { offerId: id })).rejects.toMatchObject({ code: "ask_over" });
    expect((await factsOf(first.orderId)).slice(1)).toEqual([
      "quote.asked",
      "quote.editor_declined",
      "quote.asked",
      "quote.ask_ended",
    ]);
  });

  test("isn't needed anymore when staff withdraw the question; a colleague's open form changes nothing", async () => {
    const it = await asked();
    await expect(sendOffer(ada, terms(it.quoteId, { total: "900" }))).rejects.toMatchObject({
      code: "answered_elsewhere",
    });
    for (let twice = 0; twice < 2; twice++) await stopAsking(sam, it);
    expect(await factsOf(it.orderId, "quote.ask_ended")).toHaveLength(1);
    await expect(agreeToOffer(jonas, { offerId: it.offerId })).rejects.toMatchObject({ code: "ask_over" });
  });

  test("is never the author, nor an editor who can't get the order", async () => {
    const { quoteId } = await request();
    const ask = (editorId: string) => askEditor(sam, { ...terms(quoteId), editorId, brief });
    for (const editorId of [amara.uid, "", "usr_nobody"])
      await expect(ask(editorId)).rejects.toMatchObject({ fields: { editorId: expect.any(String) as string } });
    await world.db.updateTable("editors").set({ agreementSignedAt: null }).where("uid", "=", jonas.uid).execute();
    await expect(ask(jonas.uid)).rejects.toMatchObject({ fields: { editorId: expect.any(String) as string } });
  });
});

describe("acceptance and payment", () => {
  test("give the order the offer's price, without a coupon, and assign it to the agreed editor at the agreed pay", async () => {
    const made = await request(30_000);
    const { id: offerId } = await askEditor(sam, {
      ...terms(made.quoteId, { total: "900" }),
      editorId: jonas.uid,
      brief,
    });
    await agreeToOffer(jonas, { offerId });
    await sendAgreedOffer(sam, { ...made, offerId });
    for (let twice = 0; twice < 2; twice++) await acceptOffer(amara, { ...made, offerId });
    expect(await getOrder(made.orderId)).toMatchObject({
      status: "quoted",
      totalMinor: 90_000,
      discountMinor: 0,
      couponId: null,
      windowMs: 7 * DAY,
      service: "copyediting",
      turnaround: "7d",
    });
    await expect(reopenOrder(amara, made)).rejects.toMatchObject({ code: "custom_quote" });
    // A double-click opens one checkout.
    const both = await Promise.all([startPayment(amara, made), startPayment(amara, made)]);
    expect(both[0].paymentId).toBe(both[1].paymentId);
    expect(await world.db.selectFrom("order_reservations").select(["orderId", "editorId"]).execute()).toEqual([
      { orderId: made.orderId, editorId: jonas.uid },
    ]);
    await pay(both[0].url);
    const order = await getOrder(made.orderId);
    expect(order).toMatchObject({
      status: "assigned",
      assignedTo: jonas.uid,
      paidMinor: 90_000,
      editorPayMinor: 49_500,
      dueAt: after(NOON, 7 * DAY),
    });
    expect(await quoteOf(made.quoteId)).toMatchObject({ status: "paid" });
    const invoices = world.db.selectFrom("invoices").select("totalMinor").where("orderId", "=", made.orderId);
    expect(await invoices.execute()).toEqual([{ totalMinor: 90_000 }]);
    expect((await reconcileLedger()).differences).toEqual([]);
    expect(await world.db.selectFrom("invites").select("id").where("orderId", "=", made.orderId).execute()).toEqual([]);
    // A paid offer can't be answered anymore.
    await expect(refuseOffer(amara, { ...made, offerId })).rejects.toMatchObject({ code: "offer_over" });
    await watchQuotes(after(NOON, 8 * DAY));
    expect(await quoteOf(made.quoteId)).toMatchObject({ status: "paid" });
  });

  test("find another editor, and tell staff, if the agreed one has taken other work since", async () => {
    const made = await request(15_000);
    const { id: offerId } = await askEditor(sam, {
      ...terms(made.quoteId, { total: "450" }),
      editorId: jonas.uid,
      brief,
    });
    await agreeToOffer(jonas, { offerId });
    await sendAgreedOffer(sam, { ...made, offerId });
    await acceptOffer(amara, { ...made, offerId });
    const { url } = await startPayment(amara, made);
    await canTake(priya.uid, 20_000);
    const { id: other } = await fullDraft(mei, 10_000);
    await world.db
      .updateTable("orders")
      .set({
        status: "in_progress",
        assignedTo: jonas.uid,
        billableWords: 10_000,
        editorDueAt: after(NOON, 5 * DAY),
        dueAt: after(NOON, 6 * DAY),
      })
      .where("id", "=", other)
      .execute();
    await pay(url);
    expect(await getOrder(made.orderId)).toMatchObject({ status: "paid", assignedTo: null });
    expect((await factsOf(made.orderId)).at(-1)).toBe("quote.paid");
    const told = await world.db
      .selectFrom("notifications")
      .select("title")
      .where("orderId", "=", made.orderId)
      .where("kind", "=", "quote.paid")
      .where("forRole", "=", "support")
      .execute();
    expect(told.map((n) => n.title)).toEqual([expect.stringContaining("is no longer free")]);
    const invited = await world.db
      .selectFrom("invites")
      .select("editorId")
      .where("orderId", "=", made.orderId)
      .execute();
    expect(invited.map((i) => i.editorId)).toContain(priya.uid);
  });

  test("ask before charging when no editor has time for the date anymore", async () => {
    const it = await offered();
    await acceptOffer(amara, it);
    await world.db.updateTable("editors").set({ weeklyWords: 1_000 }).execute();
    await expect(startPayment(amara, it)).rejects.toMatchObject({
      code: "no_editor_free",
      advice: expect.stringContaining("You haven't been charged.") as string,
    });
    expect(await listPaymentsOf(it.orderId)).toEqual([]);
    await counterOffer(amara, { ...it, note: "Then let's agree on a later date." });
    expect(await getOrder(it.orderId)).toMatchObject({ status: "quote_requested", price: null });
  });

  test("a payment that arrives after the author asked for changes is refunded in full", async () => {
    const it = await offered();
    await acceptOffer(amara, it);
    const { url } = await startPayment(amara, it);
    await payCheckout(url);
    await counterOffer(amara, { ...it, note: "One more chapter has to be added." });
    await cards.deliver();
    expect(await getOrder(it.orderId)).toMatchObject({ status: "quote_requested", paidMinor: 0 });
    const refunds = world.db.selectFrom("refunds").select(["amountMinor", "cause"]).where("orderId", "=", it.orderId);
    expect(await refunds.execute()).toEqual([{ amountMinor: 28_000, cause: "duplicate-payment" }]);
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test("nobody accepts an offer for the author, and staff don't answer their own requests", async () => {
    const it = await offered();
    for (const [who, kind] of [
      [mei, "not-found"],
      [sam, "refused"],
      [ben, "refused"],
      [jonas, "not-found"],
    ] as const)
      await expect(acceptOffer(who, it)).rejects.toMatchObject({ kind });
    const own = await request(10_000, sam);
    await expect(sendOffer(sam, terms(own.quoteId))).rejects.toMatchObject({ kind: "refused" });
    expect(await readQuote(sam, own.quoteId, NOON)).toMatchObject({ mayReply: false });
    expect(await sendOffer(ada, terms(own.quoteId))).toMatchObject({ status: "sent" });
  });
});

test("staff see a request with its files, history, limits, and the editors to ask, best first", async () => {
  await canTake(priya.uid, 1_000);
  const it = await request();
  const seen = await readQuote(sam, it.quoteId, NOON);
  expect(seen).toMatchObject({
    by: "support",
    mayReply: true,
    requirements: quoteRequirements,
    sum: { billable: 10_000 },
    files: [{ words: 10_000, isReference: false }],
    client: { email: amara.email },
    start: { service: "copyediting", dueAt: wall(after(NOON, 14 * DAY)) },
  });
  expect(seen.editors[0]).toMatchObject({ uid: jonas.uid, matches: true });
  expect(seen.editors.find((e) => e.uid === priya.uid)).toMatchObject({ matches: false });
  expect(seen.editors.map((e) => e.uid)).not.toContain(amara.uid);
});
