import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { exportedCommands, wrappedCommands } from "#boot/testing/find-commands.ts";
import { COPIES, replaceFile, storeFile } from "#boot/testing/order-copies.ts";
import {
  type Draw,
  NOT_ABOUT_ORDERS,
  ORDER_ACTIONS,
  ORDER_FEATURES,
  SEQUENCE_LABS,
  type Scene,
  WAY_ON,
  type Who,
  idsAround,
} from "#boot/testing/order-actions.ts";
import {
  expectMoneyToAddUp,
  expectRoomFor,
  expectWaitingLine,
  expectWorkPages,
} from "#boot/testing/order-invariants.ts";
import { sellInCurrencies } from "#boot/testing/sell-in.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { fullDraft } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, actorOf, personOf } from "#db/seed/cast.ts";
import { schedule } from "#app/schedule.ts";
import { NO_STANDING } from "#app/features/payments/rules/ledger/ledger.ts";
import { balanceMoved } from "#app/features/payments/rules/ledger/order-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { createCoupon } from "#app/features/pricing/server/create-coupon.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/draft/choices.ts";
import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { listPaymentsOf } from "#app/features/payments/server/checkout/find-payment.ts";
import { startChargePayment } from "#app/features/payments/server/checkout/start-charge-payment.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { EARLY_START, EXTRA_EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { type Actor, CLOCK, NOBODY, zoneOf } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";

/**
 * Random sequences of everything that can be done with an order, by everybody, at any time, twice at once, and with
 * broken inputs. After each step the books balance, the order's page says what it's waiting for, and every failure is
 * explained in words. In the end, every order is finished.
 */
let world: TestWorld;
let cards: CardWorld;
let clock = NOON;

const FULL = process.env.STET_TESTS === "full";
const SEQUENCES = FULL ? 20 : 1;
const STEPS = FULL ? 300 : 70;
const SEED = FULL ? Date.now() % 1_000_000 : 20_261_122;

type Given = (actor: Actor, input: Record<string, unknown>) => Promise<unknown>;
const given = new Map<string, Given>();

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  for (const { name, file } of [...exportedCommands().values(), ...wrappedCommands().values()]) {
    if (!(name in ORDER_ACTIONS)) continue;
    const module = (await import(/* @vite-ignore */ file)) as Record<string, Given>;
    given.set(name, module[name]!);
  }
  const able = {
    matchReady: true,
    fields: json(["environmental-science"]),
    variants: json(["UK"]),
    services: json(["proofreading", "copyediting", "substantive", "expert"]),
    parallelOrders: 8,
    identityApprovedAt: NOON,
    agreementSignedAt: NOON,
    confidentialitySignedAt: NOON,
    doctorateVerifiedAt: NOON,
    quietHours: null,
  };
  for (const [uid, level, weeklyWords] of [
    [CAST.jonas.uid, "standard", 30_000],
    [CAST.priya.uid, "senior", 20_000],
    [CAST.noor.uid, "lead", 12_000],
  ] as const)
    await world.db
      .updateTable("editors")
      .set({ ...able, level, weeklyWords })
      .where("uid", "=", uid)
      .execute();
  // A consumer with a right of withdrawal.
  await world.db
    .updateTable("users")
    .set({ billing: json({ name: "Mei-Ling Tan", address: "Hauptstraße 1, Freiburg", country: "DE" }) })
    .where("uid", "=", CAST.mei.uid)
    .execute();
  await sellInCurrencies();
  for (const lab of SEQUENCE_LABS) await makeLab(lab);
  await createCoupon(personOf("ada"), {
    code: "WELCOME",
    label: "A test",
    percent: 15,
    fixedMinor: null,
    capMinor: null,
    minimumMinor: null,
    startsAt: null,
    endsAt: null,
    services: null,
    turnarounds: null,
    totalLimit: 6,
    personLimit: 3,
  });
}, 120_000);
afterAll(async () => {
  await cards.close();
  await world.close();
});

