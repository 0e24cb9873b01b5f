import { Link, href, useSearchParams } from "react-router";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { DateRange } from "#app/ui/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { AREA_LABELS, AUDIT_AREAS, type AuditArea, kindChoices } from "../rules/audit/audit-areas.ts";
import { AUDIT_LIST } from "../rules/audit/audit-list.ts";
import { type AuditRow, listAudit } from "../server/audit/list-audit.ts";
import { ActorName, ObjectLink, PersonLink } from "../ui/audit-links.tsx";
import styles from "../ui/people.module.css";
import type { Route } from "./+types/admin-audit";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Audit trail");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => {
  const views = await openViews(actor, "audit", { path, search });
  const query = readListQuery(search, AUDIT_LIST);
  return {
    ...(await listAudit(actor, query)),
    views,
    kinds: kindChoices(factWords(), query.filters.area as AuditArea | ""),
  };
});

export const action = pageAction<Route.ActionArgs>({ intents: viewIntents("audit") });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const GIVEN = [
  { label: "Everything", search: "" },
  { label: AREA_LABELS.access, search: "area=access" },
  { label: AREA_LABELS.people, search: "area=people" },
  { label: AREA_LABELS.money, search: "area=money" },
  { label: AREA_LABELS.payouts, search: "area=payouts" },
] as const;

/** Shows what a link filtered the list by, with a link that removes the filter. */
function FilteredTo({ name, children }: { name: string; children: React.ReactNode }) {
  const [asked] = useSearchParams();
  const without = new URLSearchParams(asked);
  without.delete(name);
  without.delete("page");
  if (without.size === 0) without.set("q", "");
  return (
    <p className={styles.notice}>
      Only {children}. <Link to={`?${without}`}>Show all</Link>
    </p>
  );
}

/** Everything that was recorded, for admins. Filters and sorting are in the URL. */
export default function AdminAudit({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const narrowed = useIsFiltered("person", "object", "side", "area", "kind", "from", "to");
  const csvHref = useCsvHref("/api/csv/audit");
  const { person, object, views, kinds } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Audit trail" lede="What people and the system did, and who looked at personal data." />
      <ListViews given={GIVEN} views={views} shape={AUDIT_LIST} answer={answer} />
      {person ? (
        <FilteredTo name="person">
          entries by or about <PersonLink person={person} />
        </FilteredTo>
      ) : null}
      {object ? (
        <FilteredTo name="object">
          entries about <ObjectLink object={{ ...object, noun: object.number ?? object.noun }} />
        </FilteredTo>
      ) : null}
      <DataTable<AuditRow>
        caption="Audit trail"
        rows={loaderData.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => href("/admin/audit/:factId", { factId: r.id })}
        defaultSort={AUDIT_LIST.defaultSort}
        csvHref={csvHref}
        toolbar={
          <FilterBar
            placeholder="Name, email, order, ticket, ID"
            keep={["person", "object"]}
            filters={[
              {
                name: "side",
                label: "Person",
                choices: [
                  ["", "Did it or concerned"],
                  ["did", "Did it"],
                  ["about", "Concerned"],
                ],
              },
              {
                name: "area",
                label: "Area",
                choices: [["", "Any"], ...AUDIT_AREAS.map((area) => [area, AREA_LABELS[area]] as const)],
              },
              { name: "kind", label: "Event", choices: [["", "Any"], ...kinds] },
            ]}
          >
            <DateRange />
          </FilterBar>
        }
        columns={[
          { key: "at", header: "Time", sortable: true, cell: (r) => <Instant at={r.at} /> },
          {
            key: "event",
            header: "Event",
            narrow: "title",
            cell: (r) => (
              <>
                {r.title}
                {r.detail ? <span className={styles.under}>{r.detail}</span> : null}
              </>
            ),
          },
          {
            key: "by",
            header: "By",
            cell: (r) => <ActorName actor={r.actor} role={r.actorRole} impersonator={r.impersonator} />,
          },
          { key: "about", header: "Person concerned", cell: (r) => (r.about ? <PersonLink person={r.about} /> : "") },
          {
            key: "object",
            header: "Order or object",
            cell: (r) =>
              r.order ? (
                <Link to={href("/admin/orders/:orderId", { orderId: r.order.id })}>{r.order.number}</Link>
              ) : r.object ? (
                <ObjectLink object={r.object} />
              ) : (
                ""
              ),
          },
        ]}
        empty={
          <EmptyState
            title={narrowed ? "No entries match" : "No entries yet"}
            mark="stet"
            action={narrowed ? <Link to="/admin/audit?q=">Show everything</Link> : null}
          >
            {narrowed
              ? "Search for a full order or ticket number, an ID, or the beginning of a name or email address."
              : "Entries appear here as people use the product."}
          </EmptyState>
        }
        footer={<Pager {...loaderData} noun="entry" plural="entries" />}
        keys
      />
    </Page>
  );
}
