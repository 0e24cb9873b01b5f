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
import { Pager } from "#app/ui/lists/list-controls.tsx";
import { DoneNote, ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { count } from "#app/platform/rules/core/count.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { itemsIn, lastDayOf, monthWords } from "../rules/books.ts";
import { closeMonth, dropClosing, proposeClosing } from "../server/books/close-month.ts";
import { type ClosedMonth, type Closing, type Months, readMonths } from "../server/books/read-months.ts";
import { BooksTabs } from "../ui/books-tabs.tsx";
import { JournalFiles } from "../ui/journal-files.tsx";
import styles from "../ui/books.module.css";
import finance from "../ui/finance.module.css";
import type { Route } from "./+types/admin-months";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Months");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) =>
  readMonths(actor, readPageNumber(search) ?? 1),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    propose: intent({
      command: proposeClosing,
      input: ({ text, texts }) => ({
        month: text("month"),
        items: texts("item").map((key, i) => ({
          key,
          count: texts("count")[i] ?? "",
          reason: text(`reason-${key}`),
        })),
      }),
      done: ({ month }) => `Proposed. ${monthWords(month)} is closed once another person agrees.`,
    }),
    close: intent({
      command: closeMonth,
      input: ({ text }) => ({ month: text("month"), alone: text("alone") }),
      done: ({ month }) => `${monthWords(month)} closed`,
    }),
    drop: intent({
      command: dropClosing,
      input: ({ text }) => ({ month: text("month") }),
      done: "Taken back. The month stays open.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const journalCsvOf = (month: string) => (
  <a href={`/api/csv/journal?month=${month}`} download>
    Journal (CSV)
  </a>
);
const exportsOf = (month: string) => (
  <div className={styles.links}>
    {journalCsvOf(month)}
    <JournalFiles month={month} />
  </div>
);

/** Closing months: what is open of the next one, the button that closes it, and the closed ones with their exports. */
export default function AdminMonths({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("books"));
  const answer = useLastAnswer(actionData);
  const { next, closed } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Accounting" />
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
                    {m.alone === null
                      ? [m.proposedBy, m.closedBy ?? "a former colleague"].filter(Boolean).join(" and ")
                      : `${m.closedBy ?? "A former colleague"}, alone: ${m.alone}`}
                  </span>
                  {m.open.length > 0 ? <Accepted open={m.open} /> : null}
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

/** What was open of a month, with the reasons for closing it anyway. */
const Accepted = ({ open }: { open: Closing["open"] }) => (
  <details className={finance.under}>
    <summary>{count(itemsIn(open), "open item")}</summary>
    <ul className={finance.plain}>
      {open.map((item) => (
        <li key={item.key}>
          {item.label}, {item.count.toLocaleString("en-US")}: {item.reason}
        </li>
      ))}
    </ul>
  </details>
);

function Next({ next, answer }: { next: NonNullable<Months["next"]>; answer: FormAnswer | undefined }) {
  const { month, isOver, open, closing } = next;
  const words = monthWords(month);
  return (
    <Section title={isOver ? `Close ${words}` : `${words} is open`} aside={journalCsvOf(month)}>
      <p className={finance.note}>
        {isOver
          ? "Two people close a month, or one who's the only one to keep the books. That stores each account's balance. Anything reported late for this month is booked on the first day of the next one. A closed month can't be reopened, so corrections are booked in an open month."
          : "It can be closed from the first of the next month, UTC. An export before that is preliminary."}
      </p>
      {closing ? <Proposed month={month} closing={closing} answer={answer} /> : null}
      {closing?.isMine === false ? null : isOver && !closing ? (
        <Propose month={month} open={open} answer={answer} />
      ) : (
        <OpenItems words={words} open={open} />
      )}
      <JournalFiles month={month} isOpen />
    </Section>
  );
}

const OpenItems = ({ words, open }: { words: string; open: NonNullable<Months["next"]>["open"] }) =>
  open.length > 0 ? (
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
  );

/** Asks another person to close the month, with a reason for each thing that's open. */
function Propose({
  month,
  open,
  answer,
}: {
  month: string;
  open: NonNullable<Months["next"]>["open"];
  answer: FormAnswer | undefined;
}) {
  const own = answer?.form === "propose" ? answer : undefined;
  return (
    <Form method="post" preventScrollReset noValidate>
      <ErrorNote problem={own?.error} />
      <input type="hidden" name="month" value={month} />
      {open.length === 0 ? (
        <OpenItems words={monthWords(month)} open={open} />
      ) : (
        <ul className={styles.items} aria-label={`Open in ${monthWords(month)}`}>
          {open.map((item) => (
            <li key={item.key}>
              <span>
                <Link to={item.to}>{item.label}</Link>{" "}
                <span className="figures">({item.count.toLocaleString("en-US")})</span>
              </span>
              <input type="hidden" name="item" value={item.key} />
              <input type="hidden" name="count" value={item.count} />
              <div className={styles.why}>
                <TextInput
                  name={`reason-${item.key}`}
                  aria-label={`Why the month can be closed anyway: ${item.label}`}
                  placeholder="Why the month can be closed anyway"
                  maxLength={500}
                  defaultValue={own?.typed?.[`reason-${item.key}`] ?? ""}
                  error={fieldError(own?.error, `reason-${item.key}`)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <SubmitButton name="intent" value="propose" pending="Proposing">
        Propose to close {monthWords(month)}
      </SubmitButton>
    </Form>
  );
}

/** A proposal: the second person closes the month, either takes the proposal back. */
function Proposed({ month, closing, answer }: { month: string; closing: Closing; answer: FormAnswer | undefined }) {
  const own = answer?.form === "close" || answer?.form === "drop" ? answer : undefined;
  return (
    <Form method="post" preventScrollReset>
      <ErrorNote problem={own?.error} />
      <input type="hidden" name="month" value={month} />
      <p>
        {closing.isMine ? "You" : (closing.proposedBy ?? "A former colleague")} proposed to close it,{" "}
        <Instant at={closing.proposedAt} />.{" "}
        {closing.isMine && !closing.isAlone ? "Another person who keeps the books closes it." : null}
      </p>
      {closing.open.length > 0 ? (
        <ul className={styles.items} aria-label="Open, and why it's closed anyway">
          {closing.open.map((item) => (
            <li key={item.key}>
              <span>
                {item.label} <span className="figures">({item.count.toLocaleString("en-US")})</span>
                <span className={finance.under}>{item.reason}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {closing.isAlone ? (
        <div className={finance.gap}>
          <TextInput
            name="alone"
            label="Why nobody else checks it"
            description="Nobody else keeps the books here, so you can close it alone. The reason stays with the month."
            maxLength={1_000}
            defaultValue={own?.typed?.["alone"] ?? ""}
            error={fieldError(own?.error, "alone")}
          />
        </div>
      ) : null}
      <div className={finance.actions}>
        {closing.isMine && !closing.isAlone ? null : (
          <SubmitButton name="intent" value="close" pending="Closing">
            Close {monthWords(month)}
          </SubmitButton>
        )}
        <SubmitButton name="intent" value="drop" pending="Taking back" variant="default">
          {closing.isMine ? "Take back" : "Don't close it"}
        </SubmitButton>
      </div>
    </Form>
  );
}
