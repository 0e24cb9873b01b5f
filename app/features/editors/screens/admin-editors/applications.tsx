import { Link } from "react-router";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/application.ts";
import { APPLICATION_STATUS_LABELS, APPLICATION_STATUS_TONES } from "#app/features/editors/rules/application-flow.ts";
import type { ApplicationRow } from "#app/features/editors/server/application/find-application.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import { fieldChoices, subfields, services } from "./fields.ts";

export function Applications({ list }: { list: ListPage<ApplicationRow> }) {
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
