import { href } from "react-router";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { Section } from "#app/ui/page.tsx";
import type { ShownDifference } from "../../server/reconciliation/read-reconciliation.ts";
import styles from "../../ui/finance.module.css";
import type { Reconciled } from "./reconciled.ts";
import { UndoForm } from "./statement-lines.tsx";

/** The columns that every list of differences has. */
export const about = [
  {
    key: "title",
    header: "Difference",
    narrow: "title" as const,
    cell: (d: ShownDifference) => (
      <>
        {d.orderId ? (
          <PageLink to={href("/admin/orders/:orderId", { orderId: d.orderId })}>{d.title}</PageLink>
        ) : (
          d.title
        )}
        {d.duplicate && !d.resolvedAt && !d.clearedAt ? (
          <span className={styles.under}>
            {d.duplicate.fileName}, line {d.duplicate.position}. The other one: {d.duplicate.otherFile}, line{" "}
            {d.duplicate.otherPosition}: {d.duplicate.says || "no text"}
          </span>
        ) : null}
        {d.resolvedAt || d.clearedAt ? null : <span className={styles.under}>{d.advice}</span>}
      </>
    ),
  },
  {
    key: "amount",
    header: "Amount",
    align: "end" as const,
    cell: (d: ShownDifference) => <Money minor={d.amountMinor} currency={d.currency} />,
  },
  { key: "found", header: "Found", cell: (d: ShownDifference) => <Instant at={d.foundAt} /> },
];

/** Differences that somebody explained, or that went away. */
export function Resolved({ ended, answer }: Pick<Reconciled, "ended"> & { answer: FormAnswer | undefined }) {
  return (
    <Section title="Resolved differences">
      <DataTable
        caption="Resolved differences"
        rows={ended}
        rowKey={(d) => d.key}
        columns={[
          ...about,
          {
            key: "end",
            header: "Resolved",
            cell: (d) =>
              d.resolvedAt ? (
                <>
                  {d.note}
                  <span className={styles.under}>
                    {d.resolvedBy ?? "By itself"}, <Instant at={d.resolvedAt} />
                  </span>
                  {d.lineId ? <UndoForm lineId={d.lineId} answer={answer} /> : null}
                </>
              ) : (
                "The sides match again"
              ),
          },
        ]}
        empty={
          <EmptyState title="Nothing resolved yet" mark="stet">
            Differences that somebody explained, or that went away by themselves, are kept here.
          </EmptyState>
        }
      />
    </Section>
  );
}
