import { Link, href } from "react-router";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Columns, Section } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { QA_REASON_WORDS, type QaReason } from "../../rules/review/qa.ts";
import { REVIEW_LIST } from "../../rules/review/review-lists.ts";
import type { ReviewSum } from "../../server/review/list-all-reviews.ts";
import { REVIEW_KIND, REVIEW_STATUS } from "./review-words.ts";
import type { ReviewRow } from "#app/features/orders/rules/review/review-lists.ts";

/**
 * All quality reviews for admins: the queue with each review's holder, results, and totals by editor and by reviewer.
 */
export function ReviewTable({
  list,
  editors,
  reviewers,
}: {
  list: ListPage<ReviewRow>;
  editors: readonly ReviewSum[];
  reviewers: readonly ReviewSum[];
}) {
  return (
    <>
      <ListTable
        list={REVIEW_LIST}
        page={list}
        cells={{
          order: (r) => (
            <>
              {r.title} <span className="soft figures">{r.number}</span>
            </>
          ),
          kind: (r) => REVIEW_KIND[r.kind],
          reason: (r) => QA_REASON_WORDS[r.reason as QaReason] ?? r.reason,
          editor: (r) => <Link to={href("/admin/editors/:id", { id: r.editorId })}>{r.editor}</Link>,
          reviewer: (r) =>
            r.reviewer ? (
              <>
                {r.reviewer}
                {r.takenUntil ? (
                  <>
                    <br />
                    <span className="soft small">
                      until <Instant at={r.takenUntil} deadline />
                    </span>
                  </>
                ) : null}
              </>
            ) : (
              <span className="soft">{r.status === "waiting" ? "In the queue" : "Nobody"}</span>
            ),
          age: (r) => <Instant at={r.queuedAt} />,
          due: (r) =>
            r.late ? (
              <span className="late">
                Overdue: <Instant at={r.dueAt} deadline />
              </span>
            ) : (
              <Instant at={r.dueAt} deadline />
            ),
          score: (r) => (
            <span className="figures">
              {r.total ?? ""}
              {r.replaced ? <span className="soft small"> (appealed)</span> : null}
            </span>
          ),
          status: (r) => {
            const status = REVIEW_STATUS[r.status]!;
            return <StatusBadge tone={r.late ? "late" : status.tone}>{r.late ? "Overdue" : status.label}</StatusBadge>;
          },
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => href("/editor/reviews/:reviewId", { reviewId: r.id })}
        isLate={(r) => r.late}
        keep={["show"]}
        noMatch={
          <EmptyState
            title="No reviews match"
            mark="stet"
            action={<Link to={REVIEW_LIST.home}>Show open reviews</Link>}
          >
            Remove a filter or use fewer search terms.
          </EmptyState>
        }
        empty={
          <EmptyState title="No open reviews" mark="stet">
            Work that needs a review before delivery, low ratings, and appeals appear here.
          </EmptyState>
        }
      />
      <Columns
        main={<Sums title="Results by editor, last 90 days" rows={editors} />}
        side={<Sums title="By reviewer" rows={reviewers} />}
      />
    </>
  );
}

function Sums({ title, rows }: { title: string; rows: readonly ReviewSum[] }) {
  return (
    <Section title={title}>
      <DataTable
        caption={title}
        rows={rows}
        rowKey={(r) => r.uid}
        columns={[
          { key: "name", header: "Name", narrow: "title", cell: (r) => r.name },
          {
            key: "reviews",
            header: "Reviews",
            align: "end",
            cell: (r) => <span className="figures">{r.reviews}</span>,
          },
          { key: "passed", header: "Passed", align: "end", cell: (r) => <span className="figures">{r.passed}</span> },
          {
            key: "mean",
            header: "Average score",
            align: "end",
            cell: (r) => <span className="figures">{r.mean === null ? "" : Math.round(r.mean)}</span>,
          },
          {
            key: "late",
            header: "Done late",
            align: "end",
            cell: (r) => <span className={r.late > 0 ? "figures late" : "figures"}>{r.late}</span>,
          },
        ]}
        empty={
          <EmptyState title="No reviews in the last 90 days" mark="stet">
            Decided reviews are summed up here.
          </EmptyState>
        }
      />
    </Section>
  );
}
