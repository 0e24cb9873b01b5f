import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/application.ts";
import { APPLICATION_STATUS_LABELS, APPLICATION_STATUS_TONES } from "#app/features/editors/rules/application-flow.ts";
import { KYC_STATES, KYC_WORDS } from "#app/features/editors/rules/kyc.ts";
import { type ApplicationRow, listApplications } from "#app/features/editors/server/find-application.ts";
import { REVIEW_LIST } from "#app/features/orders/rules/review-lists.ts";
import { countReviews, listAllReviews, sumReviews } from "#app/features/orders/server/review/list-all-reviews.ts";
import { ReviewTable } from "#app/features/orders/ui/review-table.tsx";
import { KycBadge } from "#app/features/editors/ui/kyc-badge.tsx";
import { LEVELS, LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { FIELDS, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/page-tabs.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { EDITOR_LIST, type EditorRow, listEditors } from "#app/features/backoffice/server/list-editors.ts";
import styles from "#app/features/backoffice/ui/people.module.css";
import type { Route } from "./+types/admin-editors";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.reviews ? "Reviews" : loaderData?.applications ? "Applications" : "Editors");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (!isAdmin(actor)) throw refused("Only an admin can see all editors.");
  const waiting = (await listApplications(readListQuery(new URLSearchParams("status=submitted"), APPLICATION_LIST)))
    .total;
  const at = now();
  const { waiting: openReviews } = await countReviews(actor, at);
  if (search.get("show") === "reviews")
    return {
      waiting,
      openReviews,
      editors: null,
      applications: null,
      reviews: {
        list: await listAllReviews(actor, readListQuery(search, REVIEW_LIST), at),
        editors: await sumReviews(actor, "editor", at),
        reviewers: await sumReviews(actor, "reviewer", at),
      },
    };
  if (search.get("show") === "applications")
    return {
      waiting,
      openReviews,
      reviews: null,
      editors: null,
      applications: await listApplications(readListQuery(search, APPLICATION_LIST)),
    };
  return {
    waiting,
    openReviews,
    reviews: null,
    editors: await listEditors(actor, readListQuery(search, EDITOR_LIST), at),
    applications: null,
  };
});

/** All editors with their performance and amounts owed, and all applicants. */
export default function AdminEditors({ loaderData }: Route.ComponentProps) {
  const { editors, applications, reviews, waiting, openReviews } = loaderData;
  useLive(
    (event) =>
      event.kind.startsWith("application.") ||
      event.kind.startsWith("review.") ||
      event.kind === "order.assigned" ||
      event.kind === "order.delivered",
  );
  return (
    <Page width="full">
      <PageTitle title="Editors" />
      <PageTabs
        label="Editors, applications, and reviews"
        shown={reviews ? "reviews" : applications ? "applications" : "editors"}
        tabs={[
          { key: "editors", label: "Editors", to: "/admin/editors" },
          { key: "applications", label: "Applications", to: "/admin/editors?show=applications", count: waiting },
          { key: "reviews", label: "Reviews", to: "/admin/editors?show=reviews", count: openReviews },
        ]}
      />
      {editors ? (
        <Editors list={editors} />
      ) : applications ? (
        <Applications list={applications} />
      ) : reviews ? (
        <ReviewTable {...reviews} />
      ) : null}
    </Page>
  );
}

const subfields = (slugs: readonly string[]): string => {
  const names = slugs.map((s) => findSubfield(s)?.subfield.label ?? s);
  return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
};
const services = (codes: readonly string[]): string =>
  codes.map((s) => (isService(s) ? SERVICE_LABELS[s] : s)).join(", ");
const share = (value: number | null): string => (value === null ? "" : `${Math.round(value * 100)}%`);
const fieldChoices = [["", "Any"], ...FIELDS.map((f) => [f.slug, f.label] as const)] as const;

