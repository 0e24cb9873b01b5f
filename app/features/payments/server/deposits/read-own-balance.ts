import { type Actor, isClient } from "#app/platform/rules/core/actor.ts";
import { CURRENCY, type Currency, sum } from "#app/platform/rules/core/money.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { movementsOf } from "../balance/balance.ts";
import { ownBalances } from "../balance/own-balance.ts";
import { currencyOfClient } from "../courtesy/give-credit.ts";
import { depositsOf, findDeposit, returnableMinor } from "./find-deposit.ts";
import { giftsOf } from "./gifts.ts";

/**
 * What the page of somebody's own balance shows. @param depositId of the payment that they come back from
 * @throws refused unless they're signed in
 */
export async function readOwnBalance(actor: Actor, depositId: string | null) {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your balance.");
  const { uid } = actor;
  const [balances, deposits, gifts, ordersIn, pricing, returned] = await Promise.all([
    ownBalances(uid),
    depositsOf({ organizationId: null, uid }),
    giftsOf(actor),
    currencyOfClient(uid),
    pricingAt(now()),
    findDeposit(depositId ?? undefined),
  ]);
  const currencies = soldIn(pricing);
  const own = balances.length > 0 ? balances : [{ currency: CURRENCY as string, balanceMinor: 0 }];
  return {
    mayAdd: isClient(actor),
    currencies,
    currency: currencies.find((one) => one === ordersIn) ?? (CURRENCY as Currency),
    accounts: await Promise.all(
      own.map(async (one) => ({
        ...one,
        movements: await movementsOf(uid, one.currency),
        returnableMinor: Math.min(
          Math.max(0, one.balanceMinor),
          sum(deposits.filter(({ currency }) => currency === one.currency).map(returnableMinor)),
        ),
      })),
    ),
    deposits: deposits.filter(({ status }) => status === "succeeded"),
    gifts,
    paid:
      returned?.uid === uid
        ? {
            amountMinor: returned.amountMinor,
            currency: returned.currency,
            status: returned.status,
            isGift: !deposits.some(({ id }) => id === returned.id),
          }
        : null,
  };
}
