import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { createOrganization, saveOrganization } from "#app/features/organizations/server/change-organization.ts";
import { findOrganization, membersOf } from "#app/features/organizations/server/find-organization.ts";
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  openInvitations,
  removeMember,
  revokeInvitation,
} from "#app/features/organizations/server/members.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { organizationOrdersCsv } from "#app/features/payments/server/balance/organization-csv.ts";
import { balanceOf, movementsOf } from "#app/features/payments/server/balance/balance.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { readOrganization } from "#app/features/payments/server/balance/read-organization.ts";
import {
  NOBODY_ANSWERED,
  askToSpend,
  decideSpending,
  requestOf,
  watchSpending,
} from "#app/features/payments/server/balance/spending-requests.ts";
import { cancelTopUp, getTopUpPdf, startTopUp, topUpsOf } from "#app/features/payments/server/balance/top-ups.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { getDocumentPdf } from "#app/features/payments/server/invoices/get-document.ts";
import { getOrganizationStatement, getOwnStatement } from "#app/features/payments/server/invoices/year-statement.ts";
import { balanceOf as accountBalance } from "#app/features/payments/server/ledger/post-entry.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { DETAILS, bank, codeOf, expectSound, kindOf, lab, orderFor, topUp } from "../../testing/lab.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { resolveDifference } from "./resolve-difference.ts";
import { undoMatch } from "./undo-match.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const [amara, mei, jonas, ada, sam, noor] = (["amara", "mei", "jonas", "ada", "sam", "noor"] as const).map(personOf);
describe("members", () => {
  test("a form sent twice creates one organization, and its details are checked by field", async () => {
    const form = { ...DETAILS, clientKey: "the same form" };
    const both = await Promise.all([createOrganization(amara!, form), createOrganization(amara!, form)]);
    expect(both[0]).toEqual(both[1]);
    for (const [field, wrong] of [
      ["organization", { organization: " " }],
      ["address", { address: "" }],
      ["country", { country: "" }],
      ["state", { country: "US" }],
      ["invoiceEmail", { invoiceEmail: "nobody" }],
    ] as const)
      await expect(createOrganization(amara!, { ...form, ...wrong, clientKey: "another form" })).rejects.toMatchObject({
        kind: "invalid",
        fields: { [field]: expect.any(String) as string },
      });
    expect(await kindOf(createOrganization(NOBODY, { ...form, clientKey: "another form" }))).toBe("refused");
  });

  test("an invitation is accepted by its address alone, once, within 14 days, and unless it's revoked", async () => {
    const organizationId = await lab();
    expect((await membersOf(organizationId)).map((m) => [m.uid, m.role])).toEqual([
      [amara!.uid, "owner"],
      [mei!.uid, "member"],
    ]);
    expect(await codeOf(inviteMember(amara!, { organizationId, email: mei!.email, role: "member" }))).toBe("member");
    await inviteMember(amara!, { organizationId, email: noor!.email, role: "manager" });
    const [invitation] = await openInvitations(organizationId, NOON);
    const invitationId = invitation!.id;
    for (const other of [mei!, jonas!, ada!])
      expect(await kindOf(acceptInvitation(other, { invitationId }))).toBe("refused");
    setClock(after(NOON, 14 * DAY));
    expect(await codeOf(acceptInvitation(noor!, { invitationId }))).toBe("invitation_over");
    setClock(NOON);
    // Invited again, the first link is over.
    await inviteMember(amara!, { organizationId, email: noor!.email, role: "manager" });
    expect(await codeOf(acceptInvitation(noor!, { invitationId }))).toBe("invitation_over");
    const [again] = await openInvitations(organizationId, NOON);
    await Promise.all([1, 2].map(() => acceptInvitation(noor!, { invitationId: again!.id })));
    expect(await membersOf(organizationId)).toHaveLength(3);
    expect(await kindOf(revokeInvitation(mei!, { organizationId, invitationId: again!.id }))).toBe("refused");
  });

  test("owners alone make owners, and the last one stays, also when two leave at once", async () => {
    const organizationId = await lab();
    const to = (role: "owner" | "manager" | "member", actor = amara!, uid = mei!.uid) =>
      changeMember(actor, { organizationId, uid, role });
    expect(await codeOf(removeMember(amara!, { organizationId, uid: amara!.uid }))).toBe("last_owner");
    expect(await codeOf(to("member", amara!, amara!.uid))).toBe("last_owner");
    expect(await kindOf(to("owner", mei!))).toBe("refused");
    await to("manager");
    expect(await kindOf(to("owner", mei!))).toBe("refused");
    expect(await kindOf(to("member", mei!, amara!.uid))).toBe("refused");
    await to("owner");
    const left = await Promise.all(
      [amara!, mei!].map((who) => codeOf(removeMember(who, { organizationId, uid: who.uid }))),
    );
    expect(left.toSorted()).toEqual(["done", "last_owner"]);
  });

  test("others don't see it, members don't see costs, and nobody saves over what somebody else saved", async () => {
    const organizationId = await lab();
    for (const other of [jonas!, sam!, NOBODY])
      expect(await kindOf(findOrganization(other, organizationId))).toBe("not-found");
    const own = await readOrganization(mei!, organizationId);
    expect([own.head.maySeeCosts, own.months, own.requests]).toEqual([false, [], []]);
    expect((await readOrganization(ada!, organizationId)).head).toMatchObject({ maySeeCosts: true, mayManage: false });
    const save = (organization: string) =>
      saveOrganization(amara!, { ...DETAILS, organizationId, organization, revision: 1 });
    expect(await kindOf(saveOrganization(mei!, { ...DETAILS, organizationId, revision: 1 }))).toBe("refused");
    await save("New name");
    expect(await codeOf(save("Another name"))).toBe("changed");
    expect((await findOrganization(amara!, organizationId)).name).toBe("New name");
  });
});

