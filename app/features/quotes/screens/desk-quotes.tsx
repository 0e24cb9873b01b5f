import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { formatBusinessDays } from "#app/platform/rules/core/time.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { FilterBar, Pager, useIsFiltered } from "#app/ui/list-controls.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { quoteDeskAt } from "../rules/desk.ts";
import { OFFER_STATUS_WORDS, QUOTE_REASONS, QUOTE_REASON_WORDS } from "../rules/quote-flow.ts";
import { QUOTE_LIST } from "../rules/quote-list.ts";
import { countQuotes, listQuotes } from "../server/list-quotes.ts";
import styles from "../ui/quote.module.css";
import { QuoteStatusBadge } from "../ui/quote-status.tsx";
import type { Route } from "./+types/desk-quotes";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Quote requests");

export const loader = pageLoader(async ({ actor, search, path }: PageRequest<Route.LoaderArgs>) => ({
  list: await listQuotes(actor, readListQuery(search, QUOTE_LIST), now()),
  counts: await countQuotes(actor, now()),
  desk: quoteDeskAt(path),
  answerDays: (await answersAt(now())).quote.answerDays,
}));

const SHOWS = [
  ["", "To answer"],
  ["overdue", "Overdue"],
  ["offered", "Offered"],
  ["accepted", "Awaiting payment"],
  ["ended", "Ended"],
  ["all", "All"],
] as const;

/** Requests for custom quotes, earliest due date first. On support's desk and under /admin. */
export default function DeskQuotes({ loaderData: { list, counts, desk, answerDays } }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("quote."));
  const narrowed = useIsFiltered("show", "reason");
  return (
    <Page width="full">
      <PageTitle
        title="Quote requests"
        lede={
          counts.overdue > 0
            ? `${counts.waiting} to answer, ${counts.overdue} overdue. We promise an answer within ${formatBusinessDays(answerDays)}.`
            : `We promise an answer within ${formatBusinessDays(answerDays)}.`
        }
      />
      <DataTable
        caption="Quote requests"
        rows={list.rows}
        rowKey={(r) => r.id}
        rowTo={(r) => `${desk}/${r.id}`}
        isLate={(r) => r.late}
        defaultSort={QUOTE_LIST.defaultSort}
        toolbar={
          <FilterBar
            placeholder="Order, manuscript, author"
            filters={[
              { name: "show", label: "Show", choices: SHOWS },
              {
                name: "reason",
                label: "Reason",
                choices: [["", "Any reason"], ...QUOTE_REASONS.map((r) => [r, QUOTE_REASON_WORDS[r]] as const)],
              },
            ]}
          />
        }
        columns={[
          {
            key: "number",
            header: "Order",
            cell: (r) => <span className={`figures ${styles.number}`}>{r.number}</span>,
          },
          {
            key: "title",
            header: "Manuscript",
            narrow: "title",
            sortable: true,
            cell: (r) => (
              <>
                {r.title}
                <br />
                <span className="soft small">{r.field ? subfieldLabel(r.field) : ""}</span>
              </>
            ),
          },
          { key: "client", header: "Author", sortable: true, cell: (r) => r.client },
          {
            key: "words",
            header: "Words",
            align: "end",
            sortable: true,
            cell: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
          },
          { key: "reason", header: "Reason", cell: (r) => QUOTE_REASON_WORDS[r.reason] },
          {
            key: "status",
            header: "Status",
            cell: (r) => (
              <>
                <QuoteStatusBadge status={r.status} viewer="staff" />
                {r.offer ? (
                  <>
                    <br />
                    <span className="soft small">
                      {OFFER_STATUS_WORDS[r.offer.status]}, {formatMoney(r.offer.totalMinor, r.offer.currency)}
                    </span>
                  </>
                ) : r.status === "waiting" && r.round > 1 ? (
                  <>
                    <br />
                    <span className="soft small">Round {r.round}</span>
                  </>
                ) : null}
              </>
            ),
          },
          { key: "asked", header: "Received", sortable: true, cell: (r) => <Instant at={r.askedAt} /> },
          {
            key: "due",
            header: "Answer due",
            sortable: true,
            cell: (r) =>
              r.status === "waiting" ? <Instant at={r.dueAt} deadline /> : <span className="soft">none</span>,
          },
        ]}
        empty={
          narrowed ? (
            <EmptyState title="No requests match" mark="stet" action={<Link to={desk}>Clear filters</Link>}>
              Remove a filter or use fewer search terms.
            </EmptyState>
          ) : (
            <EmptyState
              title="No requests to answer"
              mark="check"
              action={<Link to="?show=all">Show all requests</Link>}
            >
              Authors ask for a custom quote when their manuscript is too long for a standard order or no editor is
              free.
            </EmptyState>
          )
        }
        footer={<Pager {...list} noun="request" />}
      />
    </Page>
  );
}
