import type { Viewer } from "#app/platform/rules/core/fact-words.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import type { ClientDecision } from "../work/client-decision.ts";
import { OWED } from "../deadline/late-order.ts";
import { HANDLERS } from "./waiting-words.ts";
import type { Waiting, WaitingAround, WaitingOrder } from "./waiting-facts.ts";
import { act, read, say } from "./waiting-reading.ts";

/** The order's next step, who must act, by when, and the one action, for one viewer. */
export function waitingFor(
  order: WaitingOrder,
  around: WaitingAround,
  viewer: Viewer,
  policy: DeadlinePolicy,
): Waiting {
  const reading = read(order, around, viewer, policy);
  return (
    toChoose(reading) ??
    (OWED.includes(order.status) ? decided(reading) : null) ??
    newWordsToPay(reading) ??
    HANDLERS[order.status](reading)
  );
}

/** What an author can choose when an order is late or nobody has taken it, and what happens without an answer. */
const CHOICES: Record<ClientDecision["kind"], { ask: (refund: string) => string; otherwise: string }> = {
  no_editor: {
    ask: (refund) => `We haven't found an editor yet. Take a ${refund} or a later due date.`,
    otherwise: "If no editor has accepted it by then, we'll refund you in full.",
  },
  late: {
    ask: (refund) => `Your order is late, and we're sorry. Wait for it or take a ${refund}.`,
    otherwise: "If it isn't delivered by then, we'll refund you in full.",
  },
  late_revision: {
    ask: (refund) => `Your revision is late, and we're sorry. Wait for it or close it with a ${refund}.`,
    otherwise: "If it isn't delivered by then, we'll close it with this refund.",
  },
};

/** A choice comes before everything else: money depends on it. */
function toChoose({ order, around: { decision, offerMinor }, viewer }: ReturnType<typeof read>): Waiting | null {
  if (!decision || viewer !== "client") return null;
  const { ask, otherwise } = CHOICES[decision.kind];
  const refund = offerMinor ? `refund of ${formatMoney(offerMinor, order.currency)}` : "refund";
  return say("you", "You", ask(refund), decision.by, { note: otherwise, action: act("choose", "See your choices") });
}

/** A revision with more new words than are free needs the author's answer first. Its editor can already start. */
function newWordsToPay({ order, around, viewer, party }: ReturnType<typeof read>): Waiting | null {
  const by = around.newWordsBy;
  if (!by || viewer === "editor" || (order.status !== "revision_requested" && order.status !== "in_revision"))
    return null;
  return party(
    "client",
    [
      "Pay for the new words that aren't free, or decline. Your revision's time starts then.",
      act("pay_new_words", "Pay or decline"),
    ],
    "The author has new words to pay for, or to decline. The revision's time starts then.",
    { mine: by, others: by },
    {
      mine: "After that your editor edits the free ones.",
      others: "After that the editor edits the free ones.",
    },
  );
}

/** A very late order needs a decision by staff first, as its author is told. Its editor still sees what to do. */
function decided({ around, viewer }: ReturnType<typeof read>): Waiting | null {
  if (!around.decideByAt || viewer === "editor") return null;
  return viewer === "client"
    ? say("others", "Our staff", "Your order is late. We're deciding what happens next.", around.decideByAt)
    : say("you", "Staff", "This order is very late. Decide what happens to it.", around.decideByAt, {
        action: act("decide", "Decide"),
      });
}