describe("a balance", () => {
  test("grows by the transfer that names the pro forma invoice, however the bank writes it, and by what arrived", async () => {
    const organizationId = await lab();
    const number = await topUp(organizationId, "500", 49_000);
    expect([await balanceOf(organizationId), (await topUpsOf(organizationId))[0]!.state]).toEqual([49_000, "paid"]);
    await bank({ minor: 1_000, text: "the rest", reference: number.replaceAll("-", "") });
    expect(await balanceOf(organizationId)).toBe(50_000);
    expect((await movementsOf(organizationId)).map((m) => [m.amountMinor, m.balanceMinor])).toEqual([
      [1_000, 50_000],
      [49_000, 49_000],
    ]);
    await drainJobs();
    const told = await world.db
      .selectFrom("notifications")
      .select("userId")
      .where("kind", "=", "balance.moved")
      .where("subject", "=", organizationId)
      .execute();
    expect(told).toEqual([{ userId: amara!.uid }, { userId: amara!.uid }]);
    await expectSound();
  });

  test("the same amount asked for twice is one pro forma invoice, and only managers get and cancel it", async () => {
    const organizationId = await lab();
    const [first, second] = await Promise.all(
      [1, 2].map(() => startTopUp(amara!, { organizationId, amount: "1,000" })),
    );
    expect(first).toEqual(second);
    const topUpId = (await topUpsOf(organizationId))[0]!.id;
    expect(await kindOf(startTopUp(mei!, { organizationId, amount: "1000" }))).toBe("refused");
    expect(await kindOf(startTopUp(amara!, { organizationId, amount: "10" }))).toBe("invalid");
    expect(await kindOf(cancelTopUp(mei!, { organizationId, topUpId }))).toBe("refused");
    const pdf = (actor: typeof amara) =>
      getTopUpPdf(new Request("http://x"), { actor: actor!, params: { id: topUpId } });
    for (const actor of [mei, jonas]) expect(await kindOf(pdf(actor))).toBe("not-found");
    expect(new TextDecoder().decode((await (await pdf(amara)).arrayBuffer()).slice(0, 5))).toBe("%PDF-");
    await cancelTopUp(amara!, { organizationId, topUpId });
    expect((await topUpsOf(organizationId))[0]!.state).toBe("canceled");
  });

  test("a transfer without a number is assigned by hand, undone, and can be paid back while it isn't spent", async () => {
    const organizationId = await lab();
    await bank({ minor: 30_000, text: "no reference at all" });
    const lineOf = async (minor: number) => {
      await reconcileNow(ada!);
      return (await readReconciliation(ada!)).open.find((one) => one.amountMinor === minor)!.key;
    };
    const key = await lineOf(30_000);
    const account = `balance:${organizationId}` as const;
    await resolveDifference(ada!, { key, account, note: "Their transfer" });
    expect(await balanceOf(organizationId)).toBe(30_000);
    await undoMatch(ada!, { lineId: key.slice("line:".length), note: "It wasn't theirs" });
    expect(await balanceOf(organizationId)).toBe(0);
    await resolveDifference(ada!, { key, account, note: "It was theirs" });
    // Paying back more than they have isn't possible.
    await bank({ minor: -30_001, text: "too much" }, { minor: -20_000, text: "back to the lab" });
    expect(await codeOf(resolveDifference(ada!, { key: await lineOf(-30_001), account, note: "Paid back" }))).toBe(
      "matched",
    );
    await resolveDifference(ada!, { key: await lineOf(-20_000), account, note: "Paid back" });
    expect(await balanceOf(organizationId)).toBe(10_000);
    // What is spent can't be undone.
    expect(await codeOf(undoMatch(ada!, { lineId: key.slice("line:".length), note: "Try it" }))).toBe("balance_spent");
    expect(await balanceOf(organizationId)).toBe(10_000);
    await expectSound();
  });
});