/** An organization of both authors with some money. Amara decides, and has a limit of her own. */
async function makeLab({ id, terms, currency, unit }: (typeof SEQUENCE_LABS)[number]): Promise<void> {
  await world.db
    .insertInto("organizations")
    .values({
      id,
      currency,
      name: `Volta Basin Lab ${currency}`,
      billing: json({ organization: "Volta Basin Lab", address: "1 University Road", country: "GH" }),
      invoiceEmail: "accounts@lab.test",
      clientKey: `sequences ${currency}`,
      createdAt: NOON,
    })
    .execute();
  for (const [uid, role] of [
    [CAST.amara.uid, "owner"],
    [CAST.mei.uid, "member"],
  ] as const)
    await world.db
      .insertInto("organization_members")
      .values({ organizationId: id, uid, role, orderMinor: 150 * unit, joinedAt: NOON })
      .execute();
  await world.db
    .insertInto("credit_lines")
    .values({
      id: terms,
      organizationId: id,
      kind: "terms",
      state: "active",
      limitMinor: 400 * unit,
      currency,
      netDays: 30,
      firstDay: "2026-01-01",
      askedAt: NOON,
    })
    .execute();
  const { kind, lines } = balanceMoved(id, 600 * unit, NO_STANDING);
  await transact(CLOCK, (ctx) =>
    postEntry(ctx, {
      key: `lab ${currency}`,
      kind,
      causeType: "bank_line",
      causeId: `lab ${currency}`,
      memo: "Prepaid",
      currency,
      lines,
    }),
  );
}

test("every command that acts on an order is in these sequences", () => {
  const found = [...exportedCommands().values(), ...wrappedCommands().values()]
    .filter(({ name, feature }) => ORDER_FEATURES.includes(feature) && !(name in NOT_ABOUT_ORDERS))
    .map(({ name }) => name);
  expect(Object.keys(ORDER_ACTIONS).toSorted()).toEqual(found.toSorted());
  expect(Object.keys(WAY_ON).toSorted()).toEqual(
    orderFlow.states.filter((s) => !(orderFlow.ends as readonly string[]).includes(s) && s !== "cancelled").toSorted(),
  );
});

const actor = (uid: string): Actor => actorOf(Object.values(CAST).find((m) => m.uid === uid)!);
const EDITORS = ["usr_jonas", "usr_priya", "usr_noor"] as const;

/** The person in that role for the order. */
async function personFor(who: Who, { order, ids, draw }: Scene): Promise<Actor> {
  if (who === "client") return order.userId ? actor(order.userId) : personOf("amara");
  if (who === "editor") return actor(order.assignedTo ?? draw.oneOf(EDITORS));
  if (who === "reader") return actor(order.readerId ?? "usr_priya");
  if (who === "reviewer") return actor("usr_noor");
  if (who === "support") return personOf("sam");
  if (who === "admin") return personOf(draw.oneOf(["ada", "ben"]));
  if (who === "visitor") return draw.sometimes(2) ? NOBODY : { kind: "guest", guestKeyHash: "a".repeat(64) };
  if (who === "stranger") return personOf(draw.oneOf(["amara", "mei", "jonas", "priya", "uma"]));
  const invited = await world.db
    .selectFrom("invites")
    .select("editorId")
    .where("id", "=", ids.inviteId)
    .union(world.db.selectFrom("reading_invites").select("editorId").where("id", "=", ids.readingInviteId))
    .execute();
  return actor(invited.length > 0 ? draw.oneOf(invited).editorId : draw.oneOf(EDITORS));
}
const EVERYBODY: readonly Who[] = ["client", "editor", "reader", "reviewer", "support", "admin", "stranger", "visitor"];

/** The input with one error in it. Zero bytes can't get this far: requests are cleaned of them (`clean-text.ts`). */
function broken(input: Record<string, unknown>, draw: Draw): Record<string, unknown> {
  const keys = Object.keys(input);
  if (keys.length === 0) return { orderId: "" };
  const key = draw.oneOf(keys);
  const wrong: unknown = draw.oneOf<unknown>([undefined, null, "", "x".repeat(20_000), -1, 1e12, [], {}, "ord_none"]);
  return { ...input, [key]: wrong };
}

/** The amount named in a refusal, which the person then confirms. */
const named = (problem: Problem): number | null => {
  const amount = /(?:now|costs?) ([$€¥])([\d,]+(?:\.\d\d)?)/.exec(problem.message);
  return amount ? Math.round(Number(amount[2]!.replaceAll(",", "")) * (amount[1] === "¥" ? 1 : 100)) : null;
};

/** Runs a command as a form would. Anything it throws must be a Problem. @returns the problem's code, or "done" */
async function give(name: string, who: Actor, input: Record<string, unknown>): Promise<string> {
  try {
    await given.get(name)!(who, input);
    return "done";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect([name, error.message.length > 5]).toEqual([name, true]);
    const seen = named(error);
    const field = ["expectedRefundMinor", "expectedMinor"].find((f) => f in input || name === "requestRevision");
    if (seen !== null && field && input[field] !== seen) return give(name, who, { ...input, [field]: seen });
    return error.code;
  }
}

