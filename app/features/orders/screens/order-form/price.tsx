import type { ReactNode } from "react";
import type { Institution } from "#app/features/organizations/server/domains/find-domains.ts";
import type { Payer } from "#app/features/payments/server/balance/read-organization.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { EarlyStartAsk } from "#app/features/payments/server/checkout/early-start.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import type { SharedOnPage } from "#app/features/payments/server/shared-quotes/read-shared.ts";
import { ShareQuote } from "#app/features/payments/ui/share-quote.tsx";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { useNow } from "#app/platform/browser/core/now.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { after, formatDays, formatSpan } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt } from "#app/ui/receipt.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DraftOnPage } from "../../server/drafts/read-draft-page.ts";
import { type AskedToSpend, PayFromBalance, PayWithInstitution, PayerChoice } from "./payer.tsx";
import styles from "../order-form.module.css";
import type { OrderFormState } from "./use-order-form.ts";

/** The price with the button to pay, or why there is no price yet. */
export function Price({
  form: { draft, chosen, error, buyer },
  earlyStart,
  payers,
  institution,
  asked,
  shared,
}: {
  form: OrderFormState;
  earlyStart: EarlyStartAsk;
  payers: readonly Payer[];
  /** What the author could join and let pay. */
  institution: Institution | null;
  asked: AskedToSpend;
  shared: SharedOnPage | null;
}) {
  // A held price is what we charge, even if the price list has changed since.
  const held = draft.status !== "draft" ? draft.price : null;
  const receipt = held ?? (chosen?.offered ? chosen.receipt : null);
  if (receipt)
    return (
      <PriceToPay
        receipt={receipt}
        draft={draft}
        taxMissing={held ? null : buyer.missing}
        payer={payers.find((one) => one.id === draft.organizationId) ?? null}
        asked={asked}
        share={draft.organizationId ? null : <ShareQuote shared={shared} error={error} />}
      >
        <PayerChoice draft={draft} payers={payers} />
        {institution && draft.status !== "awaiting_payment" ? <PayWithInstitution {...institution} /> : null}
        <EarlyStart ask={earlyStart} error={error("earlyStart")} />
      </PriceToPay>
    );
  return (
    <Notice tone="info" title="Your price">
      {chosen && !chosen.offered
        ? `${chosen.reason} ${chosen.advice}`
        : "Choose a service and a turnaround to see your price."}
    </Notice>
  );
}

function PriceToPay({
  receipt,
  draft,
  taxMissing,
  payer,
  asked,
  share,
  children,
}: {
  receipt: PriceReceipt;
  draft: DraftOnPage;
  /** The details needed to calculate the tax. */
  taxMissing: "country" | "state" | null;
  /** The organization that pays; null if the author does. */
  payer: Payer | null;
  asked: AskedToSpend;
  /** For somebody else to pay. */
  share: ReactNode;
  /** What must be checked before paying. */
  children: ReactNode;
}) {
  const now = useNow(30_000);
  const { quoteHeldMs } = usePricing();
  const held = draft.status !== "draft" && draft.quoteExpiresAt;
  return (
    <Receipt
      title="Your price"
      currency={receipt.currency}
      lines={receipt.lines}
      total={{ label: "Total", amountMinor: receipt.totalMinor }}
      note={
        <>
          {taxMissing ? (
            <>
              Tax isn't included yet. <a href={`#${taxMissing}`}>Choose your {taxMissing}</a> to see it.{" "}
            </>
          ) : null}
          Pay now and your due date is <Instant at={after(now, receipt.windowMs)} deadline />,{" "}
          {formatSpan(receipt.windowMs)} after payment.{" "}
          {held ? (
            <>
              We'll hold this price until <Instant at={held} deadline />.
            </>
          ) : (
            `We'll hold this price for ${formatDays(quoteHeldMs)}. Your due date is set when you pay.`
          )}
        </>
      }
    >
      <input type="hidden" name="seenTotal" value={receipt.totalMinor} />
      <input type="hidden" name="seenWindow" value={receipt.windowMs} />
      {children}
      {payer ? (
        <PayFromBalance payer={payer} receipt={receipt} asked={asked} />
      ) : (
        <SubmitButton
          name="intent"
          value="pay"
          size="md"
          fullWidth
          pending="Checking the price"
        >{`Pay ${formatMoney(receipt.totalMinor, receipt.currency)}`}</SubmitButton>
      )}
      <p className={styles.terms}>
        {payer
          ? `The invoice names ${payer.name}. The order is placed at once.`
          : "You'll pay by card on the next page. We won't charge you before that."}{" "}
        <PayTerms />
      </p>
      {share}
    </Receipt>
  );
}
