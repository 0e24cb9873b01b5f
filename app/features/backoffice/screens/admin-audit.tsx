import { Link, href, useSearchParams } from "react-router";
import { openViews } from "#app/features/accounts/server/views/open-views.ts";
import { viewIntents } from "#app/features/accounts/server/views/view-intents.ts";
import { ListViews } from "#app/features/accounts/ui/list-views.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { readListQuery, withoutPage } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DateRange } from "#app/ui/lists/date-range.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { AREA_LABELS, type AuditArea, kindChoices } from "../rules/audit/audit-areas.ts";
import { AUDIT_LIST } from "../rules/audit/audit-list.ts";
import { listAudit } from "../server/audit/list-audit.ts";
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
  const without = withoutPage(asked);
  without.delete(name);
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
      <ListTable
        list={AUDIT_LIST}
        page={loaderData}
        cells={{
          at: (r) => <Instant at={r.at} />,
          by: (r) => <ActorName actor={r.actor} role={r.actorRole} impersonator={r.impersonator} />,
          event: (r) => (
            <span title={r.detail || undefined}>
              {r.title}
              {r.detail ? <span className="soft">, {r.detail}</span> : null}
            </span>
          ),
          about: (r) => (r.about ? <PersonLink person={r.about} /> : ""),
          object: (r) =>
            r.order ? (
              <Link to={href("/admin/orders/:orderId", { orderId: r.order.id })}>{r.order.number}</Link>
            ) : r.object ? (
              <ObjectLink object={r.object} />
            ) : (
              ""
            ),
        }}
        dense
        rowKey={(r) => r.id}
        rowTo={(r) => href("/admin/audit/:factId", { factId: r.id })}
        keep={["person", "object"]}
        noMatch={
          <EmptyState title="No entries match" mark="stet" action={<Link to={AUDIT_LIST.home}>Show everything</Link>}>
            Search for a full order or ticket number, an ID, or the beginning of a name or email address.
          </EmptyState>
        }
        empty={
          <EmptyState title="No entries yet" mark="stet">
            Entries appear here as people use the product.
          </EmptyState>
        }
        keys
        choices={{ kind: kinds }}
      >
        <DateRange />
      </ListTable>
    </Page>
  );
}
