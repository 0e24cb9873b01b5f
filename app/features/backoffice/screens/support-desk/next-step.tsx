import { boundedCount, count, plural } from "#app/platform/rules/core/count.ts";
import { Link, href } from "react-router";
import { threadPath } from "#app/features/support/rules/desk.ts";

import { WaitingLine } from "#app/ui/waiting-line.tsx";
import type { Desk } from "../../server/read-desk.ts";

/**
 * The most urgent item, in a sentence. Overdue requests for custom quotes come first, because their promise is broken
 * already.
 */
export const First = ({ desk }: { desk: Desk }) =>
  desk.quotes.overdue > 0 ? <OverdueQuotes count={desk.quotes.overdue} /> : <FirstOfAll desk={desk} />;

const OverdueQuotes = ({ count }: { count: number }) => (
  <WaitingLine
    turn="you"
    waitsFor={count === 1 ? "One quote request is overdue." : `${count} quote requests are overdue.`}
    who="Support"
  >
    <Link to="/support-desk/quotes?show=overdue">View requests</Link>
  </WaitingLine>
);

function FirstOfAll({ desk }: { desk: Desk }) {
  const {
    counts,
    rows: [thread],
  } = desk.threads;
  if (counts.overdue > 0 && thread?.late)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          counts.overdue === 1
            ? `${thread.number} needs a ${thread.dueKind === "first_response" ? "first response" : "resolution"}: “${thread.subject}”`
            : `${boundedCount(counts.overdue)} threads are overdue.`
        }
        who={thread.assignee?.displayName ?? "anyone on the team"}
        by={thread.dueAt}
      >
        <Link
          to={counts.overdue === 1 ? threadPath("/support-desk/threads", thread.id) : "/support-desk/threads?due=late"}
        >
          {counts.overdue === 1 ? "Open thread" : "View threads"}
        </Link>
      </WaitingLine>
    );
  const toDecide = desk.decide.rows[0];
  if (toDecide)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          desk.decide.total === 1
            ? `${toDecide.number} is very late. Decide what happens to it.`
            : `${desk.decide.total} orders are very late. Decide what happens to them.`
        }
        who="Support"
        by={toDecide.since}
      >
        <Link
          to={
            desk.decide.total === 1
              ? href("/support-desk/orders/:orderId", { orderId: toDecide.id })
              : "/support-desk/orders?show=decide"
          }
        >
          {desk.decide.total === 1 ? "Open order" : "View orders"}
        </Link>
      </WaitingLine>
    );
  const late = desk.late.rows[0];
  if (late)
    return (
      <WaitingLine
        turn="others"
        waitsFor={
          desk.late.total === 1
            ? `${late.number} is past the author's due date.`
            : `${desk.late.total} orders are past the author's due date.`
        }
        who={late.editorName ?? "No editor yet"}
        by={late.dueAt}
      />
    );
  const unassigned = desk.unassigned.rows[0];
  if (unassigned)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          desk.unassigned.total === 1
            ? `${unassigned.number} still has no editor.`
            : `${desk.unassigned.total} orders still have no editor.`
        }
        who="Support"
        by={unassigned.dueAt}
      />
    );
  if (counts.open > 0 && thread)
    return (
      <WaitingLine
        turn="you"
        waitsFor={
          counts.open === 1
            ? `One ticket is open: “${thread.subject}”`
            : `${boundedCount(counts.open)} tickets are open.`
        }
        who="Support"
        by={thread.dueAt}
        note={
          counts.unassigned > 0
            ? `${boundedCount(counts.unassigned)} ${plural(counts.unassigned, "thread is", "threads are")} unassigned.`
            : null
        }
      >
        <Link to="/support-desk/threads">View queue</Link>
      </WaitingLine>
    );
  if (desk.contact.new > 0)
    return (
      <WaitingLine
        turn="you"
        waitsFor={`${count(desk.contact.new, "contact message is", "contact messages are")} unread.`}
        who="Support"
      >
        <Link to="/support-desk/contact?status=new">Read messages</Link>
      </WaitingLine>
    );
  if (desk.queries.total > 0)
    return (
      <WaitingLine
        turn="others"
        waitsFor={`${count(desk.queries.total, "question has", "questions have")} gone unanswered for a day.`}
        who="Authors"
      />
    );
  if (desk.kyc.total > 0)
    return (
      <WaitingLine turn="you" waitsFor={`${count(desk.kyc.total, "KYC document")} to review.`} who="A reviewer">
        <Link to="/support-desk/kyc">View queue</Link>
      </WaitingLine>
    );
  return <WaitingLine turn="done" waitsFor="You're all caught up." />;
}
