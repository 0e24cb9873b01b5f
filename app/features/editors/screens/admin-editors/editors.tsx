import { Link } from "react-router";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { KycBadge } from "#app/features/editors/ui/kyc/kyc-badge.tsx";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import styles from "#app/features/backoffice/ui/people.module.css";
import { subfields, services } from "./fields.ts";
import type { EditorRow } from "#app/features/backoffice/rules/lists/editor-list.ts";
import { EDITOR_LIST } from "#app/features/backoffice/rules/lists/editor-list.ts";

const share = (value: number | null): string => (value === null ? "" : `${Math.round(value * 100)}%`);

export function Editors({ list }: { list: ListPage<EditorRow> }) {
  const none = <span className="soft">none</span>;
  return (
    <ListTable
      list={EDITOR_LIST}
      page={list}
      cells={{
        name: true,
        level: (r) => LEVEL_LABELS[r.level] ?? r.level,
        takes: (r) => (
          <div className={styles.roomy}>
            {subfields(r.fields) || none}
            <span className={styles.under}>{services(r.services)}</span>
          </div>
        ),
        ready: (r) => (
          <StatusBadge tone={r.matchReady ? "done" : "waiting"}>{r.matchReady ? "ready" : "setup"}</StatusBadge>
        ),
        kyc: (r) => <KycBadge state={r.kyc} />,
        open: (r) => <span className="figures">{r.openOrders}</span>,
        week: (r) => (
          <span className={`figures ${styles.nowrap}`}>
            {r.weekWords.toLocaleString("en-US")}
            <span className={styles.under}>
              {r.weeklyWords === null ? "not set" : `of ${r.weeklyWords.toLocaleString("en-US")}`}
            </span>
          </span>
        ),
        rating: (r) =>
          r.rating === null ? (
            none
          ) : (
            <span className="figures">
              {r.rating.toFixed(1)}
              <span className={styles.under}>of {r.ratings}</span>
            </span>
          ),
        onTime: (r) =>
          r.onTime === null ? (
            none
          ) : (
            <span className={`figures ${styles.nowrap}`}>
              {share(r.onTime)}
              <span className={styles.under}>of {r.deliveries}</span>
            </span>
          ),
        qa: (r) =>
          r.qa === null ? (
            none
          ) : (
            <span className="figures">
              {Math.round(r.qa)}
              <span className={styles.under}>of {r.reviews}</span>
            </span>
          ),
        owed: (r) => <span className="figures">{formatMoney(r.owedMinor, r.currency)}</span>,
      }}
      rowKey={(r) => r.uid}
      rowTo={(r) => `/admin/editors/${r.uid}`}
      empty={
        <EmptyState
          title="No editors yet"
          mark="caret"
          action={<Link to="/admin/editors?show=applications">View applications</Link>}
        >
          Editors appear here once their application is approved.
        </EmptyState>
      }
      footer={
        <p className="small">
          Rating, on-time delivery, and QA cover the last two years, as in matching, with the number of orders below
          each. Owed is earned but not paid yet.
        </p>
      }
    />
  );
}
