import { Form, Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readPageNumber } from "#app/platform/rules/core/list-query.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Pager } from "#app/ui/list-controls.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { lastDayOf, monthWords } from "../rules/books.ts";
import { closeMonth } from "../server/books/close-month.ts";
import { type ClosedMonth, type Months, readMonths } from "../server/books/read-months.ts";
import { BooksTabs } from "../ui/books-tabs.tsx";
import styles from "../ui/books.module.css";
import finance from "../ui/finance.module.css";
import type { Route } from "./+types/admin-months";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Months");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) =>
  readMonths(actor, readPageNumber(search) ?? 1),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    close: intent({
      command: closeMonth,
      input: ({ text, form }) => ({
        month: text("month"),
        seenOpen: text("seenOpen"),
        anyway: form.get("anyway") === "on",
      }),
      done: ({ month }) => `${monthWords(month)} closed`,
    }),
  },
  typed: ({ text }) => ({ anyway: text("anyway") }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const exportsOf = (month: string) => (
  <span className={styles.links}>
    <a href={`/api/csv/journal?month=${month}`} download>
      Journal (CSV)
    </a>
    <a href={`/api/csv/journal-quickbooks?month=${month}`} download>
      Daily totals (QuickBooks CSV)
    </a>
  </span>
);

/** Closing months: what is open of the next one, the button that closes it, and the closed ones with their exports. */
export default function AdminMonths({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("books"));
  const answer = useLastAnswer(actionData);
  const { next, closed } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Books" />
      <BooksTabs shown="months" />
      <DoneNote answer={answer} />
      {next ? (
        <Next key={next.month} next={next} answer={answer} />
      ) : (
        <EmptyState title="Nothing to close yet" mark="caret">
          Once money has moved, its month appears here.
        </EmptyState>
      )}
      <Section title="Closed months">
        <DataTable<ClosedMonth>
          caption="Closed months"
          rows={closed.rows}
          rowKey={(m) => m.month}
          columns={[
            {
              key: "month",
              header: "Month",
              narrow: "title",
              cell: (m) => <Link to={`/admin/accounts?on=${lastDayOf(m.month)}`}>{monthWords(m.month)}</Link>,
            },
            { key: "entries", header: "Entries", align: "end", cell: (m) => m.entries.toLocaleString("en-US") },
            {
              key: "closed",
              header: "Closed",
              cell: (m) => (
                <>
                  <Instant at={m.closedAt} />
                  <span className={finance.under}>
                    {m.closedBy ?? "An admin"}
                    {m.openItems > 0 ? `, with ${m.openItems} open ${m.openItems === 1 ? "item" : "items"}` : ""}
                  </span>
                </>
              ),
            },
            {
              key: "checked",
              header: "Compared with the journal",
              cell: (m) => (m.checkedAt ? <Instant at={m.checkedAt} /> : <span className="soft">not yet</span>),
            },
            { key: "export", header: "Export", cell: (m) => exportsOf(m.month) },
          ]}
          empty={
            <EmptyState title="No closed months" mark="stet">
              Close a month once nothing more will be booked in it. Its balances are stored and can&apos;t change.
            </EmptyState>
          }
          footer={closed.total > 0 ? <Pager {...closed} noun="month" /> : null}
        />
      </Section>
    </Page>
  );
}

function Next({ next, answer }: { next: NonNullable<Months["next"]>; answer: FormAnswer | undefined }) {
  const { month, isOver, open } = next;
  const count = open.reduce((sum, item) => sum + item.count, 0);
  const words = monthWords(month);
  const problem = answer?.form === "close" ? answer.error : undefined;
  return (
    <Section title={isOver ? `Close ${words}` : `${words} is open`} aside={exportsOf(month)}>
      <p className={finance.note}>
        {isOver
          ? "Closing stores each account's balance. Anything reported late for this month is booked on the first day of the next one. A closed month can't be reopened, so corrections are booked in an open month."
          : "It can be closed from the first of the next month, UTC. An export before that is preliminary."}
      </p>
      {open.length > 0 ? (
        <ul className={styles.items} aria-label={`Open in ${words}`}>
          {open.map((item) => (
            <li key={item.key}>
              <Link to={item.to}>{item.label}</Link>
              <span className="figures">{item.count.toLocaleString("en-US")}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={finance.note}>Nothing is open: no differences, unpaid refunds, or unsettled payout runs.</p>
      )}
      {isOver ? (
        <Form method="post" preventScrollReset>
          <ErrorNote problem={problem} />
          <input type="hidden" name="month" value={month} />
          <input type="hidden" name="seenOpen" value={count} />
          {count > 0 ? (
            <label className={styles.confirm}>
              <input
                type="checkbox"
                name="anyway"
                defaultChecked={answer?.typed?.["anyway"] === "on"}
                aria-invalid={fieldError(problem, "anyway") !== undefined || undefined}
              />
              Close {words} while {count === 1 ? "1 item is" : `${count.toLocaleString("en-US")} items are`} open
            </label>
          ) : null}
          <SubmitButton name="intent" value="close" pending="Closing">
            Close {words}
          </SubmitButton>
        </Form>
      ) : null}
    </Section>
  );
}
