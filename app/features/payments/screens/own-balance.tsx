import { Form, redirectDocument } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { CURRENCIES, type Currency, formatMoney } from "#app/platform/rules/core/money.ts";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type PageAnswer,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { GIFT_LIMITS, type GiftState } from "../rules/gift.ts";
import { acceptGift, cancelGift } from "../server/deposits/gifts.ts";
import { readOwnBalance } from "../server/deposits/read-own-balance.ts";
import { returnOwnFunds } from "../server/deposits/return-deposits.ts";
import { startGift, startOwnDeposit } from "../server/deposits/start-deposit.ts";
import { ByCard, Confirmation, Movements, PayBack } from "../ui/deposits.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/own-balance";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Balance");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) =>
  readOwnBalance(actor, search.get("deposit")),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    card: async ({ actor, text }) =>
      redirectDocument(await startOwnDeposit(actor, { amount: text("amount"), currency: text("currency") })),
    give: async ({ actor, text }) =>
      redirectDocument(
        await startGift(actor, {
          amount: text("giftAmount"),
          currency: text("giftCurrency"),
          giftEmail: text("giftEmail"),
          message: text("message"),
        }),
      ),
    return: intent({
      command: returnOwnFunds,
      input: ({ text }) => ({ amount: text("returned"), currency: text("currency") }),
      done: "It's off your balance, and on its way to the card.",
    }),
    accept: intent({
      command: acceptGift,
      input: ({ text }) => ({ giftId: text("giftId") }),
      done: "It's on your balance.",
    }),
    "take-back": intent({
      command: cancelGift,
      input: ({ text }) => ({ giftId: text("giftId") }),
      done: "Taken back. It's on its way to your card.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A client's prepaid balance: adding to it, giving one to somebody, and every movement. */
export default function OwnBalance({ loaderData: page, actionData }: Route.ComponentProps) {
  useLive((event) => /^(balance|deposit|gift|payment|refund)\./.test(event.kind));
  const answer = useLastAnswer(actionData);
  const { accounts, deposits, gifts, paid } = page;
  return (
    <Page width="reading">
      <PageTitle title="Balance" lede="What you've prepaid for your orders. It doesn't expire." />
      <div className={styles.notes}>
        <DoneNote answer={answer} />
        <ErrorNote problem={answer?.error} />
        {paid ? <Confirmation deposit={paid} isGift={paid.isGift} /> : null}
        {gifts.waiting.map((gift) => (
          <Notice
            key={gift.id}
            tone="good"
            title={`${gift.giver} gives you ${formatMoney(gift.amountMinor, gift.currency)}`}
            action={
              <Form method="post" preventScrollReset>
                <input type="hidden" name="giftId" value={gift.id} />
                <SubmitButton name="intent" value="accept" size="sm" pending="Accepting">
                  Accept
                </SubmitButton>
              </Form>
            }
          >
            {gift.message}
          </Notice>
        ))}
      </div>
      <Stats>
        {accounts.map((one) => (
          <Stat
            key={one.currency}
            label={accounts.length === 1 ? "Balance" : `Balance in ${one.currency}`}
            value={formatMoney(one.balanceMinor, one.currency)}
            detail={one.balanceMinor < 0 ? "A bank took back what you had spent" : "For orders in this currency"}
          />
        ))}
      </Stats>
      {page.mayAdd ? (
        <>
          <Section title="Add funds">
            <Sheet>
              <Form method="post" className={styles.stack} preventScrollReset noValidate>
                <Amount name="amount" currencyName="currency" page={page} answer={answer} />
                <div>
                  <SubmitButton name="intent" value="card" pending="Opening">
                    Pay by card
                  </SubmitButton>
                </div>
              </Form>
            </Sheet>
          </Section>
          <Section title="Give a balance to somebody">
            <Sheet>
              <Form method="post" className={styles.stack} preventScrollReset noValidate>
                <p>
                  They get an email once you&apos;ve paid, and accept it with an account of that address. Until then,
                  you can take it back.
                </p>
                <TextInput
                  id="giftEmail"
                  name="giftEmail"
                  type="email"
                  label="Their email address"
                  autoComplete="off"
                  maxLength={254}
                  required
                  defaultValue={answer?.typed?.["giftEmail"] ?? ""}
                  error={fieldError(answer?.error, "giftEmail")}
                />
                <Amount name="giftAmount" currencyName="giftCurrency" page={page} answer={answer} />
                <Textarea
                  id="message"
                  name="message"
                  label="Message (optional)"
                  maxLength={GIFT_LIMITS.message}
                  autosize
                  minRows={2}
                  defaultValue={answer?.typed?.["message"] ?? ""}
                  error={fieldError(answer?.error, "message")}
                />
                <div>
                  <SubmitButton name="intent" value="give" pending="Opening" variant="default">
                    Pay by card
                  </SubmitButton>
                </div>
              </Form>
            </Sheet>
          </Section>
        </>
      ) : null}
      {gifts.made.length > 0 ? <Given gifts={gifts.made} /> : null}
      {deposits.length > 0 ? <ByCard deposits={deposits} /> : null}
      {accounts.map((one) => (
        <div key={one.currency}>
          {one.returnableMinor > 0 ? (
            <PayBack
              mostMinor={one.returnableMinor}
              currency={one.currency}
              rest="What somebody gave you stays for orders."
              answer={answer}
            />
          ) : null}
          <Movements
            movements={one.movements}
            currency={one.currency}
            empty="Funds that you add, payments for orders, and refunds appear here."
          />
        </div>
      ))}
    </Page>
  );
}

function Amount({
  name,
  currencyName,
  page,
  answer,
}: {
  name: string;
  currencyName: string;
  page: { currencies: readonly Currency[]; currency: Currency };
  answer: PageAnswer | undefined;
}) {
  const { currencies, currency } = page;
  return (
    <>
      <TextInput
        id={name}
        name={name}
        label={currencies.length === 1 ? `Amount in ${currency}` : "Amount"}
        inputMode="decimal"
        maxLength={14}
        required
        defaultValue={answer?.typed?.[name] ?? ""}
        error={fieldError(answer?.error, name) ?? fieldError(answer?.error, "amount")}
      />
      {currencies.length === 1 ? (
        <input type="hidden" name={currencyName} value={currency} />
      ) : (
        <NativeSelect
          id={currencyName}
          name={currencyName}
          label="Currency"
          defaultValue={answer?.typed?.[currencyName] ?? currency}
          data={currencies.map((value) => ({ value, label: `${CURRENCIES[value].name} (${CURRENCIES[value].sign})` }))}
        />
      )}
    </>
  );
}

type Made = Awaited<ReturnType<typeof readOwnBalance>>["gifts"]["made"][number];

const STATES: Record<Exclude<GiftState, "unpaid">, { tone: StatusTone; words: string }> = {
  open: { tone: "waiting", words: "Not accepted yet" },
  accepted: { tone: "done", words: "Accepted" },
  canceled: { tone: "stopped", words: "Taken back" },
};

/** What somebody gave to others, newest first. */
function Given({ gifts }: { gifts: readonly Made[] }) {
  return (
    <Section title="Given to others">
      <DataTable<Made>
        caption="Balances given to others"
        rows={gifts}
        rowKey={(r) => r.id}
        columns={[
          { key: "to", header: "To", narrow: "title", cell: (r) => r.email || "A closed account" },
          { key: "at", header: "When", cell: (r) => <Instant at={r.createdAt} show="day" /> },
          {
            key: "state",
            header: "Status",
            cell: ({ state }) =>
              state === "unpaid" ? null : <StatusBadge tone={STATES[state].tone}>{STATES[state].words}</StatusBadge>,
          },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (r) => <Money minor={r.amountMinor} currency={r.currency} />,
          },
          {
            key: "back",
            header: "Take back",
            cell: (r) =>
              r.state === "open" ? (
                <ConfirmButton
                  stops
                  variant="default"
                  size="compact-sm"
                  title="Take this gift back?"
                  confirm="Take it back"
                  fields={{ intent: "take-back", giftId: r.id }}
                  body={<p>It returns to your card. The other person can&apos;t accept it anymore.</p>}
                >
                  Take back
                </ConfirmButton>
              ) : null,
          },
        ]}
        empty={null}
      />
    </Section>
  );
}
