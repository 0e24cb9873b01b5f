import type { ReactNode } from "react";
import type { OwnBalance } from "#app/features/payments/server/balance/own-balance.ts";
import type { Payer } from "#app/features/payments/server/balance/read-organization.ts";
import type { PricedIn } from "#app/features/pricing/rules/priced-in.ts";
import { withCredit } from "#app/features/pricing/rules/price-tax.ts";
import type { LineCode, PriceLine, PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import type { EarlyStartAsk } from "#app/features/payments/server/checkout/early-start.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import type { SharedOnPage } from "#app/features/payments/server/shared-quotes/read-shared.ts";
import { ShareQuote } from "#app/features/payments/ui/share-quote.tsx";
import { creditFor } from "#app/features/payments/rules/courtesy/courtesy.ts";
import type { CreditToSpend } from "#app/features/payments/server/courtesy/read-credit.ts";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { soldIn } from "#app/features/pricing/rules/currency-prices.ts";
import { usePricing } from "#app/features/pricing/ui/pricing-context.ts";
import { useNow } from "#app/platform/browser/core/now.ts";
import { CURRENCIES, type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import { after, formatDays } from "#app/platform/rules/core/time.ts";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Receipt, type ReceiptLine } from "#app/ui/content/receipt.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { DraftOnPage } from "../../server/drafts/read-draft-page.ts";
import { type AskedToSpend, PayFromBalance } from "./payer.tsx";
import styles from "../order-form.module.css";
import type { OrderFormState } from "./use-order-form.ts";

/** Where a line of the receipt was chosen. Others are chosen with the extras. */
const CHOSEN_AT: Partial<Record<LineCode, string | null>> = {
  base: "offers",
  unchanged: "files",
  pdf: "files",
  volume: null,
  minimum: null,
  reviewers: "replyLetter",
  extra: null,
  fee: null,
  discount: "couponCode",
  credit: null,
  tax: "country",
};

/** A line's label leads to where it's chosen. */
function indexed(lines: readonly PriceLine[]): ReceiptLine[] {
  return lines.map((line) => {
    const at = CHOSEN_AT[line.code] === undefined ? "addOns" : CHOSEN_AT[line.code];
    return at ? { ...line, label: <a href={`#${at}`}>{line.label}</a> } : line;
  });
}

/** What a gap is called in the receipt, which is narrow. Others say their whole sentence. */
const GAPS: Partial<Record<OrderFormState["missing"][number]["field"], string>> = {
  subfield: "Field: choose",
  variant: "English: choose",
  documentType: "Document type: choose",
  styleGuide: "Style guide: choose",
  service: "Service: choose",
  turnaround: "Turnaround: choose",
  policy: "University policy: choose",
  pdfConsent: "Annotated PDF: confirm",
  reviewerComments: "Reviewers' comments: add",
  replyLetter: "Reply letter: add",
};

/** The price as the form's index: lines lead to what was chosen, gaps to what's still needed. With the button to pay. */
export function Price({
  form,
  earlyStart,
  payers,
  asked,
  shared,
  credit,
  balances,
}: {
  form: OrderFormState;
  /** The author's courtesy credit. */
  credit: CreditToSpend | null;
  /** What the author has prepaid. */
  balances: readonly OwnBalance[];
  earlyStart: EarlyStartAsk;
  payers: readonly Payer[];
  asked: AskedToSpend;
  shared: SharedOnPage | null;
}) {
  const { draft, chosen, error, buyer } = form;
  const { pricedIn } = usePricing();
  const receipt = receiptOf(form);
  if (!receipt)
    return (
      <div id="receipt">
        <Notice tone="info" title="Your price">
          {chosen && !chosen.offered
            ? `${chosen.reason} ${chosen.advice}`
            : "Choose a service and a turnaround to see your price."}
        </Notice>
        <Gaps form={form} />
      </div>
    );
  return (
    <PriceToPay
      receipt={afterCredit(receipt, form, credit, pricedIn)}
      seenTotal={receipt.totalMinor}
      draft={draft}
      taxMissing={draft.status === "draft" ? buyer.missing : null}
      payer={payerOf(draft, payers)}
      ownMinor={ownMinor(balances, receipt.currency)}
      asked={asked}
      share={draft.organizationId ? null : <ShareQuote shared={shared} error={error} />}
    >
      <CurrencyChoice form={form} />
      <Coupon form={form} />
      <CreditNote draft={draft} receipt={receipt} credit={credit} />
      <Gaps form={form} />
      <EarlyStart ask={earlyStart} error={error("earlyStart")} />
    </PriceToPay>
  );
}

const ownMinor = (balances: readonly OwnBalance[], currency: string): number =>
  balances.find((one) => one.currency === currency)?.balanceMinor ?? 0;

const freeOf = (credit: CreditToSpend | null, currency: string): number =>
  credit?.free.find((one) => one.currency === currency)?.freeMinor ?? 0;

/** A price less the author's courtesy credit, which paying takes off. A held price says itself what it holds. */
const afterCredit = (
  receipt: PriceReceipt,
  { draft }: OrderFormState,
  credit: CreditToSpend | null,
  pricedIn: PricedIn,
): PriceReceipt =>
  credit === null || draft.status !== "draft" || draft.organizationId
    ? receipt
    : withCredit(receipt, creditFor(receipt, freeOf(credit, receipt.currency), credit, pricedIn));

/** Courtesy credit that came after the price was held. */
function CreditNote({
  draft,
  receipt,
  credit,
}: {
  draft: DraftOnPage;
  receipt: PriceReceipt;
  credit: CreditToSpend | null;
}) {
  const freeMinor = freeOf(credit, receipt.currency);
  if (freeMinor === 0 || draft.status === "draft" || receipt.creditMinor || draft.organizationId) return null;
  return (
    <Notice tone="info">
      You have {formatMoney(freeMinor, receipt.currency)} of courtesy credit. We&apos;ll take it off before you pay.
    </Notice>
  );
}

/** What is charged: a held price, even if the price list has changed since; or the price of the choices; or null. */
const receiptOf = ({ draft, chosen }: OrderFormState): PriceReceipt | null =>
  (draft.status === "draft" ? null : draft.price) ?? (chosen?.offered ? chosen.receipt : null);

const payerOf = (draft: DraftOnPage, payers: readonly Payer[]): Payer | null =>
  payers.find((one) => one.id === draft.organizationId) ?? null;

/** The currency of the price, while it can be changed and there's a choice. */
function CurrencyChoice({ form: { draft, change, pricing, error } }: { form: OrderFormState }) {
  const sold = soldIn(pricing);
  if (sold.length === 1 || draft.status !== "draft") return null;
  return (
    <NativeSelect
      id="currency"
      label="Currency"
      value={pricing.pricedIn.currency}
      onChange={(event) => change({ currency: event.currentTarget.value as Currency })}
      data={sold.map((value) => ({ value, label: `${CURRENCIES[value].name} (${CURRENCIES[value].sign})` }))}
      error={error("currency")}
    />
  );
}

function Coupon({ form: { choices, change, error, couponMessage, couponNote, quote } }: { form: OrderFormState }) {
  const { checkingCode } = quote;
  return (
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
      className={styles.coupon}
    />
  );
}

function Gaps({ form: { missing, problem } }: { form: OrderFormState }) {
  // The top of the form already lists what is missing.
  if (missing.length === 0 || problem?.code === "incomplete") return null;
  return (
    <ul className={styles.missing} aria-label="Still needed">
      {missing.map(({ field, message }) => (
        <li key={field}>
          <a href={`#${field}`}>{GAPS[field] ?? message}</a>
        </li>
      ))}
    </ul>
  );
}

/** At the foot of a narrow window: the price, which leads to the receipt, and the button to pay. */
export function PayBar({
  form,
  payers,
  credit,
  balances,
}: {
  form: OrderFormState;
  payers: readonly Payer[];
  credit: CreditToSpend | null;
  balances: readonly OwnBalance[];
}) {
  const now = useNow(30_000);
  const { pricedIn } = usePricing();
  const price = receiptOf(form);
  if (!price) return null;
  const receipt = afterCredit(price, form, credit, pricedIn);
  return (
    <div className={styles.bar}>
      <a href="#receipt" className="figures">
        {formatMoney(receipt.totalMinor, receipt.currency)}, <Instant at={after(now, receipt.windowMs)} show="day" />
      </a>
      {payerOf(form.draft, payers) || ownMinor(balances, receipt.currency) >= receipt.totalMinor ? (
        <a href="#receipt">Pay</a>
      ) : (
        <SubmitButton name="intent" value="pay" pending="Checking the price">
          Pay
        </SubmitButton>
      )}
    </div>
  );
}

function PriceToPay({
  receipt,
  seenTotal,
  draft,
  taxMissing,
  payer,
  ownMinor,
  asked,
  share,
  children,
}: {
  receipt: PriceReceipt;
  /** The total without courtesy credit, which is compared with the server's when the button is clicked. */
  seenTotal: number;
  draft: DraftOnPage;
  /** The details needed to calculate the tax. */
  taxMissing: "country" | "state" | null;
  /** The organization that pays; null if the author does. */
  payer: Payer | null;
  /** What the author has prepaid in this currency. */
  ownMinor: number;
  asked: AskedToSpend;
  /** For somebody else to pay. */
  share: ReactNode;
  /** What must be checked before paying. */
  children: ReactNode;
}) {
  const now = useNow(30_000);
  const { quoteHeldMs } = usePricing();
  const held = draft.status !== "draft" && draft.quoteExpiresAt;
  const total = formatMoney(receipt.totalMinor, receipt.currency);
  const isPrepaid = ownMinor >= receipt.totalMinor;
  return (
    <div id="receipt">
      <Receipt
        title="Receipt"
        currency={receipt.currency}
        lines={indexed(receipt.lines)}
        total={{ label: "Total", amountMinor: receipt.totalMinor }}
        note={
          <>
            {taxMissing ? (
              <>
                Tax isn't included yet. <a href={`#${taxMissing}`}>Choose your {taxMissing}</a> to see it.{" "}
              </>
            ) : null}
            <span className={styles.due}>
              Due <Instant at={after(now, receipt.windowMs)} deadline /> if you pay now
            </span>{" "}
            {held ? (
              <>
                We'll hold this price until <Instant at={held} deadline />.
              </>
            ) : (
              `We'll hold this price for ${formatDays(quoteHeldMs)}.`
            )}
          </>
        }
      >
        <input type="hidden" name="seenTotal" value={seenTotal} />
        <input type="hidden" name="seenWindow" value={receipt.windowMs} />
        {children}
        {payer ? (
          <PayFromBalance payer={payer} receipt={receipt} asked={asked} />
        ) : isPrepaid ? (
          <>
            <SubmitButton name="intent" value="pay-from-own" size="md" fullWidth pending="Paying">
              {`Pay ${total} from your balance`}
            </SubmitButton>
            <SubmitButton name="intent" value="pay" variant="subtle" fullWidth pending="Checking the price">
              Pay by card instead
            </SubmitButton>
          </>
        ) : (
          <div className={styles.pay}>
            <SubmitButton name="intent" value="pay" size="md" fullWidth pending="Checking the price">
              {`Pay ${total}`}
            </SubmitButton>
          </div>
        )}
        <p className={styles.terms}>
          {payer
            ? `The invoice names ${payer.name}. The order is placed at once.`
            : isPrepaid
              ? `Your balance is ${formatMoney(ownMinor, receipt.currency)}. The order is placed at once.`
              : "You'll pay by card on the next page. We won't charge you before that."}{" "}
          <PayTerms />
        </p>
        {share}
      </Receipt>
    </div>
  );
}