/** Events that aren't commands: the card, the clock, files, and the card's bank. */
const OUTSIDE: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  async pay({ order }) {
    if (!order.userId) return "nobody";
    try {
      const { url } = await startPayment(actor(order.userId), { orderId: order.id, earlyStart: EARLY_START.version });
      if (!order.price?.custom) await expectRoomFor(order.id);
      await payCheckout(url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.code;
    }
    return "done";
  },
  async payCharge({ order, ids }) {
    if (!order.userId || !ids.chargeId) return "nothing";
    try {
      const { url } = await startChargePayment(actor(order.userId), {
        chargeId: ids.chargeId,
        earlyStart: EXTRA_EARLY_START.version,
      });
      await payCheckout(url);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.code;
    }
    return "done";
  },
  async uploadCopy({ order, ids, draw }) {
    const by = order.status === "second_reading" ? order.readerId : order.assignedTo;
    if (!by || !ids.sourceFileId || order.deletionStartedAt) return "nothing";
    await replaceFile(ids.sourceFileId, COPIES.source());
    const bytes = draw.sometimes(6) ? COPIES.untracked() : COPIES.tracked();
    await storeFile(order.id, { purpose: "tracked", name: "edited.docx", bytes, by, sourceFileId: ids.sourceFileId });
    return "done";
  },
  async uploadVersion({ order, ids }) {
    if (!order.userId || !ids.sourceFileId || order.status !== "delivered") return "nothing";
    await storeFile(order.id, {
      purpose: "version",
      name: "v2.docx",
      bytes: COPIES.source(),
      by: order.userId,
      sourceFileId: ids.sourceFileId,
    });
    return "done";
  },
  async bankTakesMoneyBack({ order }) {
    const payment = (await listPaymentsOf(order.id)).find((p) => p.status === "succeeded" && p.paymentIntentId);
    if (!payment) return "nothing";
    const { latest_charge: charge } = await stripe().paymentIntents.retrieve(payment.paymentIntentId!);
    await cards.control("/disputes", { charge, reason: "product_not_received" });
    return "done";
  },
  async bankDecides({ order, draw }) {
    const open = await world.db
      .selectFrom("disputes")
      .select("providerDisputeId")
      .where("orderId", "=", order.id)
      .where("closedAt", "is", null)
      .executeTakeFirst();
    if (!open) return "nothing";
    await cards.control(`/disputes/${open.providerDisputeId}/close`, { status: draw.oneOf(["won", "lost"]) });
    return "done";
  },
  async clock({ order, draw }) {
    const dates = [order.dueAt, order.editorDueAt, order.revisionDueAt, order.autoAcceptAt, order.quoteExpiresAt]
      .filter((d) => d !== null && d > clock)
      .map((d) => d!.getTime() - clock.getTime() + MINUTE);
    await runClockAt(
      after(
        clock,
        draw.sometimes(3) && dates.length > 0 ? Math.min(...dates) : draw.oneOf([MINUTE, HOUR, 6 * HOUR, DAY, 3 * DAY]),
      ),
    );
    return "done";
  },
  async jobs() {
    await cards.deliver();
    return "done";
  },
};

/** Every clock rule in order. Unlike in the product, a failure fails the test. */
async function runClockAt(at: Date): Promise<void> {
  clock = at;
  setClock(clock);
  for (const rule of Object.values(schedule)) await rule(clock);
}

const CHOICES: readonly ChoicesPatch[] = [
  {},
  { turnaround: "3d" },
  { turnaround: "24h" },
  { service: "expert" },
  { addOns: { secondReader: true } },
  { couponCode: "WELCOME" },
  { currency: "EUR" },
  { currency: "EUR", couponCode: "WELCOME", addOns: { secondReader: true } },
  { currency: "JPY", turnaround: "3d" },
];