test("money that's taken back and spent at the same moment goes one way", async () => {
  const organizationId = await lab();
  for (let round = 0; round < 5; round += 1) {
    const order = await orderFor(organizationId, 4_000);
    await topUp(organizationId, String(order.totalMinor / 100));
    const { id: lineId } = await world.db
      .selectFrom("bank_lines")
      .select("id")
      .where("match", "=", "balance")
      .where("matchId", "=", organizationId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const both = await Promise.all([
      codeOf(payFromBalance(mei!, { orderId: order.id })),
      codeOf(undoMatch(ada!, { lineId, note: "It was somebody else's" })),
    ]);
    expect([
      ["balance_short", "done"],
      ["done", "balance_spent"],
    ]).toContainEqual(both);
    expect(await balanceOf(organizationId)).toBe(0);
  }
});

describe("an order", () => {
  test("is paid from the balance at once: it starts, the invoice names the organization, and the books agree", async () => {
    const organizationId = await lab();
    await topUp(organizationId, "1000");
    const order = await orderFor(organizationId);
    await payFromBalance(mei!, { orderId: order.id });
    // The button again, and the card's button too.
    await payFromBalance(mei!, { orderId: order.id });
    expect(await codeOf(startPayment(mei!, { orderId: order.id }))).toBe("already_paid");
    expect((await getOrder(order.id)).status).toBe("paid");
    expect(await balanceOf(organizationId)).toBe(100_000 - order.totalMinor);
    const invoice = await world.db
      .selectFrom("invoices")
      .selectAll()
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(invoice.document.buyer).toMatchObject({
      name: (await findOrganization(amara!, organizationId)).name,
      person: mei!.displayName,
      country: "GH",
      email: "accounts@lab.test",
    });
    const pdf = (actor: typeof amara) =>
      kindOf(getDocumentPdf(new Request("http://x"), { actor: actor!, params: { id: invoice.id } }));
    expect(await Promise.all([amara, mei, ada, jonas, noor].map(pdf))).toEqual([
      "done",
      "done",
      "done",
      "not-found",
      "not-found",
    ]);
    const page = await readOrganization(amara!, organizationId);
    expect(page.orders).toMatchObject([{ number: order.number, costMinor: order.totalMinor, by: mei!.displayName }]);
    expect(page.months).toMatchObject([{ uid: mei!.uid, orders: 1, spentMinor: order.totalMinor }]);
    // Its statement is for those who see its costs. The author's own has nothing of it.
    const year = String(NOON.getUTCFullYear());
    const statement = (actor: Actor, id = organizationId) =>
      getOrganizationStatement(new Request("http://x/"), { actor, params: { id, year } });
    for (const who of [amara!, ada!]) {
      const bytes = new Uint8Array(await (await statement(who)).arrayBuffer());
      const { text } = await extractText(bytes, { mergePages: true });
      expect(text).toContain(invoice.number);
    }
    for (const who of [mei!, jonas!, sam!, noor!, NOBODY]) expect(await kindOf(statement(who))).toBe("not-found");
    expect(await kindOf(statement(amara!, await lab()))).toBe("not-found");
    const own = getOwnStatement(new Request("http://x/"), { actor: mei!, params: { year } });
    expect(await kindOf(own)).toBe("not-found");
    await expectSound();
  });

  test("takes the last of a balance once, when two members pay at the same moment", async () => {
    const organizationId = await lab();
    const [own, others] = [await orderFor(organizationId, 2_000), await orderFor(organizationId, 2_000, amara!)];
    await topUp(organizationId, String(own.totalMinor / 100));
    const paid = await Promise.all([
      codeOf(payFromBalance(mei!, { orderId: own.id })),
      codeOf(payFromBalance(amara!, { orderId: others.id })),
    ]);
    expect(paid.toSorted()).toEqual(["balance_short", "done"]);
    expect(await balanceOf(organizationId)).toBe(0);
    await expectSound();
  });

  test("keeps to a member's limit for the month, when they pay for two orders at the same moment", async () => {
    const first = await quotedOrder(mei!, 2_000);
    const organizationId = await lab({ month: String((first.totalMinor * 1.5) / 100) });
    await topUp(organizationId, "5000");
    const orders = [await orderFor(organizationId, 2_000), await orderFor(organizationId, 2_000)];
    const paid = await Promise.all(orders.map((order) => codeOf(payFromBalance(mei!, { orderId: order.id }))));
    expect(paid.toSorted()).toEqual(["done", "over_limit"]);
    // Next month it counts from zero.
    setClock(new Date(Date.UTC(NOON.getUTCFullYear(), NOON.getUTCMonth() + 1, 1, 12)));
    const later = await orderFor(organizationId, 2_000);
    expect(await codeOf(payFromBalance(mei!, { orderId: later.id }))).toBe("done");
    await expectSound();
  });

  test("above a limit needs a manager, whose answer counts once and for that price", async () => {
    const organizationId = await lab({ order: "50" });
    await topUp(organizationId, "1000");
    const order = await orderFor(organizationId, 5_000);
    const pay = () => codeOf(payFromBalance(mei!, { orderId: order.id }));
    expect(await pay()).toBe("over_limit");
    expect(await codeOf(askToSpend(jonas!, { orderId: order.id }))).toBe("not-found");
    await Promise.all([1, 2].map(() => askToSpend(mei!, { orderId: order.id, note: "For the revision" })));
    const request = (await requestOf(order.id))!;
    const { requests } = await readOrganization(amara!, organizationId);
    expect(requests).toMatchObject([{ id: request.id, amountMinor: order.totalMinor, note: "For the revision" }]);
    expect(await kindOf(decideSpending(mei!, { requestId: request.id, approve: true }))).toBe("refused");
    expect(await kindOf(decideSpending(ada!, { requestId: request.id, approve: true }))).toBe("refused");
    const answers = await Promise.all(
      [true, false].map((approve) => codeOf(decideSpending(amara!, { requestId: request.id, approve }))),
    );
    expect(answers.toSorted()).toEqual(["decided", "done"]);
    if ((await requestOf(order.id))!.state === "declined") {
      expect(await pay()).toBe("over_limit");
      await askToSpend(mei!, { orderId: order.id });
      await decideSpending(amara!, { requestId: (await requestOf(order.id))!.id, approve: true });
    }
    expect(await pay()).toBe("done");
    expect((await requestOf(order.id))!.state).toBe("ended");
    await expectSound();
  });

  test("reminds managers after three days and declines after seven, with nobody acting, once each", async () => {
    const organizationId = await lab({ order: "0" });
    const order = await orderFor(organizationId, 1_200);
    await askToSpend(mei!, { orderId: order.id });
    const count = async (kind: "spending.reminded" | "spending.decided") =>
      (
        await world.db
          .selectFrom("facts")
          .select("id")
          .where("kind", "=", kind)
          .where("orderId", "=", order.id)
          .execute()
      ).length;
    for (let day = 1; day <= 9; day += 1) {
      const at = after(NOON, day * DAY);
      setClock(at);
      await Promise.all([watchSpending(at), watchSpending(at)]);
    }
    expect([await count("spending.reminded"), await count("spending.decided")]).toEqual([1, 1]);
    expect(await requestOf(order.id)).toMatchObject({ state: "declined", reason: NOBODY_ANSWERED, decidedBy: null });
  });

  test("can't be put on an organization of others, or be paid for once its author has left", async () => {
    const organizationId = await lab();
    await topUp(organizationId, "1000");
    const foreign = await quotedOrder(noor!);
    expect(await kindOf(choosePayer(noor!, { orderId: foreign.id, organizationId, titleHidden: false }))).toBe(
      "refused",
    );
    const order = await orderFor(organizationId);
    expect(await codeOf(choosePayer(amara!, { orderId: order.id, organizationId: null, titleHidden: false }))).toBe(
      "not-found",
    );
    await removeMember(amara!, { organizationId, uid: mei!.uid });
    expect(await kindOf(payFromBalance(mei!, { orderId: order.id }))).toBe("refused");
    expect(await balanceOf(organizationId)).toBe(100_000);
  });

  test("closes a checkout by card that's open, and a payment made there first counts", async () => {
    const organizationId = await lab();
    await topUp(organizationId, "1000");
    const order = await orderFor(organizationId);
    await startPayment(mei!, { orderId: order.id });
    await payFromBalance(mei!, { orderId: order.id });
    expect((await getOrder(order.id)).status).toBe("paid");
    const second = await orderFor(organizationId);
    const { url } = await startPayment(mei!, { orderId: second.id });
    await payCheckout(url);
    await cards.deliver();
    expect(await codeOf(payFromBalance(mei!, { orderId: second.id }))).toBe("already_paid");
    expect(await balanceOf(organizationId)).toBe(100_000 - order.totalMinor);
    await expectSound();
  });

  test("is refunded to the balance, with a credit note, and counts less toward the limit", async () => {
    const organizationId = await lab();
    await topUp(organizationId, "1000");
    const before = await accountBalance("provider");
    const order = await orderFor(organizationId);
    await payFromBalance(mei!, { orderId: order.id });
    await cancelOrder(mei!, { orderId: order.id, expectedRefundMinor: order.totalMinor });
    await drainJobs();
    expect(await balanceOf(organizationId)).toBe(100_000);
    expect(await accountBalance("provider")).toBe(before);
    const notes = await world.db.selectFrom("invoices").select("kind").where("orderId", "=", order.id).execute();
    expect(notes.map((n) => n.kind).toSorted()).toEqual(["credit_note", "invoice"]);
    expect((await readOrganization(mei!, organizationId)).own).toMatchObject({ spentMinor: 0 });
    await expectSound();
  });

  test("shows its title to managers unless its author hides it, on the page, in the CSV, and on the invoice", async () => {
    const organizationId = await lab();
    await topUp(organizationId, "1000");
    const { id: orderId } = await quotedOrder(mei!);
    await choosePayer(mei!, { orderId, organizationId, titleHidden: true });
    await payFromBalance(mei!, { orderId });
    const title = /^Manuscript of \S\. \S+$/;
    expect((await readOrganization(amara!, organizationId)).orders[0]!.title).toMatch(title);
    const csv = async (actor: typeof amara) =>
      (await organizationOrdersCsv(new Request("http://x"), { actor: actor!, params: { id: organizationId } })).text();
    expect(await csv(amara)).not.toContain("Soil moisture");
    expect(await kindOf(csv(noor))).toBe("not-found");
    const { document } = await world.db
      .selectFrom("invoices")
      .select("document")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(document.references.find((one) => one.label === "Manuscript")?.value).toMatch(title);
  });
});

test("an organization closes when nothing is left on its balance, and nobody orders for it after that", async () => {
  const organizationId = await lab();
  await topUp(organizationId, "100");
  expect(await kindOf(closeOrganization(mei!, { organizationId }))).toBe("refused");
  expect(await codeOf(closeOrganization(amara!, { organizationId }))).toBe("balance_left");
  await bank({ minor: -10_000, text: "back" });
  await reconcileNow(ada!);
  const { key } = (await readReconciliation(ada!)).open.find((one) => one.amountMinor === -10_000)!;
  await resolveDifference(ada!, { key, account: `balance:${organizationId}`, note: "Paid back" });
  await closeOrganization(amara!, { organizationId });
  await closeOrganization(amara!, { organizationId });
  const order = await quotedOrder(mei!);
  expect(await kindOf(choosePayer(mei!, { orderId: order.id, organizationId, titleHidden: false }))).toBe("refused");
  expect(await kindOf(inviteMember(amara!, { organizationId, email: "x@y.test", role: "member" }))).toBe("refused");
});
