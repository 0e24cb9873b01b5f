import { Link } from "react-router";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { KYC_STATES, KYC_WORDS } from "#app/features/editors/rules/kyc/kyc.ts";
import { KycBadge } from "#app/features/editors/ui/kyc-badge.tsx";
import { LEVELS, LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FilterBar, Pager, useCsvHref, useIsFiltered } from "#app/ui/list-controls.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { EditorRow } from "#app/features/backoffice/server/people/list-editors.ts";
import styles from "#app/features/backoffice/ui/people.module.css";
import { fieldChoices, subfields, services } from "./fields.ts";

const share = (value: number | null): string => (value === null ? "" : `${Math.round(value * 100)}%`);

export function Editors({ list }: { list: ListPage<EditorRow> }) {
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
