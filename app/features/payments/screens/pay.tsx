import { useEffect } from "react";
import { Form, data, redirectDocument, useFetcher, useRevalidator } from "react-router";
import { billingOf } from "#app/features/accounts/rules/billing.ts";
import { AddressFields } from "#app/features/tax/ui/billing-fields.tsx";
import { useSite } from "#app/platform/browser/core/session.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorPage } from "#app/ui/frame/error-page.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Logo } from "#app/ui/frame/logo.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { SHARED_QUOTE_WORDS } from "../rules/shared-quote.ts";
import { askForQuoteAgain, openSharedQuote } from "../server/shared-quotes/open-shared-quote.ts";
import { openLink } from "../server/shared-quotes/open-link.ts";
import { paySharedQuote } from "../server/shared-quotes/pay-shared-quote.ts";
import { type PayPage, readPayPage } from "../server/shared-quotes/read-pay-page.ts";
import { PayTerms } from "../ui/pay-terms.tsx";
import styles from "../ui/pay.module.css";
import type { ReactNode } from "react";
import type { Route } from "./+types/pay";

const LOOK_EVERY_MS = 3_000;

// The address is a key and the content is private: keep both out of titles, search results and other sites' logs.
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageTitle(matches, "Quote"),
  { name: "robots", content: "noindex, nofollow" },
];
export const headers: Route.HeadersFunction = () => ({
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow",
});

export const loader = pageLoader(async ({ actor, params, search, request }: PageRequest<Route.LoaderArgs>) => {
  try {
    const known = await openLink(request, params.token, false);
    return {
      quote: await readPayPage(actor, known, search.get("payment")),
      token: params.token,
      countries: listCountries(),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, advice } = error;
    return data({ quote: null, token: "", countries: [], problem: { message, advice } }, { status: error.status });
  }
});

type Asked = FormRequest<Route.ActionArgs>;
const tokenIn = ({ params }: Asked) => ({ token: params.token });

