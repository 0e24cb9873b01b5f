import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { APPLICATION_STATUS_LABELS, APPLICATION_STATUS_TONES } from "#app/features/editors/rules/application-flow.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import { subfields, services } from "./fields.ts";
import { APPLICATION_LIST, type ApplicationRow } from "#app/features/editors/rules/lists/application-list.ts";

export function Applications({ list }: { list: ListPage<ApplicationRow> }) {
  return (
    <ListTable
      list={APPLICATION_LIST}
      page={list}
      cells={{
        name: true,
        headline: (r) => (
          <>
            {r.headline}
            <span className={styles.under}>{r.degree}</span>
          </>
        ),
        fields: (r) => (
          <div className={styles.roomy}>
            {subfields(r.subfields)}
            <span className={styles.under}>{services(r.services)}</span>
          </div>
        ),
        years: (r) => <span className="figures">{r.years ?? ""}</span>,
        status: (r) => (
          <StatusBadge tone={APPLICATION_STATUS_TONES[r.status]}>{APPLICATION_STATUS_LABELS[r.status]}</StatusBadge>
        ),
        submittedAt: (r) => <Instant at={r.submittedAt} />,
        decidedAt: (r) =>
          r.decidedAt ? (
            <>
              <Instant at={r.decidedAt} />
              <span className={styles.under}>{r.deciderName}</span>
            </>
          ) : (
            ""
          ),
      }}
      rowKey={(r) => r.uid}
      rowTo={(r) => `/admin/editors/${r.uid}`}
      keep={["show"]}
      empty={
        <EmptyState title="No applications yet" mark="caret">
          Applications from the “Work as an editor” page appear here for review.
        </EmptyState>
      }
    />
  );
}
