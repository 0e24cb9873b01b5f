import { Form } from "react-router";
import { type OrganizationRow, listOrganizations } from "#app/features/backoffice/server/money/list-organizations.ts";
import { AGES, ageWords } from "#app/features/payments/rules/credit.ts";
import { type Aging, readAging, waitingOrganizations } from "#app/features/payments/server/credit/aging.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { countryName } from "#app/platform/rules/core/country.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { ORGANIZATIONS_SHOWN } from "../rules/organization.ts";
import styles from "../ui/organization.module.css";
import type { Route } from "./+types/admin-organizations";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Organizations");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  const q = (search.get("q") ?? "").trim().slice(0, 100);
  const { rows, totalMinor } = await listOrganizations(actor, q);
  const [aging, waiting] = await Promise.all([readAging(now()), waitingOrganizations()]);
  return {
    q,
    aging,
    waiting,
    totalMinor,
    rows: rows.map((row) => ({ ...row, country: row.country ? countryName(row.country) : null })),
  };
});

/** Every organization with its balance. A row opens its pages. */
export default function AdminOrganizations({
  loaderData: { q, rows, totalMinor, aging, waiting },
}: Route.ComponentProps) {
  useLive((event) => /^(organization|balance|credit|statement)\./.test(event.kind));
  return (
    <Page width="full">
      <PageTitle
        title="Organizations"
        lede={`Their balances are worth ${formatMoney(totalMinor, CURRENCY)} in the books, which we owe as work or money.`}
      />
      {waiting.length > 0 ? (
        <Section title={`${count(waiting.length, "decision")} waiting`}>
          <DataTable<(typeof waiting)[number]>
            caption="Waiting decisions"
            rows={waiting}
            rowKey={(r) => r.id}
            rowTo={(r) => `/organizations/${r.organizationId}/${r.page}`}
            columns={[
              { key: "name", header: "Organization", narrow: "title", cell: (r) => r.name },
              { key: "asks", header: "About", cell: (r) => r.asks },
              {
                key: "state",
                header: "Waits for",
                cell: (r) => (r.isProposed ? "A second person" : "A decision"),
              },
              { key: "asked", header: "Since", cell: (r) => <Instant at={r.askedAt} show="day" /> },
              {
                key: "limit",
                header: "Limit",
                align: "end",
                cell: (r) =>
                  r.limitMinor === null ? (
                    <span className="soft">none</span>
                  ) : (
                    <Money minor={r.limitMinor} currency={r.currency} />
                  ),
              },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
      {aging.length > 0 ? (
        <Section title="Owed by age">
          <DataTable<Aging>
            caption="Owed by age"
            rows={aging}
            rowKey={(r) => r.id}
            rowTo={(r) => `/organizations/${r.id}/statements`}
            columns={[
              { key: "name", header: "Organization", narrow: "title", cell: (r) => r.name },
              ...AGES.map((age) => ({
                key: age,
                header: ageWords(age),
                align: "end" as const,
                cell: (r: Aging) => <Money minor={r[age]} currency={r.currency} />,
              })),
              {
                key: "unbilled",
                header: "Not on a statement yet",
                align: "end",
                cell: (r) => <Money minor={r.unbilledMinor} currency={r.currency} />,
              },
              {
                key: "owed",
                header: "Owed",
                align: "end",
                cell: (r) => <Money minor={r.owedMinor} currency={r.currency} />,
              },
            ]}
            empty={null}
          />
        </Section>
      ) : null}
      <Section title="All organizations">
        <Form method="get" className={styles.search} role="search">
          <TextInput id="q" name="q" label="Name" defaultValue={q} maxLength={100} />
          <Button type="submit" variant="default">
            Search
          </Button>
        </Form>
        <DataTable<OrganizationRow>
          caption="Organizations"
          rows={rows}
          rowKey={(r) => r.id}
          rowTo={(r) => `/organizations/${r.id}`}
          columns={[
            {
              key: "name",
              header: "Name",
              narrow: "title",
              cell: (r) => (r.isClosed ? `${r.name} (closed)` : r.name),
            },
            { key: "country", header: "Country", cell: (r) => r.country },
            { key: "members", header: "Members", align: "end", cell: (r) => r.members.toLocaleString("en-US") },
            { key: "orders", header: "Orders", align: "end", cell: (r) => r.orders.toLocaleString("en-US") },
            {
              key: "last",
              header: "Last order",
              cell: (r) =>
                r.lastOrderAt ? <Instant at={r.lastOrderAt} show="day" /> : <span className="soft">none</span>,
            },
            {
              key: "spent",
              header: "Spent",
              align: "end",
              cell: (r) => <Money minor={r.spentMinor} currency={r.currency} />,
            },
            {
              key: "owed",
              header: "Owes",
              align: "end",
              cell: (r) => <Money minor={r.owedMinor} currency={r.currency} />,
            },
            {
              key: "balance",
              header: "Balance",
              align: "end",
              cell: (r) => <Money minor={r.balanceMinor} currency={r.currency} />,
            },
          ]}
          empty={
            <EmptyState title={q ? "No organization has this name" : "No organizations yet"} mark="caret">
              They appear here when a client creates one.
            </EmptyState>
          }
          footer={rows.length === ORGANIZATIONS_SHOWN ? `Showing the first ${ORGANIZATIONS_SHOWN}.` : undefined}
        />
      </Section>
    </Page>
  );
}