export const action = pageAction<Route.ActionArgs>({
  intents: {
    opened: intent({ command: openSharedQuote, input: tokenIn }),
    ask: intent({
      command: askForQuoteAgain,
      input: tokenIn,
      done: "We've told the author. They'll send you a new quote.",
    }),
    pay: async ({ actor, params, request, text }) => {
      await openLink(request, params.token, true);
      await openSharedQuote(actor, { token: params.token });
      const { url } = await paySharedQuote(actor, {
        token: params.token,
        name: text("name"),
        organization: text("organization"),
        address: text("address"),
        country: text("country"),
        state: text("state"),
        vatId: text("vatId"),
        email: text("email"),
        poNumber: text("poNumber"),
        costCenter: text("costCenter"),
      });
      return redirectDocument(url);
    },
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A shared quote, for somebody who pays without an account. The link is the key. */
export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { quote, problem, token } = loaderData;
  return (
    <Frame>
      {quote ? (
        <Quote quote={quote} token={token} page={loaderData} answer={actionData} />
      ) : (
        <PageTitle title={problem?.message ?? "This link doesn't work."} lede={problem?.advice} />
      )}
    </Frame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <ErrorPage error={error} />
    </Frame>
  );
}

/** Our name, and no menu. */
function Frame({ children }: { children: ReactNode }) {
  const { siteName } = useSite();
  return (
    <>
      <header className={styles.header} aria-label={siteName}>
        <Logo />
      </header>
      <main id="content" tabIndex={-1}>
        <Page width="reading">{children}</Page>
      </main>
    </>
  );
}

function Quote({
  quote,
  token,
  page,
  answer: last,
}: {
  quote: PayPage;
  token: string;
  page: Route.ComponentProps["loaderData"];
  answer: Route.ComponentProps["actionData"];
}) {
  const answer = useLastAnswer(last);
  const { submit } = useFetcher();
  const isNew = quote.state === "open" && !quote.own;
  // Script runs in a browser that shows the page, and not where a mail server looks at links.
  useEffect(() => {
    if (isNew) void submit({ intent: "opened" }, { method: "post" });
  }, [isNew, submit]);
  return (
    <>
      <PageTitle
        title={`Quote ${quote.number}`}
        lede={
          <p>
            {quote.paid ? null : (
              <>
                {quote.state === "expired" ? "Was valid until " : "Valid until "}
                <Instant at={quote.validUntilAt} show="day" books />.{" "}
              </>
            )}
            <a href={`/api/pay/${token}/quote`}>Download PDF</a>
          </p>
        }
      />
      {quote.own ? (
        <div className={styles.own}>
          <Notice>You shared this quote. This is what people who have the link see.</Notice>
        </div>
      ) : null}
      <section className={styles.what} aria-label="What it's for">
        <p className={styles.amount}>{formatMoney(quote.totalMinor, quote.currency)}</p>
        <p>
          {quote.what}, {quote.words}. For {quote.author}
          {quote.organization ? `, ${quote.organization}` : ""}.
        </p>
        {quote.title === null ? null : <p className={styles.title}>“{quote.title}”</p>}
        <p className={styles.seller}>
          <span className="soft">To</span>
          {"\n"}
          {quote.seller.join("\n")}
        </p>
      </section>
      <Standing quote={quote} token={token} countries={page.countries} answer={answer} />
    </>
  );
}

function Standing({
  quote,
  token,
  countries,
  answer,
}: {
  quote: PayPage;
  token: string;
  countries: readonly (readonly [string, string])[];
  answer: Route.ComponentProps["actionData"];
}) {
  const money = formatMoney(quote.totalMinor, quote.currency);
  const { attempt, state } = quote;
  if (state === "paid" && quote.paid) return <Paid paid={quote.paid} token={token} />;
  if (attempt?.state === "confirming") return <Confirming declined={attempt.why} />;
  return (
    <div className={styles.standing}>
      {attempt?.state === "returned" ? (
        <Notice tone="attention" title={`We're refunding your ${money} in full`}>
          {attempt.why} You don't need to do anything. It can take up to ten days to appear on your statement.
        </Notice>
      ) : null}
      {attempt?.state === "not-taken" ? (
        <Notice tone="attention" title="Your card wasn't charged">
          {attempt.why} If your bank shows a pending charge, it disappears automatically.
        </Notice>
      ) : null}
      {state === "open" ? (
        <PayForm quote={quote} countries={countries} answer={answer} />
      ) : (
        <Over quote={quote} answer={answer} />
      )}
    </div>
  );
}

function Over({ quote, answer }: { quote: PayPage; answer: Route.ComponentProps["actionData"] }) {
  if (quote.state === "open") return null;
  const words = SHARED_QUOTE_WORDS[quote.state];
  const canAsk = quote.state === "expired" || quote.state === "replaced";
  return (
    <>
      <Notice tone={quote.state === "settled" ? "good" : "attention"} title={words.message}>
        {quote.state === "settled" ? "You don't need to pay." : "You can't pay it anymore."}
      </Notice>
      {canAsk && quote.asked ? (
        <p role="status">We've told the author that you need a new quote.</p>
      ) : canAsk ? (
        <Form method="post">
          <ErrorNote problem={answer?.error} />
          <SubmitButton name="intent" value="ask" pending="Asking">
            Ask for a new quote
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}

function PayForm({
  quote,
  countries,
  answer,
}: {
  quote: PayPage;
  countries: readonly (readonly [string, string])[];
  answer: Route.ComponentProps["actionData"];
}) {
  const problem = answer?.form === "pay" ? answer.error : undefined;
  const typed: Record<string, string> = (problem && answer?.typed) || {};
  const error = (field: string) => fieldError(problem, field);
  return (
    <Section title="Pay by card">
      <Form method="post" className={styles.form} noValidate>
        <ErrorNote problem={problem} byField />
        <AddressFields
          shown={billingOf({ ...quote.prefill, ...typed })}
          countries={countries}
          error={error}
          countryNeeded={quote.countryNeeded}
        />
        <div className={styles.pair}>
          <TextInput
            id="poNumber"
            name="poNumber"
            label="PO number"
            maxLength={60}
            autoComplete="off"
            defaultValue={typed["poNumber"] ?? ""}
            error={error("poNumber")}
          />
          <TextInput
            id="costCenter"
            name="costCenter"
            label="Cost center"
            maxLength={60}
            autoComplete="off"
            defaultValue={typed["costCenter"] ?? ""}
            error={error("costCenter")}
          />
        </div>
        <TextInput
          id="email"
          name="email"
          type="email"
          label="Send documents to"
          description="We'll email you the invoice when it's paid."
          autoComplete="email"
          maxLength={254}
          required
          defaultValue={typed["email"] ?? ""}
          error={error("email")}
        />
        <div>
          <SubmitButton name="intent" value="pay" size="md" pending="Going to the payment page">
            {`Pay ${formatMoney(quote.totalMinor, quote.currency)}`}
          </SubmitButton>
        </div>
        <p className="small soft">
          You'll pay by card on the next page. We won't charge you before that. {quote.author} sees these details on the
          invoice. <PayTerms />
        </p>
      </Form>
    </Section>
  );
}

function Confirming({ declined }: { declined: string | null }) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const look = setInterval(() => {
      if (state === "idle") void revalidate();
    }, LOOK_EVERY_MS);
    return () => clearInterval(look);
  }, [state, revalidate]);
  return (
    <div className={styles.standing} aria-live="polite">
      <Notice title="We're confirming your payment">
        This takes a few seconds. The page updates automatically, and we'll email you the invoice. You don't need to pay
        again.
      </Notice>
      {declined ? (
        <Notice tone="attention" title="A card was declined">
          {declined} If no other card was tried, nothing was charged.
        </Notice>
      ) : null}
    </div>
  );
}

const KINDS = { invoice: "invoice", credit_note: "credit note" } as const;

function Paid({ paid, token }: { paid: NonNullable<PayPage["paid"]>; token: string }) {
  return (
    <div className={styles.standing} role="status">
      <Notice
        tone="good"
        title={
          <>
            Paid on <Instant at={paid.at} show="day" /> by card.
          </>
        }
      >
        {paid.documents.length > 0 ? (
          <>
            You can download the documents here until <Instant at={paid.until} show="day" />.
          </>
        ) : (
          "The time to download the documents here has ended. The author still has them."
        )}
      </Notice>
      {paid.documents.length > 0 ? (
        <ul className={styles.documents}>
          {paid.documents.map((it, i) => (
            <li key={it.id}>
              <Button
                component="a"
                href={`/api/pay/${token}/documents/${it.id}/pdf`}
                {...(i === 0 ? {} : { variant: "default" })}
              >
                Download {KINDS[it.kind]} {it.number}
              </Button>
              {it.xml ? <a href={`/api/pay/${token}/documents/${it.id}/xml`}>XML</a> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
