import { goToChargeCheckout } from "#app/features/payments/server/checkout/start-charge-payment.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { formatHours } from "#app/platform/rules/core/time.ts";
import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { chargeExtra } from "../server/charges/charge-extra.ts";
import { declineCharge, withdrawCharge } from "../server/charges/order-charges.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";

type Page = { params: { orderId: string } };

/** What an author does with an extra charge. */
export function answerChargeIntents<Args extends Page, Extra>(): Record<string, Intent<Args, Extra>> {
  return {
    pay_charge: ({ actor, form }) => goToChargeCheckout(actor, form),
    decline_charge: intent({
      command: declineCharge,
      input: ({ text }) => ({ chargeId: text("chargeId") }),
      done: "Charge declined. You haven't been charged.",
    }),
  };
}

/** What staff do with extra charges. */
export function chargeIntents<Args extends Page, Extra>(): Record<string, Intent<Args, Extra>> {
  return {
    charge: intent({
      command: chargeExtra,
      input: ({ params, form, text }) => ({
        orderId: params.orderId,
        what: text("what"),
        amountMinor: moneyTyped(text("amount"), CURRENCY),
        reason: text("reason"),
        editorWorks: form.has("editorWorks"),
      }),
      done: ({ totalMinor, payMs }) =>
        `Charge of ${formatMoney(totalMinor, CURRENCY)} sent. The author has ${formatHours(payMs)} to pay.`,
    }),
    withdraw_charge: intent({
      command: withdrawCharge,
      input: ({ text }) => ({ chargeId: text("chargeId") }),
      done: "Charge withdrawn. We've told the author.",
    }),
  };
}
