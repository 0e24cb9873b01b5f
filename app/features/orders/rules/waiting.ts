import { formatMoney } from "#app/platform/rules/money.ts";
import { after } from "#app/platform/rules/time.ts";
import { type DeadlinePolicy, DEADLINE_POLICY } from "#app/features/pricing/rules/policy.ts";
import { type OrderStatus, STATUS_WORDS } from "./flow.ts";

export type Viewer = "client" | "editor" | "support" | "admin";

/** An order as far as the line at its head goes. */
export type WaitingOrder = {
  status: OrderStatus;
  heldFrom: string | null;
  totalMinor: number;
  refundedMinor: number;
  currency: string;
  quoteExpiresAt: Date | null;
  dueAt: Date | null;
  editorDueAt: Date | null;
  revisionDueAt: Date | null;
  revisionsUsed: number;
  pausedAt: Date | null;
  autoAcceptAt: Date | null;
  revisionUntilAt: Date | null;
};

/** What is known around it. Names are as this viewer may read them. */
export type WaitingAround = {
  editorName: string | null;
  clientName: string | null;
  openQueries: number;
  rated: boolean;
  gateStopped: boolean;
};

/** The one thing that moves an order on; the screen knows how each is done. */
export type WaitingAction =
  | "finish_draft"
  | "pay"
  | "answer"
  | "accept"
  | "rate"
  | "order_again"
  | "start"
  | "hand_in"
  | "start_revision"
  | "assign"
  | "review"
  | "unhold";

export type Waiting = {
  /** A sentence. */
  waitsFor: string;
  who: string | null;
  turn: "you" | "others" | "done" | "stopped";
  by: Date | null;
  note: string | null;
  action: { code: WaitingAction; label: string } | null;
};

const US = "Our staff";

