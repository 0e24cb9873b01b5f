import { Textarea } from "@mantine/core";
import { Form } from "react-router";
import { formatMoney, formatPay } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { OFFER_STATUS_WORDS } from "../../rules/quote-flow.ts";
import type { StaffOffer, StaffQuote } from "../../server/read-quote.ts";
import styles from "../../ui/quote.module.css";

/** The offer that's being prepared or is with the author, and what staff can do about it. */
export function CurrentOffer({
  quote,
  offer,
  answer,
}: {
  quote: StaffQuote;
  offer: StaffOffer;
  answer: FormAnswer | undefined;
}) {
  const isPrepared = offer.status === "asking" || offer.status === "agreed";
  return (
    <Section
      title={isPrepared ? "Offer in preparation" : "Our offer"}
      aside={<StatusBadge tone="active">{OFFER_STATUS_WORDS[offer.status]}</StatusBadge>}
    >
      <div className={styles.tight}>
        <OfferFacts offer={offer} />
        {offer.note ? <p className={styles.quoted}>{offer.note}</p> : null}
        {offer.editorNote ? (
          <div>
            <p className="eyebrow">{offer.editor} wrote</p>
            <p className={styles.quoted}>{offer.editorNote}</p>
          </div>
        ) : null}
        {isPrepared && quote.mayReply ? (
          <Form method="post" className={styles.buttons} preventScrollReset>
            <input type="hidden" name="offerId" value={offer.id} />
            {offer.status === "agreed" ? (
              <SubmitButton name="intent" value="send_agreed" pending="Sending">
                Send agreed offer
              </SubmitButton>
            ) : null}
            <SubmitButton name="intent" value="stop_asking" variant="default" pending="Discarding">
              Discard offer
            </SubmitButton>
          </Form>
        ) : null}
        {offer.status === "sent" && quote.mayReply ? (
          <ActionForm
            intent="take_back"
            label="Take back offer"
            pending="Taking back"
            stops
            fields={{ offerId: offer.id }}
            answer={answer}
          >
            {({ problem, typed }) => (
              <Textarea
                name="reason"
                label="Reason"
                description={`${quote.client.name} will see it`}
                autosize
                minRows={2}
                maxLength={1_000}
                defaultValue={typed.reason ?? ""}
                error={fieldError(problem, "reason")}
              />
            )}
          </ActionForm>
        ) : null}
      </div>
    </Section>
  );
}

function OfferFacts({ offer }: { offer: StaffOffer }) {
  const money = (amount: number): string => formatMoney(amount, offer.currency);
  return (
    <KeyValue
      items={[
        { label: "Service", value: offer.service },
        {
          label: "Price",
          value: (
            <span className="figures">
              <b>{money(offer.totalMinor)}</b>{" "}
              <span className="soft">(standard price {money(offer.ordinaryMinor)})</span>
            </span>
          ),
        },
        { label: "Time", value: `${formatDuration(offer.windowMs)} after payment` },
        offer.editor
          ? {
              label: "Editor",
              value: `${offer.editor}${offer.editorPayMinor === null ? "" : `, paid ${formatPay(offer.editorPayMinor)}`}`,
            }
          : null,
        offer.status === "asking" && offer.askExpiresAt
          ? { label: "Editor answers by", value: <Instant at={offer.askExpiresAt} deadline /> }
          : null,
        offer.sentAt ? { label: "Sent", value: <Instant at={offer.sentAt} /> } : null,
        offer.expiresAt ? { label: "Held until", value: <Instant at={offer.expiresAt} deadline /> } : null,
        { label: "Prepared by", value: offer.by },
      ]}
    />
  );
}

/** Earlier offers with what became of them, newest first. */
export function OfferHistory({ offers }: { offers: readonly StaffOffer[] }) {
  if (offers.length === 0) return null;
  return (
    <Section title="Earlier offers">
      <ul className={styles.offers}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <p className={styles.head}>
              <b className="figures">{formatMoney(offer.totalMinor, offer.currency)}</b>
              <span>
                {offer.service}, {formatDuration(offer.windowMs)}
              </span>
              <StatusBadge tone="neutral">{OFFER_STATUS_WORDS[offer.status]}</StatusBadge>
              <span className="soft small">
                <Instant at={offer.answeredAt ?? offer.createdAt} />
              </span>
            </p>
            {offer.editor ? <p className="small">Editor: {offer.editor}</p> : null}
            {offer.answerTotalMinor || offer.answerWantedAt ? (
              <p>
                {offer.answerTotalMinor
                  ? `The author would pay ${formatMoney(offer.answerTotalMinor, offer.currency)}. `
                  : ""}
                {offer.answerWantedAt ? (
                  <>
                    Wanted by <Instant at={offer.answerWantedAt} deadline />.
                  </>
                ) : null}
              </p>
            ) : null}
            {offer.answerNote || offer.editorNote ? (
              <p className={styles.quoted}>{offer.answerNote || offer.editorNote}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}