/** @returns whether anything was done, because a refusal changes nothing */
async function takeStep(orderId: string, draw: Draw, log: string[], early: boolean): Promise<boolean> {
  const order = await getOrder(orderId);
  const scene: Scene = {
    order,
    now: clock,
    ids: await idsAround(orderId),
    draw,
    dateIn: (ms) => wallClock(after(clock, ms), "UTC"),
  };
  const way = WAY_ON[order.status];
  // At first mostly steps that move the order forward, then anything that applies.
  const kind = draw.upTo(early ? 5 : 9);
  const possible = Object.keys(ORDER_ACTIONS).filter((each) => ORDER_ACTIONS[each]!.input(scene) !== null);
  const name =
    kind < 4 && way
      ? draw.oneOf(way)
      : draw.sometimes(6)
        ? draw.oneOf(["jobs", "jobs", "clock", "clock", "bankTakesMoneyBack", "payCharge"])
        : draw.oneOf(possible);
  const outside = OUTSIDE[name];
  if (outside) {
    const outcome = await outside(scene);
    log.push(`${order.status}: ${name}: ${outcome}`);
    return outcome === "done";
  }
  const action = ORDER_ACTIONS[name]!;
  const input = action.input(scene);
  if (input === null) return false;
  const wrongPerson = kind >= 4 && draw.sometimes(4);
  const who = await personFor(draw.oneOf(wrongPerson ? EVERYBODY : action.by), scene);
  // Dates are in the time zone of the person who enters them.
  const typed = { ...scene, dateIn: (ms: number) => wallClock(after(clock, ms), zoneOf(who)) };
  const valid = action.input(typed) ?? input;
  const sent = kind >= 4 && draw.sometimes(5) ? broken(valid, draw) : valid;
  const times = draw.sometimes(5) ? 2 : 1;
  const outcomes = await Promise.all(Array.from({ length: times }, () => give(name, who, sent)));
  const uid = who.kind === "person" ? who.uid : who.kind;
  log.push(`${order.status}: ${name} by ${uid} ${JSON.stringify(sent).slice(0, 200)}: ${outcomes.join(", ")}`);
  return outcomes.includes("done");
}

/** Nobody acts anymore, and the bank decides its open disputes. */
async function letTimePass(orders: readonly string[], draw: Draw): Promise<void> {
  await cards.deliver();
  for (const days of [0.01, 1, 1, 2, 3, 4, 8, 8, 22, 40, 200, 365]) {
    await runClockAt(after(clock, days * DAY));
    await cards.deliver();
    if (days !== 22) continue;
    for (const id of orders) {
      const scene = { order: await getOrder(id), now: clock, ids: await idsAround(id), draw, dateIn: () => "" };
      await OUTSIDE.bankDecides!(scene);
    }
    await cards.deliver();
  }
}

const ENDED: readonly OrderStatus[] = [...orderFlow.ends, "cancelled"];
const OVER: readonly OrderStatus[] = [...ENDED, "accepted"];

async function playSequence(g: fc.GeneratorValue, log: string[]): Promise<void> {
  const draw: Draw = {
    oneOf: (list) => list[g(fc.nat, { max: list.length - 1 })]!,
    upTo: (most) => g(fc.nat, { max: most }),
    sometimes: (oneIn) => g(fc.nat, { max: oneIn - 1 }) === 0,
  };
  // Each sequence continues where the last one ended, because time can't go backward.
  setClock(clock);
  const orders: string[] = [];
  for (const author of ["amara", "mei", "amara"] as const)
    orders.push((await fullDraft(personOf(author), draw.oneOf([1_000, 3_000, 9_000]), draw.oneOf(CHOICES))).id);
  for (let n = 0; n < STEPS; n++) {
    const open = (await Promise.all(orders.map((id) => getOrder(id)))).filter((o) => !ENDED.includes(o.status));
    const orderId = draw.sometimes(8) || open.length === 0 ? draw.oneOf(orders) : draw.oneOf(open).id;
    if (!(await takeStep(orderId, draw, log, n < STEPS / 4))) continue;
    await expectWaitingLine(orderId);
    await expectWorkPages(orderId);
    await expectMoneyToAddUp();
  }
  await letTimePass(orders, draw);
  await expectMoneyToAddUp();
  for (const id of orders) {
    const { status } = await getOrder(id);
    log.push(`in the end: ${id} ${status}`);
    expect([id, status, OVER.includes(status)]).toEqual([id, status, true]);
    await expectWaitingLine(id);
  }
}

test(
  "whatever people do with orders, in whatever order: money adds up, every page says what it's waiting for, and every order is finished",
  async () => {
    expect.hasAssertions();
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const log: string[] = [];
        try {
          await playSequence(g, log);
        } catch (error) {
          throw new Error(`${log.slice(-60).join("\n")}\n${String(error)}`, { cause: error });
        }
      }),
      { numRuns: SEQUENCES, seed: SEED, endOnFailure: true },
    );
  },
  FULL ? 1_800_000 : 120_000,
);