/** What an order waits for, who must act, by when, and the one action, as one viewer reads it. */
export function waitingFor(
  order: WaitingOrder,
  around: WaitingAround,
  viewer: Viewer,
  policy: DeadlinePolicy = DEADLINE_POLICY,
): Waiting {
  const editor =
    viewer === "editor"
      ? "You"
      : around.editorName
        ? `${around.editorName}, ${viewer === "client" ? "your editor" : "the editor"}`
        : "The editor";
  const client = viewer === "client" ? "You" : around.clientName ? `${around.clientName}, the author` : "The author";
  const editorBy = order.revisionDueAt ?? order.editorDueAt;
  const clientBy = order.revisionDueAt ?? order.dueAt;
  const price = formatMoney(order.totalMinor, order.currency);
  const say = (
    turn: Waiting["turn"],
    who: string | null,
    waitsFor: string,
    by: Date | null = null,
    more: { note?: string | null; action?: Waiting["action"] } = {},
  ): Waiting => ({ waitsFor, who, turn, by, note: more.note ?? null, action: more.action ?? null });
  const act = (code: WaitingAction, label: string) => ({ code, label });
  /** One party acts; for it the sentence is an order, for the others a report. */
  const party = (
    role: "client" | "editor",
    mine: [string, Waiting["action"]],
    others: string,
    by: { mine: Date | null; others: Date | null },
    note: { mine?: string | null; others?: string | null } = {},
  ): Waiting =>
    viewer === role
      ? say("you", "You", mine[0], by.mine, { action: mine[1], note: note.mine ?? null })
      : say("others", role === "client" ? client : editor, others, by.others, { note: note.others ?? null });
  const forReader = viewer === "client" ? clientBy : editorBy;
  const promised = viewer === "client" ? "The date you were promised." : null;

  switch (order.status) {
    case "draft":
      return party(
        "client",
        ["Finish the order form: files, choices, price.", act("finish_draft", "Go on with the form")],
        "The author is filling in the order form.",
        { mine: null, others: null },
      );
    case "quoted":
    case "awaiting_payment":
      return party(
        "client",
        [`Pay ${price}, and the work begins: the time runs from your payment.`, act("pay", `Pay ${price}`)],
        `The author has the price, ${price}, and has not paid yet.`,
        { mine: order.quoteExpiresAt, others: order.quoteExpiresAt },
        { mine: "Until then the price is held." },
      );
    case "paid":
      if (viewer === "admin")
        return say("others", "Invited editors", "An editor is being looked for.", order.dueAt, {
          note: "The client's date.",
          action: act("assign", "Assign an editor"),
        });
      return say(
        "others",
        "Invited editors",
        "We are inviting editors who know the field.",
        viewer === "client" ? order.dueAt : null,
        { note: promised },
      );
    case "assigned":
      return party(
        "editor",
        ["Start work to open the manuscript.", act("start", "Start work")],
        `${around.editorName ?? "An editor"} has taken the order and is about to start.`,
        { mine: editorBy, others: forReader },
        { mine: "To be handed in by then.", others: promised },
      );
    case "in_progress":
      return party(
        "editor",
        around.gateStopped
          ? [
              "The hand-in was stopped: see what is not tracked, correct it, and hand in again.",
              act("hand_in", "See what stopped it"),
            ]
          : [
              "Edit with Track Changes on, upload the copy, write the letter, and hand in.",
              act("hand_in", "Go to the hand-in"),
            ],
        around.openQueries > 0 && viewer === "client"
          ? "The manuscript is being edited. A question of the editor's is open below."
          : "The manuscript is being edited.",
        { mine: editorBy, others: forReader },
        { others: promised },
      );
    case "awaiting_client": {
      const giveUp = order.pausedAt ? after(order.pausedAt, policy.query.giveUpMs) : null;
      const many = around.openQueries > 1 ? `${around.openQueries} questions` : "question";
      return party(
        "client",
        [
          `Answer the editor's ${many}: the clock stands until you do.`,
          act("answer", around.openQueries > 1 ? "Answer the questions" : "Answer the question"),
        ],
        viewer === "editor"
          ? "The author has your question to answer. Your clock stands."
          : "The author has a question to answer. The clock stands.",
        { mine: giveUp, others: giveUp },
        {
          mine: "After that the editor goes on without the answer.",
          others: "After that the work goes on without the answer.",
        },
      );
    }
    case "submitted":
      return say(
        "others",
        "Stet",
        viewer === "client"
          ? "The edited manuscript is in: the clean copy is being made and checked."
          : "Handed in: the clean copy is being made.",
        viewer === "client" ? clientBy : null,
        { note: promised },
      );
    case "qa_review":
      if (viewer === "admin")
        return say(
          "you",
          "A reviewer who has no part in this order",
          "Read the work against the rubric, and let it through or send it back.",
          clientBy,
          { note: "The client's date.", action: act("review", "Go to the rubric") },
        );
      return say(
        "others",
        "A reviewer",
        viewer === "client"
          ? "The edited manuscript is being read once more before you get it."
          : "A reviewer reads the work before it is delivered.",
        viewer === "client" ? clientBy : null,
        { note: promised },
      );
    case "changes_required":
      return party(
        "editor",
        [
          "The reviewer sent it back: read the note, correct the copy, and hand in again.",
          act("hand_in", "Read the note"),
        ],
        viewer === "client"
          ? "The edited manuscript is being improved after a second reading."
          : "The editor has the reviewer's note and is correcting the work.",
        { mine: editorBy, others: forReader },
        { others: promised },
      );
    case "delivered":
      return party(
        "client",
        ["Look at the edited manuscript: accept it, or ask for a revision.", act("accept", "Accept the work")],
        "The author has the work and has not accepted it yet.",
        { mine: order.autoAcceptAt, others: order.autoAcceptAt },
        {
          mine: "After that it counts as accepted. A free revision stays open.",
          others: "After that it counts as accepted.",
        },
      );
    case "accepted":
      if (viewer === "client" && !around.rated)
        return say(
          "you",
          "You",
          "The work is accepted. Say how it was: it helps the next author, and the editor.",
          null,
          { note: null, action: act("rate", "Rate the work") },
        );
      return say(
        "done",
        null,
        viewer === "editor" ? "Accepted. Your earning is available for the next payout." : "The work is accepted.",
        null,
        {
          note:
            order.revisionUntilAt && order.revisionsUsed < policy.revision.rounds && viewer === "client"
              ? "A free revision stays open until its date below."
              : null,
        },
      );
    case "revision_requested":
      return party(
        "editor",
        ["The author asks for a revision: read the note and start.", act("start_revision", "Start the revision")],
        viewer === "client"
          ? "Your revision was asked for; the editor is about to start."
          : "A revision was asked for.",
        { mine: editorBy, others: forReader },
      );
    case "in_revision":
      return party(
        "editor",
        around.gateStopped
          ? [
              "The hand-in was stopped: see what is not tracked, correct it, and hand in again.",
              act("hand_in", "See what stopped it"),
            ]
          : ["Make the revision, upload the copy, write the letter, and hand in.", act("hand_in", "Go to the hand-in")],
        "The revision is being made.",
        { mine: editorBy, others: forReader },
      );
    case "closed":
      return say("done", null, "This order is complete.", null);
    case "expired":
      return viewer === "client"
        ? say("stopped", null, "The price was held for 7 days and is over. Nothing was charged.", null, {
            action: act("order_again", "Place a new order"),
          })
        : say("stopped", null, "The price expired before it was paid.");
    case "cancelled":
      return say(
        "stopped",
        null,
        order.refundedMinor > 0 && viewer !== "editor"
          ? `This order was cancelled. ${formatMoney(order.refundedMinor, order.currency)} went back.`
          : "This order was cancelled.",
        null,
        viewer === "client" ? { action: act("order_again", "Place a new order") } : {},
      );
    case "refunded":
      return say(
        "stopped",
        null,
        viewer === "editor"
          ? "This order was refunded to the author."
          : `This order was refunded in full: ${formatMoney(order.refundedMinor, order.currency)}.`,
      );
    case "disputed":
      return say(
        "stopped",
        viewer === "client" ? "Your card's bank" : "The card's bank",
        "The payment is disputed with the card's bank. Every clock stands until that is settled.",
        null,
      );
    case "on_hold":
      return say(
        "stopped",
        viewer === "admin" ? "An admin" : US,
        "This order is on hold. Every clock stands meanwhile.",
        null,
        {
          note: order.heldFrom ? `It goes on from “${STATUS_WORDS[order.heldFrom as OrderStatus]}”.` : null,
          ...(viewer === "admin" ? { action: act("unhold", "Let it go on") } : {}),
        },
      );
    default:
      return order.status satisfies never;
  }
}
