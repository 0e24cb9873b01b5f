import { Form, Link } from "react-router";
import { formatBusinessDays } from "#app/platform/rules/core/time.ts";
import type { EarlyStartAsk } from "#app/features/payments/server/checkout/early-start.ts";
import { EarlyStart } from "#app/features/payments/ui/early-start.tsx";
import type { SharedOnPage } from "#app/features/payments/server/shared-quotes/read-shared.ts";
import { ShareQuote } from "#app/features/payments/ui/share-quote.tsx";
import { PayTerms } from "#app/features/payments/ui/pay-terms.tsx";
import { useNow } from "#app/platform/browser/core/now.ts";
import { formatMoney, CURRENCY, moneySymbol } from "#app/platform/rules/core/money.ts";
import { after, formatSpan } from "#app/platform/rules/core/time.ts";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { OwnOffer, OwnQuote } from "../../server/read-own-quote.ts";
import styles from "../../ui/quote.module.css";

/** What the offer costs and when it's delivered, with the button that accepts and pays it. */
export function OfferReceipt({
  quote,
  offer,
  earlyStart,
  shared,
  problem,
}: {
  quote: OwnQuote;
  offer: OwnOffer;
  earlyStart: EarlyStartAsk;
  shared: SharedOnPage | null;
  problem: ShownProblem | undefined;
}) {
  const now = useNow(30_000);
  const money = formatMoney(offer.totalMinor, offer.currency);
  return (
    <Receipt
      title="Our offer"
      currency={offer.currency}
      lines={offer.lines}
      total={{ label: "Total", amountMinor: offer.totalMinor }}
      note={
        <>
          {offer.taxMissing ? (
            <>
              Tax isn't included yet. <Link to="/profile/edit#billing">Add your {offer.taxMissing}</Link> to your
              billing details before you accept.{" "}
            </>
          ) : null}
          Pay now and your due date is <Instant at={after(now, offer.windowMs)} deadline />,{" "}
          {formatSpan(offer.windowMs)} after payment. We hold this offer until <Instant at={offer.expiresAt} deadline />
          .
        </>
      }
    >
      <Form method="post" className={styles.tight}>
        <input type="hidden" name="quoteId" value={quote.id} />
        <input type="hidden" name="offerId" value={offer.id} />
        <EarlyStart ask={earlyStart} error={fieldError(problem, "earlyStart")} />
        <SubmitButton name="intent" value="accept" size="md" fullWidth pending="Going to the payment page">
          {offer.status === "accepted" ? `Pay ${money}` : `Accept and pay ${money}`}
        </SubmitButton>
        <p className="small soft">
          You'll pay by card on the next page. We won't charge you before that. <PayTerms />
        </p>
        <ShareQuote
          shared={shared}
          error={(field) => fieldError(problem, field)}
          submit={offer.status === "accepted" ? "Create link" : "Accept and create link"}
        />
      </Form>
    </Receipt>
  );
}

/** What staff wrote, who would edit it, and the author's two other options. */
export function OfferAnswers({
  quote,
  offer,
  answer,
}: {
  quote: OwnQuote;
  offer: OwnOffer;
  answer: FormAnswer | undefined;
}) {
  const fields = { quoteId: quote.id, offerId: offer.id };
  return (
    <Section title="About this offer">
      <div className={styles.tight}>
        {offer.note ? <p className={styles.quoted}>{offer.note}</p> : null}
        <p>
          {offer.editor
            ? `${offer.editor} has agreed to edit your manuscript if still free when you pay. Otherwise we'll find another editor who knows your field.`
            : "We'll find an editor who knows your field as soon as you pay."}
        </p>
        <ActionForm
          intent="counter"
          label="Ask for changes"
          submit="Request changes"
          pending="Sending"
          fields={fields}
          answer={answer}
        >
          {({ problem, typed }) => (
            <>
              <p>
                Tell us what would suit you better. We'll answer within {formatBusinessDays(quote.answerDays)}, and this
                offer ends.
              </p>
              <Textarea
                name="note"
                label="What should change"
                autosize
                minRows={3}
                maxLength={2_000}
                required
                withAsterisk={false}
                defaultValue={typed.note ?? ""}
                error={fieldError(problem, "note")}
              />
              <div className={styles.pair}>
                <TextInput
                  name="total"
                  label="Price you'd pay (optional)"
                  inputMode="decimal"
                  leftSection={moneySymbol(CURRENCY)}
                  maxLength={14}
                  defaultValue={typed.total ?? ""}
                  error={fieldError(problem, "total")}
                />
                <TextInput
                  name="wantedAt"
                  type="datetime-local"
                  label="Wanted by (optional)"
                  defaultValue={typed.wantedAt ?? ""}
                  error={fieldError(problem, "wantedAt")}
                />
              </div>
            </>
          )}
        </ActionForm>
        <ActionForm intent="refuse" label="Decline offer" pending="Declining" fields={fields} answer={answer} stops>
          {({ problem, typed }) => (
            <Textarea
              name="note"
              label="Reason (optional)"
              description="It helps us make a better offer"
              autosize
              minRows={2}
              maxLength={2_000}
              defaultValue={typed.note ?? ""}
              error={fieldError(problem, "note")}
            />
          )}
        </ActionForm>
      </div>
    </Section>
  );
}

const ANSWERS: Partial<Record<OwnOffer["status"], string>> = {
  countered: "You asked for changes",
  refused: "You declined it",
  taken_back: "We took it back",
  expired: "It expired",
  withdrawn: "You withdrew the request",
};

/** Offers that were answered or have ended, with what was written. */
export function PastOffers({ offers }: { offers: readonly OwnOffer[] }) {
  return (
    <ul className={styles.offers}>
      {offers.map((offer) => (
        <li key={offer.id}>
          <p className={styles.head}>
            <b className="figures">{formatMoney(offer.totalMinor, offer.currency)}</b>
            <span>{formatSpan(offer.windowMs)} after payment</span>
            <span className="soft small">
              sent <Instant at={offer.sentAt} />
            </span>
          </p>
          <p>
            {ANSWERS[offer.status] ?? "It ended"}
            {offer.answerTotalMinor ? `: ${formatMoney(offer.answerTotalMinor, offer.currency)}` : ""}
            {offer.answerWantedAt ? (
              <>
                , wanted by <Instant at={offer.answerWantedAt} deadline />
              </>
            ) : null}
            .
          </p>
          {offer.answerNote ? <p className={styles.quoted}>{offer.answerNote}</p> : null}
        </li>
      ))}
    </ul>
  );
}
