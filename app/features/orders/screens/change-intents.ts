import { type Intent, intent } from "#app/platform/server/core/page-frame.ts";
import { agreeToChange, declineChange, withdrawChange } from "../server/changes/answer-change.ts";
import { proposeChange } from "../server/changes/propose-change.ts";

/** Changing what was ordered, on the order's page of its author, its editor and the staff. */
export function changeIntents<Args extends { params: { orderId: string } }, Extra>(): Record<
  string,
  Intent<Args, Extra>
> {
  return {
    propose_change: intent({
      command: proposeChange,
      input: ({ params, form, text }) => ({
        orderId: params.orderId,
        service: text("service"),
        newDueAt: text("newDueAt"),
        figuresAndTables: text("figuresAndTables") || "0",
        referenceStyling: text("referenceStyling") || "0",
        journalFormatting: form.has("journalFormatting"),
        coverLetter: form.has("coverLetter"),
        reason: text("reason"),
      }),
      done: "Change proposed. We'll tell you when it's answered.",
    }),
    agree_change: intent({
      command: agreeToChange,
      input: ({ text }) => ({ changeId: text("changeId") }),
      done: ({ outcome }) =>
        outcome === "agreed"
          ? "Change agreed. It applies now."
          : outcome === "to_pay"
            ? "Change agreed. It applies once the author has paid the difference."
            : "You agreed. The change applies once both have.",
    }),
    decline_change: intent({
      command: declineChange,
      input: ({ text }) => ({ changeId: text("changeId") }),
      done: "Change declined. The order stays as it is.",
    }),
    withdraw_change: intent({
      command: withdrawChange,
      input: ({ text }) => ({ changeId: text("changeId") }),
      done: "Proposal withdrawn. The order stays as it is.",
    }),
  };
}