function Editors({ list }: { list: ListPage<EditorRow> }) {
  const csvHref = useCsvHref("/api/csv/editors");
  const narrowed = useIsFiltered("level", "ready", "kyc", "field");
  const none = <span className="soft">none</span>;
  return (
    <DataTable
      caption="Editors"
      rows={list.rows}
      rowKey={(r) => r.uid}
      rowTo={(r) => `/admin/editors/${r.uid}`}
      defaultSort="name"
      csvHref={csvHref}
      toolbar={
        <FilterBar
          placeholder="Name, email, degree"
          filters={[
            {
              name: "level",
              label: "Level",
              choices: [["", "Any"], ...LEVELS.map((l) => [l, LEVEL_LABELS[l]] as const)],
            },
            {
              name: "ready",
              label: "Matching-ready",
              choices: [
                ["", "Any"],
                ["yes", "Yes"],
                ["no", "Not yet"],
              ],
            },
            { name: "kyc", label: "KYC", choices: [["", "Any"], ...KYC_STATES.map((s) => [s, KYC_WORDS[s]] as const)] },
            { name: "field", label: "Field", choices: fieldChoices },
          ]}
        />
      }
      columns={[
        { key: "name", header: "Editor", sortable: true, cell: (r) => r.displayName },
        { key: "level", header: "Level", sortable: true, cell: (r) => LEVEL_LABELS[r.level] ?? r.level },
        {
          key: "takes",
          header: "Fields and services",
          narrow: "hidden",
          cell: (r) => (
            <div className={styles.roomy}>
              {subfields(r.fields) || none}
              <span className={styles.under}>{services(r.services)}</span>
            </div>
          ),
        },
        {
          key: "ready",
          header: "Matching",
          cell: (r) => (
            <StatusBadge tone={r.matchReady ? "done" : "waiting"}>{r.matchReady ? "ready" : "setup"}</StatusBadge>
          ),
        },
        { key: "kyc", header: "KYC", cell: (r) => <KycBadge state={r.kyc} /> },
        {
          key: "open",
          header: "Open",
          align: "end",
          sortable: true,
          cell: (r) => <span className="figures">{r.openOrders}</span>,
        },
        {
          key: "week",
          header: "Words this week",
          align: "end",
          sortable: true,
          cell: (r) => (
            <span className={`figures ${styles.nowrap}`}>
              {r.weekWords.toLocaleString("en-US")}
              <span className={styles.under}>
                {r.weeklyWords === null ? "not set" : `of ${r.weeklyWords.toLocaleString("en-US")}`}
              </span>
            </span>
          ),
        },
        {
          key: "rating",
          header: "Rating",
          align: "end",
          sortable: true,
          cell: (r) =>
            r.rating === null ? (
              none
            ) : (
              <span className="figures">
                {r.rating.toFixed(1)}
                <span className={styles.under}>of {r.ratings}</span>
              </span>
            ),
        },
        {
          key: "onTime",
          header: "On time",
          align: "end",
          sortable: true,
          cell: (r) =>
            r.onTime === null ? (
              none
            ) : (
              <span className={`figures ${styles.nowrap}`}>
                {share(r.onTime)}
                <span className={styles.under}>of {r.deliveries}</span>
              </span>
            ),
        },
        {
          key: "qa",
          header: "QA",
          align: "end",
          sortable: true,
          cell: (r) =>
            r.qa === null ? (
              none
            ) : (
              <span className="figures">
                {Math.round(r.qa)}
                <span className={styles.under}>of {r.reviews}</span>
              </span>
            ),
        },
        {
          key: "owed",
          header: "Owed",
          align: "end",
          sortable: true,
          cell: (r) => <span className="figures">{formatMoney(r.owedMinor, r.currency)}</span>,
        },
      ]}
      empty={
        narrowed ? (
          <EmptyState title="No editors match" mark="stet" action={<Link to="/admin/editors">Show all editors</Link>}>
            Remove a filter or use fewer search terms.
          </EmptyState>
        ) : (
          <EmptyState
            title="No editors yet"
            mark="caret"
            action={<Link to="/admin/editors?show=applications">View applications</Link>}
          >
            Editors appear here once their application is approved.
          </EmptyState>
        )
      }
      footer={
        <>
          <Pager {...list} noun="editor" />
          <p className="small">
            Rating, on-time delivery, and QA cover the last two years, as in matching, with the number of orders below
            each. Owed is earned but not paid yet.
          </p>
        </>
      }
    />
  );
}

function Applications({ list }: { list: ListPage<ApplicationRow> }) {
  const csvHref = useCsvHref("/api/csv/editor-applications");
  const narrowed = useIsFiltered("status", "field");
  return (
    <DataTable
      caption="Applications"
      rows={list.rows}
      rowKey={(r) => r.uid}
      rowTo={(r) => `/admin/editors/${r.uid}`}
      defaultSort={APPLICATION_LIST.defaultSort}
      csvHref={csvHref}
      toolbar={
        <FilterBar
          placeholder="Name, email, headline"
          keep={["show"]}
          filters={[
            {
              name: "status",
              label: "Status",
              choices: [
                ["", "Any"],
                ...APPLICATION_LIST.filters.status.map((s) => [s, APPLICATION_STATUS_LABELS[s]] as const),
              ],
            },
            { name: "field", label: "Field", choices: fieldChoices },
          ]}
        />
      }
      columns={[
        { key: "name", header: "Applicant", sortable: true, cell: (r) => r.displayName },
        {
          key: "headline",
          header: "Headline",
          cell: (r) => (
            <>
              {r.headline}
              <span className={styles.under}>{r.degree}</span>
            </>
          ),
        },
        {
          key: "fields",
          header: "Fields and services",
          narrow: "hidden",
          cell: (r) => (
            <div className={styles.roomy}>
              {subfields(r.subfields)}
              <span className={styles.under}>{services(r.services)}</span>
            </div>
          ),
        },
        { key: "years", header: "Years", align: "end", cell: (r) => <span className="figures">{r.years ?? ""}</span> },
        {
          key: "status",
          header: "Status",
          cell: (r) => (
            <StatusBadge tone={APPLICATION_STATUS_TONES[r.status]}>{APPLICATION_STATUS_LABELS[r.status]}</StatusBadge>
          ),
        },
        { key: "submittedAt", header: "Sent", sortable: true, cell: (r) => <Instant at={r.submittedAt} /> },
        {
          key: "decidedAt",
          header: "Decided",
          sortable: true,
          cell: (r) =>
            r.decidedAt ? (
              <>
                <Instant at={r.decidedAt} />
                <span className={styles.under}>{r.deciderName}</span>
              </>
            ) : (
              ""
            ),
        },
      ]}
      empty={
        narrowed ? (
          <EmptyState
            title="No applications match"
            mark="stet"
            action={<Link to="/admin/editors?show=applications">Show all applications</Link>}
          >
            Remove a filter or use fewer search terms.
          </EmptyState>
        ) : (
          <EmptyState title="No applications yet" mark="caret">
            Applications from the “Work as an editor” page appear here for review.
          </EmptyState>
        )
      }
      footer={<Pager {...list} noun="application" />}
    />
  );
}
