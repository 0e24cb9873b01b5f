import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { agreeToDate, declineDate, withdrawDate } from "../server/due-date/date-proposals.ts";
import { proposeDate } from "../server/due-date/propose-date.ts";

/** Changing the due date, on the order's page of its author, its editor and the staff. */
export function dateIntents<Args extends { params: { orderId: string } }, Extra>(): Record<
  string,
  Intent<Args, Extra>
> {
  return {
    propose_date: intent({
      command: proposeDate,
      input: ({ params, text }) => ({ orderId: params.orderId, newDate: text("newDate"), reason: text("reason") }),
      done: "Later date proposed. We'll tell you when it's answered.",
    }),
    agree_date: intent({
      command: agreeToDate,
      input: ({ text }) => ({ proposalId: text("proposalId") }),
      done: ({ applies }) => (applies ? "New due date confirmed." : "You agreed. The date applies once both have."),
    }),
    decline_date: intent({
      command: declineDate,
      input: ({ text }) => ({ proposalId: text("proposalId") }),
      done: "Later date declined. The due date stays as it is.",
    }),
    withdraw_date: intent({
      command: withdrawDate,
      input: ({ text }) => ({ proposalId: text("proposalId") }),
      done: "Proposal withdrawn. The due date stays as it is.",
    }),
  };
}
