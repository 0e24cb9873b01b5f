import type { Institution } from "#app/features/organizations/server/domains/find-domains.ts";
import type { Payer } from "#app/features/payments/server/balance/read-organization.ts";
import { BillingFields } from "#app/features/tax/ui/billing-fields.tsx";
import { PayWithInstitution, PayerChoice } from "./payer.tsx";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/** Who pays, and whom the invoice names. */
export function BillTo({
  form,
  payers,
  institution,
}: {
  form: OrderFormState;
  payers: readonly Payer[];
  /** The institution that the author's email address belongs to, if it may pay. */
  institution: Institution | null;
}) {
  const { draft } = form;
  return (
    <Step name="bill-to" title="Bill to">
      <PayerChoice draft={draft} payers={payers} />
      {institution && draft.status !== "awaiting_payment" ? <PayWithInstitution {...institution} /> : null}
      {draft.organizationId ? (
        <p className="soft">The invoice names {form.buyer.billing.organization}, with its address.</p>
      ) : (
        <BillingFields
          buyer={form.buyer}
          countries={form.countries}
          error={form.error}
          answer={form.answer}
          paying={draft.status !== "draft"}
        />
      )}
    </Step>
  );
}
