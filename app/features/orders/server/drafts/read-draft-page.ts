import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { pricingAt, pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import type { CouponOffer } from "#app/features/pricing/rules/coupon.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { StandingDiscount } from "#app/features/pricing/rules/standing-discount.ts";
import { type Billing, type VatCheck, billingOf, vatCheckOf } from "#app/features/accounts/rules/billing.ts";
import { type BuyerOfOrder, type BuyerTax, findTax, keptBilling } from "#app/features/tax/server/find-tax.ts";
import { listStandingDiscounts } from "#app/features/pricing/server/list-standing-discounts.ts";
import { orderedInYear } from "../views/ordered-in-year.ts";
import { type OrderChoices, readChoices } from "../../rules/draft/choices.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { policyKey } from "../../rules/draft/policy-choice.ts";
import { type PolicyOnForm, policyOfOrder, policyOnForm } from "../policy/order-policy.ts";
import { capacityQuestion, draftSum, manuscriptWords } from "../../rules/draft/draft-sum.ts";
import { answersAt } from "../read-answers.ts";
import { sampleAt } from "../read-sample.ts";
import { type CheckGlance, glanceAtChecks } from "../check/read-check.ts";
import { findClaimable, findDraft } from "./find-draft.ts";
import { findLastEditor } from "../work/find-delivery.ts";
import { type Order, findOrder } from "../views/find-order.ts";
import { type NoEditorOnPage, noEditorOnPage } from "../waiting-list/find-no-editor.ts";
import { notePriceView } from "./price-views.ts";
import { listCapacity } from "./list-capacity.ts";
import { lookUpCode } from "./look-up-code.ts";
import { type OwnFile, listOwnFiles } from "../views/list-files.ts";

export type DraftOnPage = {
  id: string;
  number: string;
  status: Order["status"];
  title: string;
  /** The organization that pays; null if the author does. */
  organizationId: string | null;
  titleHidden: boolean;
  choices: OrderChoices;
  version: number;
  files: OwnFile[];
  /** What the check found in each manuscript that was counted. */
  checks: CheckGlance[];
  /** The delivered order that this is a re-edit of. */
  reEditOf: { id: string; number: string; title: string } | null;
  /** The frozen price of an order that has one. */
  price: PriceReceipt | null;
  quoteExpiresAt: Date | null;
};

export type BuyerOnPage = BuyerTax & { billing: Billing; vatCheck: VatCheck | null };

export type KnownEditor = { uid: string; displayName: string; kind: string };

/** The order pages' data: the draft, the editors' capacity, the coupon, the client's own editors. */
export type DraftPage = {
  /** Whether orders are accepted. */
  open: boolean;
  draft: DraftOnPage | null;
  /** Whether a draft started in this browser before signing in can be claimed. */
  claimable: boolean;
  capacity: Capacity | null;
  /** Why no editor can take it, with what could be done instead; null while one can, or no field is chosen. */
  noEditor: NoEditorOnPage | null;
  /** What the saved code is worth; null without one. */
  coupon: CouponOffer | null;
  /** The discounts that need no code. */
  standing: StandingDiscount[];
  editors: KnownEditor[];
  /** The tax on the order, and the billing details it's based on. */
  buyer: BuyerOnPage;
  /** The price list: what applies now, or what an order was priced with. */
  pricing: PricingPolicy;
  /** Business days within which a request for a custom quote sent now is answered. */
  quoteAnswerDays: number;
  /** The university's policy that was chosen, as it's published now; null without one. */
  policy: PolicyOnForm | null;
  /** What `policy` is about: see `policyKey`. */
  policyKey: string;
  /** The most words of a file uploaded now that invited editors may see. */
  sampleWords: number;
};

/**
 * Reads the order pages' data.
 * @param orderId a particular order, or null for the draft touched last
 * @param guestKeyHash the key in this browser's cookie, signed in or not
 * @param network where the request comes from, for the limit on wrong codes
 * @param findLatest what to show when no order is named
 */
export async function readDraftPage(
  actor: Actor,
  orderId: string | null,
  guestKeyHash: string | null,
  network: string | null = null,
  findLatest: (actor: Actor) => Promise<Order | null> = findDraft,
): Promise<DraftPage> {
  const claimable = orderId === null && (await findClaimable(actor, guestKeyHash)) !== null;
  const order = orderId === null ? await findLatest(actor) : await findDraft(actor, orderId);
  const uid = actor.kind === "person" ? actor.uid : null;
  const editors = uid ? await listKnownEditors(uid) : [];
  const open = await isShopOpen();
  const at = now();
  const pricing = order && order.status !== "draft" ? await pricingOfOrder(order) : await pricingAt(at);
  const quoteAnswerDays = (await answersAt(at)).quote.answerDays;
  const { words: sampleWords } = await sampleAt(at);
  if (!order)
    return {
      pricing,
      quoteAnswerDays,
      sampleWords,
      open,
      draft: null,
      claimable,
      capacity: null,
      noEditor: null,
      coupon: null,
      standing: [],
      policy: null,
      policyKey: policyKey({}),
      editors,
      buyer: await readBuyer({ userId: uid }, at),
    };
  const choices = readChoices(order.choices);
  const files = await listOwnFiles(order.id);
  const { billable } = draftSum(files, choices);
  const policy = await policyOfOrder(order);
  const question = capacityQuestion(billable, choices);
  const capacity = billable > 0 ? await listCapacity(question, uid, at, database(), order.id) : null;
  if (capacity) notePriceView(order.id, question.subfield, billable, capacity, pricing);
  const delivered = order.reeditOf ? await findOrder(order.reeditOf) : null;
  const last = delivered && uid ? await findLastEditor(delivered.id, uid, database()) : null;
  if (last && !editors.some((e) => e.uid === last.uid)) editors.unshift({ ...last, kind: "last" });
  return {
    open,
    draft: {
      id: order.id,
      number: order.number,
      status: order.status,
      title: order.title,
      organizationId: order.organizationId,
      titleHidden: order.titleHidden,
      choices,
      version: order.choicesVersion,
      files,
      checks: await glanceAtChecks(files.filter((file) => isManuscript(file) && file.state === "counted")),
      reEditOf: delivered ? { id: delivered.id, number: delivered.number, title: delivered.title } : null,
      price: order.price,
      quoteExpiresAt: order.quoteExpiresAt,
    },
    claimable,
    capacity,
    noEditor: capacity && (await noEditorOnPage(order.id, question, capacity, uid, at)),
    coupon: choices.couponCode
      ? await lookUpCode(choices.couponCode, {
          actor,
          orderId: order.id,
          network,
          now: at,
          timeZone: zoneOf(actor),
        })
      : null,
    standing: await listStandingDiscounts(
      { uid, organizationId: order.organizationId, partnerId: order.partnerId },
      at,
      database(),
      orderedInYear,
    ),
    policy: policy && policyOnForm(policy, manuscriptWords(files)),
    policyKey: policyKey(choices),
    editors,
    buyer: await readBuyer({ userId: uid, organizationId: order.organizationId }, at),
    pricing,
    quoteAnswerDays,
    sampleWords,
  };
}

async function readBuyer(of: BuyerOfOrder, at: Date): Promise<BuyerOnPage> {
  const kept = await keptBilling(of);
  return { ...(await findTax(of, at)), billing: billingOf(kept), vatCheck: vatCheckOf(kept) };
}

const listKnownEditors = (uid: string): Promise<KnownEditor[]> =>
  database()
    .selectFrom("client_editors as c")
    .innerJoin("users as u", "u.uid", "c.editorId")
    .select(["u.uid", "u.displayName", "c.kind"])
    .where("c.userId", "=", uid)
    .where("c.kind", "in", ["preferred", "backup"])
    .orderBy("c.kind", "desc")
    .orderBy("u.displayName")
    .execute();
