import { readDetailsOf } from "#app/features/editors/server/kyc/kyc-details.ts";
import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { ratesAt } from "#app/features/tax/server/find-tax.ts";
import { listRegistrations } from "#app/features/tax/server/registrations.ts";
import { homeRegistration, isValidOn } from "#app/features/tax/rules/registration.ts";
import { type RecipientTax, recipientTax, supplierTax } from "#app/features/tax/rules/supplier-tax.ts";
import type { TaxRule } from "#app/features/tax/rules/tax-rule.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { payeeFault, supplierOf } from "../../rules/payee.ts";

/** What an invoice for an editor would be about, or why there can't be one. */
export type Payee =
  | { fault: string }
  | {
      fault: null;
      details: KycDetails;
      rule: TaxRule;
      /** Whether the tax office gives the VAT on the invoice back. */
      deductible: boolean;
      /** What we owe on it ourselves, and get back. */
      recipientTax: RecipientTax | null;
    };

/** These editors as suppliers, on a day. Nobody but the caller's reader may see more than the fault. */
export async function findPayees(uids: readonly string[], now: Date, db: Reader): Promise<Map<string, Payee>> {
  if (uids.length === 0) return new Map();
  const details = await readDetailsOf(uids, db);
  const company = await findCompany(db);
  const country = company?.country ?? null;
  const rates = await ratesAt(now, db);
  const today = dayOf(now);
  const valid = (await listRegistrations(db)).filter((it) => isValidOn(it, today));
  const deductible = homeRegistration(country, valid) !== undefined;
  return new Map(
    uids.map((uid): [string, Payee] => {
      const own = details.get(uid) ?? null;
      const fault = payeeFault(own, country);
      if (fault !== null || !own) return [uid, { fault: fault ?? "" }];
      const supplier = supplierOf(own);
      return [
        uid,
        {
          fault: null,
          details: own,
          rule: supplierTax(supplier, country, rates),
          deductible,
          recipientTax: deductible ? recipientTax(supplier, country, rates) : null,
        },
      ];
    }),
  );
}
