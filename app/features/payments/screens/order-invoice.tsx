import { useRef } from "react";
import { Form, Link, href } from "react-router";
import type { Billing } from "#app/features/accounts/rules/billing.ts";
import { clientPathOf } from "#app/features/accounts/server/sign-in/client-path-of.ts";
import { useClientPath } from "#app/features/accounts/ui/sign-in/use-client-path.ts";
import { AddressFields } from "#app/features/tax/ui/billing-fields.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { correctInvoice } from "../server/invoices/correct-invoice.ts";
import { readInvoicePage } from "../server/invoices/read-invoice-page.ts";
import { XmlLink } from "../ui/xml-link.tsx";
import styles from "../ui/payment.module.css";
import type { Route } from "./+types/order-invoice";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData ? `Invoice ${loaderData.current.number}` : "Invoice");

export const loader = pageLoader(async ({ actor, params, search }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readInvoicePage(actor, params.orderId, params.invoiceId)),
  countries: listCountries(),
  corrected: search.has("corrected"),
  same: search.has("same"),
}));

export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: correctInvoice,
    input: ({ params, text }) => ({
      invoiceId: params.invoiceId,
      name: text("name"),
      organization: text("organization"),
      address: text("address"),
      country: text("country"),
      state: text("state"),
      vatId: text("vatId"),
    }),
    goTo: ({ invoiceId, changed }, { actor, params }) =>
      clientPathOf(actor, `/order/${params.orderId}/invoice/${invoiceId}${changed ? "?corrected" : "?same"}`),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** The invoice of a payment: its buyer, what it replaced, and a form for correcting it. */
export default function OrderInvoice({ loaderData, actionData }: Route.ComponentProps) {
  const { order, current, replaced, own, over, untilAt, corrected, same, deliveredAt, dueAt } = loaderData;
  const clientPage = useClientPath();
  const answer = useLastAnswer(actionData);
  return (
    <Page width="reading">
      <PageTitle
        title={`Invoice ${current.number}`}
        back={
          own
            ? { label: `${order.number} ${order.title}`, to: clientPage(`/order/${order.id}`) }
            : { label: order.number, to: href("/admin/orders/:orderId", { orderId: order.id }) }
        }
      />
      <div className={styles.stack}>
        {corrected && !answer?.error ? (
          <div role="status">
            <Notice tone="good">Invoice corrected. The new one is {current.number}.</Notice>
          </div>
        ) : same && !answer?.error ? (
          <div role="status">
            <Notice tone="info">The invoice already has these details.</Notice>
          </div>
        ) : null}
        <Sheet
          title="Billed to"
          aside={
            <>
              <a href={`/api/invoices/${current.id}/pdf`}>Open PDF</a>
              <XmlLink of={current} />
            </>
          }
        >
          <p className={styles.buyer}>{current.buyer.join("\n")}</p>
          <p className="soft small">
            Issued on <Instant at={current.issuedAt} show="day" />.{" "}
            {deliveredAt ? (
              <>
                Delivered on <Instant at={deliveredAt} show="day" />.
              </>
            ) : dueAt ? (
              <>
                Delivery due by <Instant at={dueAt} show="day" />.
              </>
            ) : null}
          </p>
          {replaced.length > 0 ? (
            <ul className={styles.replaced} aria-label="Replaced invoices">
              {replaced.map((it) => (
                <li key={it.id} className="small">
                  Replaces <a href={`/api/invoices/${it.id}/pdf`}>{it.number}</a>, which is canceled by credit note{" "}
                  <a href={`/api/invoices/${it.cancelledBy.id}/pdf`}>{it.cancelledBy.number}</a>.
                </li>
              ))}
            </ul>
          ) : null}
        </Sheet>
        {own && over ? (
          <p className="soft">
            You could correct this invoice until <Instant at={untilAt} show="day" />. If something on it is wrong,{" "}
            <Link to="/support?new&category=payment">contact support</Link>.
          </p>
        ) : (
          <Correction key={current.id} page={loaderData} answer={answer} />
        )}
      </div>
    </Page>
  );
}

function Correction({
  page: { billing, countries, own, untilAt },
  answer,
}: {
  page: Route.ComponentProps["loaderData"];
  answer: Route.ComponentProps["actionData"];
}) {
  const form = useRef<HTMLFormElement>(null);
  useSavedFields(form, billing, answer);
  const problem = answer?.error;
  const shown: Billing = problem && answer.typed ? { ...billing, ...answer.typed } : billing;
  return (
    <Sheet title="Correct the details">
      <Form method="post" className={styles.correction} ref={form}>
        <p className="soft">
          {own
            ? "Your billing details are filled in. You get a new invoice"
            : "The client's billing details are filled in. The client gets a new invoice"}{" "}
          with what you enter here, and a credit note that cancels the old one. Amounts and tax stay the same.
        </p>
        <ErrorNote problem={problem} />
        <AddressFields shown={shown} countries={countries} error={(field) => fieldError(problem, field)} />
        <div>
          <SubmitButton pending="Correcting">Correct invoice</SubmitButton>
        </div>
        {own ? (
          <p className="soft small">
            You can do this until <Instant at={untilAt} show="day" />. Future invoices use the{" "}
            <Link to="/profile/edit#billing">billing details in your profile</Link>.
          </p>
        ) : null}
      </Form>
    </Sheet>
  );
}
