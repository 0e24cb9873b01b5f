import { plural } from "#app/platform/rules/core/count.ts";
import { KEEP_PART } from "#app/features/policy/rules/keep-figures.ts";
import type { Figures } from "#app/features/policy/rules/figures.ts";
import { SESSION_DAYS } from "#app/features/accounts/rules/sign-in/session-life.ts";
import { DEVICE_LIFE_MS } from "#app/features/accounts/server/sign-in/known-device.ts";
import { GUEST_KEY_DAYS } from "#app/features/accounts/server/sign-in/guest-key.ts";
import { LEVEL_PART } from "#app/features/editors/rules/level-figures.ts";
import { MATCHING_PART } from "#app/features/matching/rules/matching-figures.ts";
import { REMIND_AFTER_MS } from "#app/features/notifications/rules/quote-reminder.ts";
import { REDO_MS } from "#app/features/orders/rules/work/revision.ts";
import { ANSWER_PART } from "#app/features/orders/rules/draft/answer-figures.ts";
import { QA_PART } from "#app/features/orders/rules/review/qa-figures.ts";
import { KEEP_DAYS, RECORD_DAYS, STANDARD_KEEP_DAYS } from "#app/features/orders/rules/retention/retention.ts";
import { SAMPLE_PART } from "#app/features/orders/rules/draft/sample-figures.ts";
import { COURTESY_PART } from "#app/features/payments/rules/courtesy/courtesy-figures.ts";
import { REFUND_PART } from "#app/features/payments/rules/refund-figures.ts";
import { WITHDRAWAL_POLICY } from "#app/features/payments/rules/withdrawal.ts";
import { PAYOUT_PART } from "#app/features/payouts/rules/payout-figures.ts";
import { DEADLINE_PART } from "#app/features/pricing/rules/order-life-figures.ts";
import { PRICING_PART } from "#app/features/pricing/rules/pricing-figures.ts";
import { ANSWER_MS } from "#app/features/privacy/rules/data-request.ts";
import { CHAT_KEY_DAYS } from "#app/features/support/server/chat/chat-key.ts";
import { shareWords } from "#app/platform/rules/text/share-words.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";

const SMALL = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const MONTH_DAYS = 30.4;

/** "two", "14". */
const inWords = (n: number): string => SMALL[n] ?? String(n);
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);
const percent = (bp: number): string => `${bp / 100}%`;
const number = (n: number): string => n.toLocaleString("en-US");

