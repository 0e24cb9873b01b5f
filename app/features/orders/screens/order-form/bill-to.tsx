import type { Payer } from "#app/features/payments/server/balance/read-organization.ts";
import { BillingFields } from "#app/features/tax/ui/billing-fields.tsx";
import { PayerChoice } from "./payer.tsx";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/** Who pays, and whom the invoice names. */
export function BillTo({ form, payers }: { form: OrderFormState; payers: readonly Payer[] }) {
  const { draft } = form;
  return (
    <Step name="bill-to" title="Bill to">
      <PayerChoice draft={draft} payers={payers} />
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
