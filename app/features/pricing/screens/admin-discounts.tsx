import { TextInput } from "@mantine/core";
import { Link, href } from "react-router";
import { type SaleRow, listSales } from "#app/features/backoffice/server/money/list-sales.ts";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { ActionForm } from "#app/ui/action-form.tsx";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { readDiscountForm } from "../rules/discount-form.ts";
import { ACCOUNT_DISCOUNT_LIST, SALES_SHOWN, servicesOf } from "../rules/discount-list.ts";
import { SERVICES, SERVICE_LABELS } from "../rules/policy.ts";
import { createSale } from "../server/create-sale.ts";
import { endSale } from "../server/end-sale.ts";
import { listAccountDiscounts } from "../server/list-discounts.ts";
import { daysOf } from "../ui/account-discount.tsx";
import { pricingAt } from "../server/read-pricing.ts";
import { discountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { DiscountFields } from "../ui/discount-fields.tsx";
import { StandingBadge } from "../ui/standing-badge.tsx";
import finance from "#app/features/backoffice/ui/finance.module.css";
import styles from "./admin-discounts.module.css";
import type { Route } from "./+types/admin-discounts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Discounts");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  ...(await listAccountDiscounts(actor, readListQuery(search, ACCOUNT_DISCOUNT_LIST), now())),
  sales: await listSales(actor, now()),
  limits: discountLimits(await pricingAt(now())),
  /** Makes a form that is sent twice start one sale. */
  formKey: crypto.randomUUID(),
}));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    sale: intent({
      command: createSale,
      input: ({ form, text }) => ({
        ...readDiscountForm(form),
        label: text("label"),
        clientKey: text("clientKey"),
      }),
      done: "Sale saved.",
    }),
    "end-sale": intent({
      command: endSale,
      input: ({ text }) => ({ saleId: text("saleId") }),
      done: "Sale ended. Prices that were already quoted keep it for as long as they're valid.",
    }),
  },
  typed: ({ text, texts }) => ({
    label: text("label"),
    percent: text("percent"),
    startsOn: text("startsOn"),
    endsOn: text("endsOn"),
    services: texts("services").join(" "),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Sales for everyone, and the discounts of accounts. */
export default function AdminDiscounts({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("sale.") || event.kind.startsWith("discount."));
  const answer = useLastAnswer(actionData);
  const { sales } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Discounts" lede="They apply without a code. An order gets only the largest discount." />
      {answer?.error && answer.form !== "sale" ? <ErrorNote problem={answer.error} /> : null}
      {answer?.done && !answer.error ? (
        <div className={styles.notice} aria-live="polite">
          <Notice tone="good">{answer.done}</Notice>
        </div>
      ) : null}
      <Section title="Sales">
        <div className={styles.maker}>
          <ActionForm
            intent="sale"
            label="New sale"
            submit="Start sale"
            pending="Saving"
            fields={{ clientKey: loaderData.formKey }}
            answer={answer}
          >
            {({ problem, typed }) => (
              <>
                <p className={styles.hint}>
                  It applies to every order that's priced during the sale, and a quoted price keeps it for as long as
                  it's valid. Editors are paid on the list price.
                </p>
                <TextInput
                  name="label"
                  label="Name"
                  description="Shown with the prices and on receipts: Spring sale"
                  required
                  maxLength={80}
                  defaultValue={typed["label"] ?? ""}
                  error={fieldError(problem, "label")}
                />
                <DiscountFields typed={typed} problem={problem} limits={loaderData.limits} />
                <fieldset className={finance.checks}>
                  <legend>Services (select none for all)</legend>
                  {SERVICES.map((s) => (
                    <label key={s}>
                      <input
                        type="checkbox"
                        name="services"
                        value={s}
                        defaultChecked={typed["services"]?.split(" ").includes(s)}
                      />
                      {SERVICE_LABELS[s]}
                    </label>
                  ))}
                </fieldset>
              </>
            )}
          </ActionForm>
        </div>
        <DataTable<SaleRow>
          caption="Sales"
          rows={sales}
          rowKey={(r) => r.id}
          columns={[
            { key: "label", header: "Name", cell: (r) => r.label },
            { key: "state", header: "Status", cell: (r) => <StandingBadge state={r.state} /> },
            { key: "percent", header: "Discount", align: "end", cell: (r) => `${r.percent}%` },
            { key: "services", header: "Applies to", cell: (r) => servicesOf(r.services) },
            { key: "days", header: "Days (UTC)", cell: (r) => daysOf(r) },
            { key: "orders", header: "Orders", align: "end", cell: (r) => r.orders },
            { key: "cost", header: "Total discount", align: "end", cell: (r) => formatMoney(r.costMinor, CURRENCY) },
            {
              key: "end",
              header: "End early",
              cell: (r) =>
                r.state === "ended" ? null : (
                  <ConfirmButton
                    stops
                    variant="default"
                    size="compact-sm"
                    title={`End “${r.label}”?`}
                    confirm="End sale"
                    fields={{ intent: "end-sale", saleId: r.id }}
                    body={<p>New orders cost the list price again. Prices that were already quoted keep the sale.</p>}
                  >
                    End
                  </ConfirmButton>
                ),
            },
          ]}
          empty={
            <EmptyState title="No sales yet" mark="caret">
              Select “New sale” to give everyone a percentage off for a limited time.
            </EmptyState>
          }
          footer={sales.length === SALES_SHOWN ? `Showing the latest ${SALES_SHOWN}.` : undefined}
        />
      </Section>
      <Section title="Account discounts">
        <p className={styles.hint}>
          Give one on the person's page: open them under <Link to="/admin/clients">Clients</Link>.
        </p>
        <ListTable
          list={ACCOUNT_DISCOUNT_LIST}
          page={loaderData}
          cells={{
            person: (r) => (
              <>
                {r.person}
                <span className={styles.under}>{r.email}</span>
              </>
            ),
            state: (r) => <StandingBadge state={r.state} />,
            percent: (r) => `${r.percent}%`,
            starts: (r) => daysOf(r),
            reason: (r) => r.reason,
          }}
          rowKey={(r) => r.id}
          rowTo={(r) => href("/admin/clients/:uid", { uid: r.uid })}
          empty={
            <EmptyState title="No account has a discount" mark="caret">
              They appear here when you give one on a person's page.
            </EmptyState>
          }
        />
      </Section>
    </Page>
  );
}
