import { href } from "react-router";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { QA_REASON_WORDS, type QaReason } from "../../rules/review/qa.ts";
import type { ScoredReview } from "../../server/review/list-reviews.ts";
import { REVIEW_STATUS } from "./review-words.ts";

const appealWords = ({ status, total }: NonNullable<ScoredReview["appeal"]>): string =>
  status === "waiting" ? "Waiting" : status === "void" ? "Score removed" : `Now ${total ?? 0}`;

/** Decided reviews: the scores of an editor's work, or the reviews somebody did. */
export function ScoreList({ rows, of }: { rows: readonly ScoredReview[]; of: "work" | "reviews" }) {
  return (
    <DataTable
      caption={of === "work" ? "Scores of your work, newest first" : "Reviews you've done, newest first"}
      rows={rows}
      rowKey={(r) => r.id}
      rowTo={(r) => href("/editor/reviews/:reviewId", { reviewId: r.id })}
      columns={[
        {
          key: "order",
          header: "Order",
          narrow: "title",
          cell: (r) => (
            <>
              {r.title} <span className="soft figures">{r.number}</span>
            </>
          ),
        },
        {
          key: "score",
          header: "Score",
          align: "end",
          cell: (r) => <span className="figures">{r.total === null ? "" : `${r.total} of 100`}</span>,
        },
        {
          key: "result",
          header: "Result",
          cell: (r) => {
            const status = REVIEW_STATUS[r.status]!;
            return <StatusBadge tone={status.tone}>{status.label}</StatusBadge>;
          },
        },
        {
          key: "reason",
          header: "Reason",
          narrow: "hidden",
          cell: (r) => QA_REASON_WORDS[r.reason as QaReason] ?? r.reason,
        },
        { key: "appeal", header: "Appeal", cell: (r) => (r.appeal ? appealWords(r.appeal) : "") },
        ...(of === "reviews"
          ? [
              {
                key: "pay",
                header: "Pay",
                align: "end" as const,
                cell: (r: ScoredReview) =>
                  r.feeMinor === null ? "" : <Money minor={r.feeMinor} currency={r.currency} />,
              },
            ]
          : []),
        { key: "decided", header: "Decided", cell: (r) => <Instant at={r.decidedAt} show="day" /> },
      ]}
      empty={
        of === "work" ? (
          <EmptyState title="No scores yet" mark="caret">
            Your first ten orders are reviewed before delivery, and some of the later ones. Each score appears here with
            the reviewer's notes.
          </EmptyState>
        ) : (
          <EmptyState title="No reviews yet" mark="caret">
            Reviews appear here once you've scored them, with what they paid.
          </EmptyState>
        )
      }
    />
  );
}
