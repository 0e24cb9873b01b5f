import { count } from "#app/platform/rules/core/count.ts";
import { Link } from "react-router";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { formatBillable } from "#app/features/pricing/rules/word-counts.ts";
import { ENGLISH_VARIANT_LABELS, STYLE_GUIDE_LABELS } from "#app/features/pricing/rules/taxonomy.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { whyBillable } from "../../rules/draft/draft-sum.ts";
import styles from "../order-form.module.css";
import { BillingFields } from "#app/features/tax/ui/billing-fields.tsx";
import { Step } from "./step.tsx";
import type { OrderFormState } from "./use-order-form.ts";

/** The coupon code, and the order in one sentence, or what it's still missing. */
export function ReviewStep({ form }: { form: OrderFormState }) {
  const {
    choices,
    change,
    error,
    couponMessage,
    couponNote,
    quote: { checkingCode },
  } = form;
  return (
    <Step n={6} title="Billing, coupon, and review">
      {form.draft.organizationId ? (
        <p className={styles.review}>The invoice names {form.buyer.billing.organization}, with its address.</p>
      ) : (
        <BillingFields
          buyer={form.buyer}
          countries={form.countries}
          error={error}
          answer={form.answer}
          paying={form.draft.status !== "draft"}
        />
      )}
      <TextInput
        id="couponCode"
        name="couponCode"
        label="Coupon code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={choices.couponCode ?? ""}
        onChange={(event) => change({ couponCode: event.currentTarget.value || null })}
        description={checkingCode ? null : couponNote}
        error={error("couponCode") ?? (checkingCode ? null : couponMessage)}
        className={styles.short}
      />
      <Review form={form} />
    </Step>
  );
}

function Review({ form: { draft, choices, sum, sources, missing, problem } }: { form: OrderFormState }) {
  // The top of the form already lists what is missing.
  if (missing.length > 0 && problem?.code === "incomplete") return null;
  if (missing.length > 0)
    return (
      <Notice tone="info" title="Still needed">
        <ul className={styles.missing}>
          {missing.map((m) => (
            <li key={m.field}>
              <a href={`#${m.field}`}>{m.message}</a>
            </li>
          ))}
        </ul>
      </Notice>
    );
  return (
    <p className={styles.review}>
      {formatBillable(sum.billable)} in {count(sources.length, "file")}:{" "}
      {SERVICE_LABELS[choices.service!].toLowerCase()} in {TURNAROUND_LABELS[choices.turnaround!]},{" "}
      {ENGLISH_VARIANT_LABELS[choices.variant!]},{" "}
      {choices.styleGuide === "none" ? "no style guide" : `style ${STYLE_GUIDE_LABELS[choices.styleGuide!]}`}.{" "}
      {whyBillable(sum, choices)} <Link to={`/order/new?order=${draft.id}`}>See all prices</Link>
    </p>
  );
}
