import type { AddOns } from "#app/features/pricing/rules/add-ons.ts";
import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";
import { addOnsFromForm } from "../rules/draft/choices-form.ts";
import { agreeToChange, declineChange, withdrawChange } from "../server/changes/order-changes.ts";
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
        // Refused if it's missing: in a page from before an upgrade, no add-ons would mean to remove them.
        addOns: (form.has("shown") ? addOnsFromForm(form) : undefined) as AddOns,
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
