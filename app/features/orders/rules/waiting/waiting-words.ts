/** What each status says to each viewer: who acts next, by when, and the one action. */
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { type EditFormat, blockedBy, makingOf, workingIn } from "../work/edit-formats.ts";
import { type OrderStatus, STATUS_WORDS } from "../flow.ts";
import { type Handler, act, say } from "./waiting-reading.ts";

const blocked = (formats?: readonly EditFormat[]): [string, ReturnType<typeof act>] => [
  `Your submission was blocked. See ${blockedBy(formats)}, correct it, and submit again.`,
  act("submit", "See what to correct"),
];

const unpaid: Handler = ({ order, price, party }) =>
  party(
    "client",
    [`Pay ${price} to start. Your turnaround begins when payment is confirmed.`, act("pay", `Pay ${price}`)],
    `The author has the price, ${price}, and has not paid yet.`,
    { mine: order.quoteExpiresAt, others: order.quoteExpiresAt },
    { mine: "We hold this price until then." },
  );

export const HANDLERS: Readonly<Record<OrderStatus, Handler>> = {
  draft: ({ party }) =>
    party(
      "client",
      ["Finish your order: files, options, and price.", act("finish_draft", "Continue order")],
      "The author is filling in the order form.",
      { mine: null, others: null },
    ),
  quote_requested: ({ order, around, viewer, party }) =>
    order.quoteExpiresAt
      ? party(
          "client",
          ["Our offer is ready. Accept and pay, ask for changes, or decline it.", act("see_quote", "View offer")],
          "The author has our offer and hasn't answered yet.",
          { mine: order.quoteExpiresAt, others: order.quoteExpiresAt },
          { mine: "We hold this offer until then." },
        )
      : say(
          "others",
          "Our team",
          viewer === "client" ? "We're preparing your custom quote." : "The author has asked for a custom quote.",
          around.quoteBy ?? null,
          viewer === "client" ? { action: act("see_quote", "View quote request") } : {},
        ),
  quoted: unpaid,
  awaiting_payment: unpaid,
  paid: ({ order, viewer, promised }) => {
    if (order.deliveredAt)
      return say(
        "others",
        "Invited editors",
        viewer === "client"
          ? "Your revision is late. We're offering it to another editor."
          : "The revision is late. It's offered to other editors.",
        order.revisionDueAt,
        viewer === "admin" ? { action: act("assign", "Assign an editor") } : {},
      );
    if (viewer === "admin" || viewer === "support")
      return say("others", "Invited editors", "We're looking for an editor.", order.dueAt, {
        note: "The client's due date.",
        ...(viewer === "admin" ? { action: act("assign", "Assign an editor") } : {}),
      });
    return say(
      "others",
      "Invited editors",
      "We're inviting editors who know the field.",
      viewer === "client" ? order.dueAt : null,
      { note: promised },
    );
  },
  assigned: ({ around, editorBy, forReader, promised, party }) =>
    party(
      "editor",
      ["Start work to open the manuscript.", act("start", "Start work")],
      `${around.editorName ?? "An editor"} has accepted the order and will start soon.`,
      { mine: editorBy, others: forReader },
      { mine: "Submit your work by then.", others: promised },
    ),
  in_progress: ({ around, viewer, editorBy, forReader, promised, party }) =>
    party(
      "editor",
      around.gateStopped
        ? blocked(around.formats)
        : [
            `${workingIn(around.formats)}, upload your copy, write the letter, and submit.`,
            act("submit", "Go to submission"),
          ],
      around.openQueries > 0 && viewer === "client"
        ? "Your manuscript is being edited. Your editor has a question below."
        : "The manuscript is being edited.",
      { mine: editorBy, others: forReader },
      { others: promised },
    ),
  awaiting_client: ({ order, around, viewer, policy, party }) => {
    const giveUp = order.pausedAt ? after(order.pausedAt, policy.query.giveUpMs) : null;
    const many = around.openQueries > 1 ? `${around.openQueries} questions` : "a question";
    return party(
      "client",
      [
        `Your editor has ${many}. Your due date is on hold until you reply.`,
        act("answer", around.openQueries > 1 ? "Answer questions" : "Answer question"),
      ],
      viewer === "editor"
        ? "We're waiting for the author's answer. Your deadline is on hold."
        : "The author has a question to answer. The deadline is on hold.",
      { mine: giveUp, others: giveUp },
      {
        mine: "After that your editor continues without an answer.",
        others: "After that work continues without an answer.",
      },
    );
  },
  submitted: ({ around, viewer, clientBy, promised }) =>
    say(
      "others",
      "Stet",
      viewer === "client"
        ? `Your edited manuscript is in. We're ${makingOf(around.formats ?? [])}.`
        : `Submitted. We're ${makingOf(around.formats ?? [])}.`,
      viewer === "editor" ? null : clientBy,
      { note: promised },
    ),
  second_reading: ({ around, viewer, clientBy, promised }) => {
    const { readerTaken = false, readerName = null, readingDueAt = null } = around;
    const named = readerName ? `${readerName}, the second reader` : "The second reader";
    const who = readerTaken ? named : "Invited second readers";
    const by = viewer === "client" ? clientBy : readingDueAt;
    const otherwise = "If it isn't read by then, the order continues without it.";
    if (viewer === "client")
      return say(
        "others",
        who,
        readerTaken
          ? "Your edited manuscript is with the second reader."
          : "Your edited manuscript is in. We're inviting a second reader who knows the field.",
        by,
        { note: promised },
      );
    return say(
      "others",
      who,
      readerTaken ? "The work is with the second reader." : "We're inviting a second reader.",
      by,
      {
        note: otherwise,
        ...(viewer === "admin" && !readerTaken ? { action: act("assign_reader", "Assign a reader") } : {}),
      },
    );
  },
  qa_review: ({ viewer, clientBy, promised }) => {
    if (viewer === "admin")
      return say(
        "you",
        "A reviewer who isn't involved in this order",
        "Review the work with the rubric, then pass it or send it back.",
        clientBy,
        { note: "The client's due date.", action: act("review", "Go to the rubric") },
      );
    return say(
      "others",
      "A reviewer",
      viewer === "client"
        ? "Your edited manuscript is in quality review."
        : "A reviewer is checking the work before delivery.",
      viewer === "editor" ? null : clientBy,
      { note: promised },
    );
  },
  changes_required: ({ viewer, editorBy, forReader, promised, party }) =>
    party(
      "editor",
      [
        "The reviewer sent it back. Read the note, correct your copy, and submit again.",
        act("submit", "Read the note"),
      ],
      viewer === "client"
        ? "Your manuscript is being revised after quality review."
        : "The editor has the reviewer's note and is correcting the work.",
      { mine: editorBy, others: forReader },
      { others: promised },
    ),
  delivered: ({ order, party }) =>
    party(
      "client",
      [
        "Your edited manuscript is ready. Review it, then accept it or request a revision.",
        act("review_delivery", "Review manuscript"),
      ],
      "The author has the work and has not accepted it yet.",
      { mine: order.autoAcceptAt, others: order.autoAcceptAt },
      {
        mine: "After that it's accepted automatically. You can still request a free revision.",
        others: "After that it's accepted automatically.",
      },
    ),
  accepted: ({ order, around, viewer, policy }) => {
    if (viewer === "client" && !around.rated)
      return say("you", "You", "You accepted this order. Rate it to help other authors and your editor.", null, {
        note: null,
        action: act("rate", "Rate order"),
      });
    return say(
      "done",
      null,
      viewer === "editor" ? "Accepted. Your earnings are available for the next payout." : "The work is accepted.",
      null,
      {
        note:
          order.revisionUntilAt && order.revisionsUsed < policy.revision.rounds && viewer === "client"
            ? "You can still request a free revision until the date below."
            : null,
      },
    );
  },
  revision_requested: ({ viewer, editorBy, forReader, party }) =>
    party(
      "editor",
      ["The author requested a revision. Read the note and start.", act("start_revision", "Start the revision")],
      viewer === "client" ? "We've told your editor, who will start soon." : "The author requested a revision.",
      { mine: editorBy, others: forReader },
    ),
  in_revision: ({ around, editorBy, forReader, party }) =>
    party(
      "editor",
      around.gateStopped
        ? blocked(around.formats)
        : ["Make the changes, upload your copy, write the letter, and submit.", act("submit", "Go to submission")],
      "The revision is in progress.",
      { mine: editorBy, others: forReader },
    ),
  closed: () => say("done", null, "This order is complete.", null),
  expired: ({ viewer }) =>
    viewer === "client"
      ? say("stopped", null, "Your quote has expired. You weren't charged.", null, {
          action: act("order_again", "Place new order"),
        })
      : say("stopped", null, "The quote expired before payment."),
  cancelled: ({ order, viewer }) =>
    say(
      "stopped",
      null,
      order.refundedMinor > 0 && viewer !== "editor"
        ? `This order was canceled. ${formatMoney(order.refundedMinor, order.currency)} was refunded.`
        : "This order was canceled.",
      null,
      viewer === "client" ? { action: act("order_again", "Place new order") } : {},
    ),
  refunded: ({ order, viewer }) =>
    say(
      "stopped",
      null,
      viewer === "editor"
        ? "This order was refunded to the author."
        : `This order was refunded in full: ${formatMoney(order.refundedMinor, order.currency)}.`,
    ),
  disputed: ({ viewer }) =>
    say(
      "stopped",
      viewer === "client" ? "Your card's bank" : "The card's bank",
      "The payment is disputed with the card's bank. All deadlines are on hold until that's settled.",
      null,
    ),
  on_hold: ({ order, around, viewer }) =>
    say(
      "stopped",
      viewer === "admin" || viewer === "support" ? (around.hold?.ownerName ?? "An admin") : "Our staff",
      "This order is on hold. All deadlines are paused.",
      around.hold?.untilAt ?? null,
      {
        note: order.heldFrom ? `It will resume as “${STATUS_WORDS[order.heldFrom as OrderStatus]}”.` : null,
        ...(viewer === "admin" ? { action: act("unhold", "Resume order") } : {}),
      },
    ),
};
