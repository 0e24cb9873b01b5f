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
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { quoteDeskAt } from "../rules/desk.ts";
import { OFFER_STATUS_WORDS, QUOTE_REASON_WORDS } from "../rules/quote-flow.ts";
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

/** Requests for custom quotes, earliest due date first. On support's desk and under /admin. */
export default function DeskQuotes({ loaderData: { list, counts, desk, answerDays } }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("quote."));
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
      <ListTable
        list={QUOTE_LIST}
        page={list}
        cells={{
          number: (r) => <span className={`figures ${styles.number}`}>{r.number}</span>,
          title: (r) => (
            <>
              {r.title}
              <br />
              <span className="soft small">{r.field ? subfieldLabel(r.field) : ""}</span>
            </>
          ),
          client: (r) => r.client,
          words: (r) => <span className="figures">{r.words.toLocaleString("en-US")}</span>,
          reason: (r) => QUOTE_REASON_WORDS[r.reason],
          status: (r) => (
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
          asked: (r) => <Instant at={r.askedAt} />,
          due: (r) => (r.status === "waiting" ? <Instant at={r.dueAt} deadline /> : <span className="soft">none</span>),
        }}
        rowKey={(r) => r.id}
        rowTo={(r) => `${desk}/${r.id}`}
        isLate={(r) => r.late}
        noMatch={
          <EmptyState title="No requests match" mark="stet" action={<Link to={desk}>Clear filters</Link>}>
            Remove a filter or use fewer search terms.
          </EmptyState>
        }
        empty={
          <EmptyState title="No requests to answer" mark="check" action={<Link to="?show=all">Show all requests</Link>}>
            Authors ask for a custom quote when their manuscript is too long for a standard order or no editor is free.
          </EmptyState>
        }
      />
    </Page>
  );
}
