import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import type { SharedOnPage } from "#app/features/payments/server/shared-quotes/read-shared.ts";
import type { EarlyStartAsk } from "#app/features/payments/server/checkout/early-start.ts";
import { formatBillable } from "#app/features/pricing/rules/word-counts.ts";
import { Button } from "#app/ui/button.tsx";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Section } from "#app/ui/page.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import type { OwnQuote } from "../../server/read-own-quote.ts";
import styles from "../../ui/quote.module.css";
import { QuoteStatusBadge } from "../../ui/quote-status.tsx";
import { OfferAnswers, OfferReceipt, PastOffers } from "./offer.tsx";

/** A request we haven't answered yet, or our offer with its answers. */
export function RequestSent({
  quote,
  earlyStart,
  shared,
  answer,
}: {
  quote: OwnQuote;
  earlyStart: EarlyStartAsk;
  shared: SharedOnPage | null;
  answer: FormAnswer | undefined;
}) {
  useLive((event) => event.orderId === quote.order.id);
  const clientPage = useClientPath();
  const { offer, order } = quote;
  return (
    <Page>
      <PageTitle
        title={order.title || "Custom quote"}
        back={{ label: "My orders", to: clientPage("/my-orders") }}
        status={<QuoteStatusBadge status={quote.status} viewer="author" />}
        lede={<span className="figures">Custom quote for order {order.number}</span>}
      />
      {offer ? (
        <WaitingLine
          turn="you"
          who="You"
          waitsFor={
            offer.status === "accepted"
              ? `You accepted our offer. Pay ${formatMoney(offer.totalMinor, offer.currency)} to start.`
              : "Our offer is ready. Accept and pay, ask for changes, or decline it."
          }
          by={offer.expiresAt}
          note="We hold this offer until then."
        >
          <Button component="a" href="#offer" variant="default">
            View price
          </Button>
        </WaitingLine>
      ) : (
        <WaitingLine
          turn="others"
          who="Our team"
          waitsFor={
            quote.past.length > 0 ? "We're preparing a new offer for you." : "We're preparing an offer for you."
          }
          by={quote.dueAt}
          note="We'll notify you here and by email."
        />
      )}
      {answer?.form === "counter" || answer?.form === "refuse" ? null : <ErrorNote problem={answer?.error} />}
      <DoneNote answer={answer} />
      <Columns
        main={
          <div className={styles.stack}>
            {offer ? <OfferAnswers quote={quote} offer={offer} answer={answer} /> : null}
            {quote.past.length > 0 ? (
              <Section title="Earlier offers">
                <PastOffers offers={quote.past} />
              </Section>
            ) : null}
            <Section title="Your request">
              <div className={styles.tight}>
                <p className={styles.quoted}>{quote.requirements}</p>
                <KeyValue
                  items={[
                    { label: "Words", value: <span className="figures">{formatBillable(order.words)}</span> },
                    quote.wantedAt ? { label: "Wanted by", value: <Instant at={quote.wantedAt} deadline /> } : null,
                  ]}
                />
                <div className={styles.buttons}>
                  <ConfirmButton
                    stops
                    variant="subtle"
                    color="gray"
                    title="Withdraw this request?"
                    confirm="Withdraw request"
                    pending="Withdrawing"
                    fields={{ intent: "withdraw", quoteId: quote.id }}
                    body={<p>Your files and choices stay as a draft. Nothing has been charged.</p>}
                  >
                    Withdraw request
                  </ConfirmButton>
                </div>
              </div>
            </Section>
          </div>
        }
        side={
          offer ? (
            <div id="offer">
              <OfferReceipt
                quote={quote}
                offer={offer}
                earlyStart={earlyStart}
                shared={shared}
                problem={answer?.error}
              />
            </div>
          ) : null
        }
      />
    </Page>
  );
}
