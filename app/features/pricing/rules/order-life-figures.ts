/** The figures of an order's life: with their defaults, their form, and what they can't say together. */
import {
  type DeclaredFigure,
  count,
  days,
  hours,
  minutes,
  policyPart,
  row,
  share,
  words,
} from "#app/features/policy/rules/policy-part.ts";
import { DAY, HOUR } from "#app/platform/rules/core/time.ts";
import { FIXED_DEADLINES } from "./policy.ts";

/** From this many billable words an order counts as long. */
const LONG_FROM_WORDS = 20_000;
const long = `${LONG_FROM_WORDS.toLocaleString("en-US")} words or more`;
/** The times of a first and a second reminder. */
type Reminders = readonly DeclaredFigure<number>[];

export const DEADLINE_PART = policyPart(
  "deadlines",
  {
    ...FIXED_DEADLINES,
    flags: {
      unstartedBp: share(2_500, "Flag: not started", [500, 9_500]),
      idleBp: share(6_000, "Flag: no progress", [500, 9_500]),
      unsubmittedBp: share(8_500, "Flag: not submitted", [500, 9_900]),
      overdueBp: 10_000,
    },
    reassign: {
      unstartedBp: share(5_000, "Suggest another editor, not started", [1_000, 9_900]),
      nothingUploadedBp: share(9_000, "Suggest another editor, nothing uploaded", [1_000, 9_900]),
    },
    longFromWords: LONG_FROM_WORDS,
    autoAccept: {
      ms: days(7, "Automatic acceptance", [3, 60]),
      longMs: days(14, "Automatic acceptance, long orders", [3, 60]),
      reminderMs: [
        days(3, "First reminder to accept", [1, 59]),
        days(6, "Second reminder to accept", [2, 59]),
      ] as Reminders,
    },
    revision: {
      windowMs: days(30, "Free revisions", [7, 90]),
      longWindowMs: days(60, `Free revisions, ${long}`, [7, 90]),
      rounds: count(2, "Free rounds", [1, 5]),
      newWords: words(300, "Free new words", [0, 5_000]),
      newWordsBp: share(500, "Free new words, share of the order", [0, 2_500]),
      leastMs: hours(48, "Time for a revision, at least", [12, 168]),
      shareBp: share(2_000, "Time for a revision, share of the turnaround", [500, 5_000]),
      fastMs: hours(24, "Time for a revision, fast orders", [6, 72]),
      fastUpToMs: 24 * HOUR,
    },
    query: {
      reminderMs: [
        hours(24, "First reminder of a question", [1, 240]),
        hours(72, "Second reminder of a question", [2, 480]),
      ] as Reminders,
      giveUpMs: hours(168, "Waiting for an answer", [24, 720]),
    },
    /** How long an extra charge can be paid, and how long a proposed date or another proposed change can be answered. */
    answer: {
      chargeMs: hours(24, "Time to pay an extra charge", [4, 168]),
      dateMs: hours(24, "Time to answer a later date", [4, 168]),
      changeMs: hours(24, "Time to answer another change", [4, 168]),
    },
    /**
     * The most of an order that counts as done when it changes hands, because the next editor has to read all of it,
     * and the share of the delivery's pay that goes to another editor who does the revision.
     */
    handover: {
      mostKeptBp: share(7_000, "Handed back, the most that counts as done", [3_000, 9_000]),
      revisionBp: share(1_500, "Pay for another editor's revision", [500, 4_000]),
    },
    /** The time of an editor who takes over late: a share of the window for the edit, of a revision's time for that. */
    takeover: {
      editBp: share(4_000, "Time to take over an order, share of the turnaround", [2_000, 8_000]),
      revisionBp: share(5_000, "Time to take over a revision, share of its time", [2_500, 10_000]),
    },
    /**
     * How late a revision goes to the next editor, who has their own deadline; and, from the promised date, how late
     * its author may close it with a refund, and it's closed with the same refund.
     */
    lateRevision: {
      passOnMs: hours(24, "Late revision goes to another editor", [6, 120]),
      closableMs: hours(72, "Late revision can be closed", [24, 240]),
      closesMs: hours(168, "Late revision is closed", [48, 504]),
    },
    /**
     * From this share of the window past the due date on, an order is very late. It's the figure from which canceling
     * refunds all of it, so it belongs to the refund table.
     */
    veryLateBp: 2_500,
    /** How long staff have to decide about a very late order before admins are told: a share of the window. */
    lateDecision: {
      shareBp: share(1_000, "Decision about a late order, share of the turnaround", [500, 2_500]),
      leastMs: minutes(30, "Decision about a late order, at least", [15, 240]),
      mostMs: hours(24, "Decision about a late order, at most", [4, 72]),
    },
    hold: { mostMs: days(14, "Hold, at most", [1, 60]) },
    cancel: { freeAfterPaymentMs: minutes(60, "Free cancellation after payment", [10, 24 * 60]) },
    ratingEditMs: days(7, "Time to change a rating", [1, 60]),
    /** How long after its delivery a response to reviewers can be ordered. */
    reviewersMs: days(365, "Time to order a response to reviewers", [90, 730]),
  },
  ({ flags, reassign, autoAccept, revision, query, answer, handover, takeover, lateRevision, lateDecision, ...it }) => [
    {
      id: "editing",
      title: "Before delivery",
      summary: "Questions and extra charges, free cancellation, and when staff are told about a slow editor.",
      tables: [
        {
          title: "A question that blocks the work",
          intro:
            "The due date is on hold while the editor waits. After the last of these times, work continues without an answer.",
          columns: ["Hours"],
          rows: [
            row("First reminder", query.reminderMs[0]!),
            row("Second reminder", query.reminderMs[1]!),
            row("The editor continues", query.giveUpMs),
          ],
        },
        {
          title: "Answers by agreement",
          intro:
            "How long clients and editors have to answer on the order page. If they don't, the order stays as it is.",
          hint: "The refund policy states the time to pay for new words. Close to the due date, there's less time.",
          columns: ["Hours"],
          rows: [
            row("Pay an extra charge", answer.chargeMs),
            row("Answer a later date", answer.dateMs),
            row("Answer another change", answer.changeMs),
          ],
        },
        {
          title: "Free cancellation",
          intro: "From payment, if an editor accepted but nobody has opened the files.",
          columns: ["Minutes"],
          rows: [row("Free for", it.cancel.freeAfterPaymentMs)],
        },
        {
          title: "Slow editors",
          intro: "As a share of the editor's time. Staff and the editor are each told once.",
          columns: ["Share (%)"],
          rows: [
            row("Not started", flags.unstartedBp),
            row("No progress and no upload", flags.idleBp),
            row("Not submitted", flags.unsubmittedBp),
            row("Suggest another editor: not started", reassign.unstartedBp),
            row("Suggest another editor: nothing uploaded", reassign.nothingUploadedBp),
          ],
        },
      ],
    },
    {
      id: "handovers",
      title: "Changes of editor, late revisions, and holds",
      summary:
        "What happens when an editor can't finish, an order or a revision is very late, or an order has to stop.",
      tables: [
        {
          title: "Pay when an order changes hands",
          intro: "An editor who leaves is paid for what the next one doesn't have to redo.",
          hint: "Changing either share means less pay for somebody, so it needs 14 days' notice, like lower pay.",
          columns: ["Share (%)"],
          rows: [
            row("The most that counts as done", handover.mostKeptBp),
            row("Of the delivery's pay, to another editor who does a revision", handover.revisionBp),
          ],
        },
        {
          title: "Time of an editor who takes over late",
          intro:
            "Counted from when the search begins. Applies if the usual deadline leaves less than half of this time.",
          columns: ["Share (%)"],
          rows: [
            row("Of the turnaround, for an order", takeover.editBp),
            row("Of a revision's time, for a revision", takeover.revisionBp),
          ],
        },
        {
          title: "Late revisions",
          intro: "By how late a revision is. The last two count from the date we promised first.",
          columns: ["Hours"],
          rows: [
            row("Goes to another editor", lateRevision.passOnMs),
            row("Its author can close it with a refund", lateRevision.closableMs),
            row("It's closed with a refund", lateRevision.closesMs),
          ],
        },
        {
          title: "A decision about a very late order",
          intro:
            "How long staff have before admins are told, from the limit of the lower refund for lateness. In percent of the turnaround, within limits.",
          columns: ["Figure"],
          rows: [
            row("Share of the turnaround (%)", lateDecision.shareBp),
            row("At least (minutes)", lateDecision.leastMs),
            row("At most (hours)", lateDecision.mostMs),
          ],
        },
        {
          title: "Holds",
          intro: "An order on hold has an end, and its deadlines move by the time it was held.",
          columns: ["Days"],
          rows: [row("At most", it.hold.mostMs)],
        },
      ],
    },
    {
      id: "after-delivery",
      title: "After delivery",
      summary: "Acceptance, the speed and number of revisions, and what clients can do later.",
      tables: [
        {
          title: "Automatic acceptance",
          intro: "From delivery, if the client does nothing. Accepting doesn't end the right to a revision.",
          columns: ["Days"],
          rows: [
            row("Orders", autoAccept.ms),
            row("Long orders", autoAccept.longMs),
            row("First reminder", autoAccept.reminderMs[0]!),
            row("Second reminder", autoAccept.reminderMs[1]!),
          ],
        },
        {
          title: "Free revisions",
          intro: "How many rounds are free, and how long one takes. Fast orders are those of up to 24 hours.",
          columns: ["Figure"],
          rows: [
            row("Rounds", revision.rounds),
            row("At least (hours)", revision.leastMs),
            row("Or this share of the turnaround (%)", revision.shareBp),
            row("Fast orders (hours)", revision.fastMs),
          ],
        },
        {
          title: "Later",
          intro: "From the first rating, and from the first delivery.",
          columns: ["Days"],
          rows: [
            row("A rating can be changed", it.ratingEditMs),
            row("A response to reviewers can be ordered", it.reviewersMs),
          ],
        },
      ],
    },
    {
      id: "revisions",
      title: "Revisions",
      summary: "How long clients can request a free revision, and how many new words it may have.",
      tables: [
        {
          title: "Time to request a revision",
          intro: "From each delivery. Accepting the work doesn't end it.",
          columns: ["Days"],
          rows: [row("Orders", revision.windowMs), row(`Orders of ${long}`, revision.longWindowMs)],
        },
        {
          title: "Free new words",
          intro: "In each revision, the larger of the two is free. More words cost what a re-edit costs.",
          columns: ["Figure"],
          rows: [row("Words", revision.newWords), row("Share of the order (%)", revision.newWordsBp)],
        },
      ],
    },
  ],
  ({ autoAccept, revision, query, flags, lateRevision }, fault) => {
    const [first, second] = autoAccept.reminderMs as [number, number];
    if (autoAccept.longMs < autoAccept.ms)
      fault(
        "autoAccept.longMs",
        `Long orders are accepted sooner than others. Enter at least ${autoAccept.ms / DAY} days.`,
      );
    if (second <= first)
      fault("autoAccept.reminderMs.1", `The second reminder has to come after the first, on day ${first / DAY}.`);
    if (second >= autoAccept.ms)
      fault(
        "autoAccept.reminderMs.1",
        `The last reminder has to come before acceptance, on day ${autoAccept.ms / DAY}.`,
      );
    if (autoAccept.ms > revision.windowMs)
      fault(
        "autoAccept.ms",
        `Orders are accepted after the time for a revision is over. Enter at most ${revision.windowMs / DAY} days.`,
      );
    if (revision.fastMs > revision.leastMs)
      fault(
        "revision.fastMs",
        `Fast orders wait longer for a revision. Enter at most ${revision.leastMs / HOUR} hours.`,
      );
    const [ask, again] = query.reminderMs as [number, number];
    if (again <= ask)
      fault("query.reminderMs.1", `The second reminder has to come after the first, ${ask / HOUR} hours.`);
    if (query.giveUpMs <= again)
      fault(
        "query.giveUpMs",
        `The last reminder has to come before the editor continues. Enter more than ${again / HOUR} hours.`,
      );
    if (lateRevision.closableMs < lateRevision.passOnMs)
      fault(
        "lateRevision.closableMs",
        `It could be closed before another editor has it. Enter at least ${lateRevision.passOnMs / HOUR} hours.`,
      );
    if (lateRevision.closesMs <= lateRevision.closableMs)
      fault(
        "lateRevision.closesMs",
        `It would be closed before its author can decide. Enter more than ${lateRevision.closableMs / HOUR} hours.`,
      );
    if (flags.idleBp < flags.unstartedBp)
      fault(
        "flags.idleBp",
        `This flag comes before the one for orders that aren't started, ${flags.unstartedBp / 100}%.`,
      );
    if (flags.unsubmittedBp < flags.idleBp)
      fault("flags.unsubmittedBp", `This flag comes before the one for no progress, ${flags.idleBp / 100}%.`);
    if (revision.longWindowMs < revision.windowMs)
      fault(
        "revision.longWindowMs",
        `Long orders have less time for a revision than others. Enter at least ${revision.windowMs / DAY} days.`,
      );
  },
);

export const DEADLINE_POLICY = DEADLINE_PART.defaults;