// Every figure a legal text mentions, from the policy that applies it. The texts name them as {{revision.days}}.
export function legalFigures(policy: Figures): Readonly<Record<string, string>> {
  const pricing = PRICING_PART.of(policy);
  const { pay } = pricing;
  const refunds = REFUND_PART.of(policy);
  const { revision, cancel, autoAccept, query, answer, longFromWords } = DEADLINE_PART.of(policy);
  const { standard, senior } = LEVEL_PART.of(policy);
  const payouts = PAYOUT_PART.of(policy);
  const matching = MATCHING_PART.of(policy);
  const { decideDays } = ANSWER_PART.of(policy).complaint;
  const qa = QA_PART.of(policy);
  const keep = KEEP_PART.of(policy);
  const { late, graceMs, quality, absorbed } = refunds;
  return {
    "revision.days": String(revision.windowMs / DAY),
    "revision.longDays": String(revision.longWindowMs / DAY),
    "revision.rounds": inWords(revision.rounds),
    "revision.Rounds": capital(inWords(revision.rounds)),
    "revision.newWords": number(revision.newWords),
    "revision.newWordsShare": percent(revision.newWordsBp),
    "revision.payHours": String(answer.chargeMs / HOUR),
    "revision.hours": String(revision.leastMs / HOUR),
    "revision.share": shareWords(revision.shareBp),
    "revision.fastHours": String(revision.fastMs / HOUR),
    "revision.fastUpToHours": String(revision.fastUpToMs / HOUR),
    "longOrder.words": number(longFromWords),
    "accept.days": String(autoAccept.ms / DAY),
    "accept.longDays": String(autoAccept.longMs / DAY),
    "query.days": String(query.giveUpMs / DAY),
    "reminder.hours": String(REMIND_AFTER_MS / HOUR),
    "quote.days": String(pricing.quoteHeldMs / DAY),
    "cancel.freeMinutes": String(cancel.freeAfterPaymentMs / MINUTE),
    "cancel.least": percent(refunds.cancel.leastWithheldBp),
    "cancel.most": percent(refunds.cancel.mostWithheldBp),
    "cancel.late": percent(refunds.cancelLate.someBp),
    "withdrawal.days": String(WITHDRAWAL_POLICY.days),
    "noEditor.share": percent(matching.clientChoiceBp),
    "late.graceMinutes": String(graceMs / MINUTE),
    "late.someUpTo": shareWords(late.some.upToBp),
    "late.some": percent(late.some.clientBp),
    "late.much": percent(late.much.clientBp),
    "late.someEditor": percent(late.some.editorLosesBp),
    "late.muchEditor": percent(late.much.editorLosesBp),
    "redo.hours": String(REDO_MS / HOUR),
    "quality.minor": percent(quality.minorBp),
    "quality.major": percent(quality.majorBp),
    "decision.time": `${inWords(decideDays)} ${plural(decideDays, "business day")}`,
    "credit.days": String(COURTESY_PART.of(policy).lifeMs / DAY),
    "absorbed.words": number(absorbed.words),
    "absorbed.share": percent(absorbed.bp),
    "sample.words": String(SAMPLE_PART.of(policy).words),
    "qa.firstOrders": String(qa.firstOrders),
    "qa.oneIn": inWords(qa.sampleOneIn),
    "qa.pass": String(qa.passMark),
    "pay.trial": percent(pay.shareBp.trial),
    "pay.standard": percent(pay.shareBp.standard),
    "pay.senior": percent(pay.shareBp.senior),
    "pay.lead": percent(pay.shareBp.lead),
    "pay.secondReader": percent(pay.includedSecondReaderShareBp),
    "level.standardOrders": String(standard.qaPassed),
    "level.seniorOrders": String(senior.delivered),
    "level.seniorRating": String(senior.ratingTenths / 10),
    "level.seniorLate": percent(senior.lateBp),
    "payout.day": `${payouts.cutoffDay}th`,
    "payout.settleDays": inWords(payouts.settleMs / DAY),
    "payout.minimum": String(payouts.minimumMinor / 100),
    "payout.bankDays": inWords(payouts.bankFrozenMs / DAY),
    "payout.debt": shareWords(payouts.debtBp),
    "keep.days": String(STANDARD_KEEP_DAYS),
    "keep.otherDays": KEEP_DAYS.filter((days) => days !== STANDARD_KEEP_DAYS).join(" or "),
    "keep.remindDays": inWords(keep.remindMs / DAY),
    "keep.recordDays": String(RECORD_DAYS),
    "export.days": inWords(keep.exportMs / DAY),
    "answer.days": String(ANSWER_MS / DAY),
    "draft.hours": String(keep.visitorDraftMs / HOUR),
    "draft.leftDays": String(keep.draftMs / DAY),
    "waiting.toldDays": String(keep.toldMs / DAY),
    "waiting.months": inWords(Math.round(keep.waitingMs / DAY / MONTH_DAYS)),
    "kyc.refusedDays": String(keep.refusedMs / DAY),
    "cookie.sessionDays": String(SESSION_DAYS),
    "cookie.deviceDays": String(DEVICE_LIFE_MS / DAY),
    "cookie.draftDays": String(GUEST_KEY_DAYS),
    "cookie.chatDays": String(CHAT_KEY_DAYS),
  };
}
