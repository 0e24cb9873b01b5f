import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type VatCheck, billingOf, isConfirmed, vatCheckOf } from "#app/features/accounts/rules/billing.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { saveVatCheck } from "#app/features/accounts/server/settings/save-vat-check.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { homeRegistration, isValidOn } from "../rules/registration.ts";
import { saveOrganizationVatCheck } from "#app/features/organizations/server/save-vat-check.ts";
import { askVies } from "./ask-vies.ts";
import { keptBilling } from "./find-tax.ts";
import { listRegistrations } from "./registrations.ts";

/** Questions to VIES for one person in an hour. */
const MOST_PER_HOUR = 20;

/**
 * Has a person's VAT ID checked, or that of an organization whose details they saved, if they have one in the EU and no recent answer says it's valid, and stores the
 * answer. Does nothing while the company isn't registered anywhere, because then nothing depends on it.
 * @returns the answer that counts now; null without a VAT ID that VIES knows
 */
export async function checkVatId(actor: Actor, organizationId: string | null = null): Promise<VatCheck | null> {
  const uid = uidOf(actor);
  if (!uid) return null;
  const kept = await keptBilling({ userId: uid, organizationId });
  const { vatId } = billingOf(kept);
  const known = vatCheckOf(kept);
  if (vatId === "" || isConfirmed(known, now())) return known;
  const today = dayOf(now());
  const registrations = (await listRegistrations()).filter((it) => isValidOn(it, today));
  if (registrations.length === 0) return known;
  if (!(await within(`vat check ${uid}`, MOST_PER_HOUR, HOUR))) return known;
  const company = await findCompany();
  const check = await askVies(vatId, homeRegistration(company?.country, registrations)?.number ?? null);
  if (!check) return null;
  await transact<unknown>(actor, (ctx) =>
    organizationId ? saveOrganizationVatCheck(ctx, organizationId, check) : saveVatCheck(ctx, uid, check),
  );
  return check;
}
