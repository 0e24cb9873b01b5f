/** The figures of an order's life that admins may change, as their form has them, and what they can't say together. */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import type { DeadlinePolicy } from "./policy.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `deadlines.${path}`,
  label,
  ...of,
});
const days = (path: string, label: string, least: number, most: number) =>
  figure(path, label, { unit: "days", least: least * DAY, most: most * DAY });
const hours = (path: string, label: string, least: number, most: number) =>
  figure(path, label, { unit: "hours", least: least * HOUR, most: most * HOUR });
const share = (path: string, label: string, least: number, most: number) =>
  figure(path, label, { unit: "bp", least, most });

export const ORDER_LIFE_SUBJECTS: readonly FigureSubject[] = [
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
          { label: "First reminder", figures: [hours("query.reminderMs.0", "First reminder of a question", 1, 240)] },
          { label: "Second reminder", figures: [hours("query.reminderMs.1", "Second reminder of a question", 2, 480)] },
          { label: "The editor continues", figures: [hours("query.giveUpMs", "Waiting for an answer", 24, 720)] },
        ],
      },
      {
        title: "Answers by agreement",
        intro:
          "How long clients and editors have to answer on the order page. If they don't, the order stays as it is.",
        hint: "The refund policy states the time to pay for new words. Close to the due date, there's less time.",
        columns: ["Hours"],
        rows: [
          { label: "Pay an extra charge", figures: [hours("answer.chargeMs", "Time to pay an extra charge", 4, 168)] },
          { label: "Answer a later date", figures: [hours("answer.dateMs", "Time to answer a later date", 4, 168)] },
          {
            label: "Answer another change",
            figures: [hours("answer.changeMs", "Time to answer another change", 4, 168)],
          },
        ],
      },
      {
        title: "Free cancellation",
        intro: "From payment, if an editor accepted but nobody has opened the files.",
        columns: ["Minutes"],
        rows: [
          {
            label: "Free for",
            figures: [
              figure("cancel.freeAfterPaymentMs", "Free cancellation after payment", {
                unit: "minutes",
                least: 10 * MINUTE,
                most: 24 * HOUR,
              }),
            ],
          },
        ],
      },
      {
        title: "Slow editors",
        intro: "As a share of the editor's time. Staff and the editor are each told once.",
        columns: ["Share (%)"],
        rows: [
          { label: "Not started", figures: [share("flags.unstartedBp", "Flag: not started", 500, 9_500)] },
          { label: "No progress and no upload", figures: [share("flags.idleBp", "Flag: no progress", 500, 9_500)] },
          { label: "Not submitted", figures: [share("flags.unsubmittedBp", "Flag: not submitted", 500, 9_900)] },
          {
            label: "Suggest another editor: not started",
            figures: [share("reassign.unstartedBp", "Suggest another editor, not started", 1_000, 9_900)],
          },
          {
            label: "Suggest another editor: nothing uploaded",
            figures: [share("reassign.nothingUploadedBp", "Suggest another editor, nothing uploaded", 1_000, 9_900)],
          },
        ],
      },
    ],
  },
  {
    id: "handovers",
    title: "Changes of editor, late revisions, and holds",
    summary: "What happens when an editor can't finish, an order or a revision is very late, or an order has to stop.",
    tables: [
      {
        title: "Pay when an order changes hands",
        intro: "An editor who leaves is paid for what the next one doesn't have to redo.",
        hint: "Changing either share means less pay for somebody, so it needs 14 days' notice, like lower pay.",
        columns: ["Share (%)"],
        rows: [
          {
            label: "The most that counts as done",
            figures: [share("handover.mostKeptBp", "Handed back, the most that counts as done", 3_000, 9_000)],
          },
          {
            label: "Of the delivery's pay, to another editor who does a revision",
            figures: [share("handover.revisionBp", "Pay for another editor's revision", 500, 4_000)],
          },
        ],
      },
      {
        title: "Time of an editor who takes over late",
        intro: "Counted from when the search begins. Applies if the usual deadline leaves less than half of this time.",
        columns: ["Share (%)"],
        rows: [
          {
            label: "Of the turnaround, for an order",
            figures: [share("takeover.editBp", "Time to take over an order, share of the turnaround", 2_000, 8_000)],
          },
          {
            label: "Of a revision's time, for a revision",
            figures: [share("takeover.revisionBp", "Time to take over a revision, share of its time", 2_500, 10_000)],
          },
        ],
      },
      {
        title: "Late revisions",
        intro: "By how late a revision is. The last two count from the date we promised first.",
        columns: ["Hours"],
        rows: [
          {
            label: "Goes to another editor",
            figures: [hours("lateRevision.passOnMs", "Late revision goes to another editor", 6, 120)],
          },
          {
            label: "Its author can close it with a refund",
            figures: [hours("lateRevision.closableMs", "Late revision can be closed", 24, 240)],
          },
          {
            label: "It's closed with a refund",
            figures: [hours("lateRevision.closesMs", "Late revision is closed", 48, 504)],
          },
        ],
      },
      {
        title: "A decision about a very late order",
        intro:
          "How long staff have before admins are told, from the limit of the lower refund for lateness. In percent of the turnaround, within limits.",
        columns: ["Figure"],
        rows: [
          {
            label: "Share of the turnaround (%)",
            figures: [
              share("lateDecision.shareBp", "Decision about a late order, share of the turnaround", 500, 2_500),
            ],
          },
          {
            label: "At least (minutes)",
            figures: [
              figure("lateDecision.leastMs", "Decision about a late order, at least", {
                unit: "minutes",
                least: 15 * MINUTE,
                most: 4 * HOUR,
              }),
            ],
          },
          {
            label: "At most (hours)",
            figures: [hours("lateDecision.mostMs", "Decision about a late order, at most", 4, 72)],
          },
        ],
      },
      {
        title: "Holds",
        intro: "An order on hold has an end, and its deadlines move by the time it was held.",
        columns: ["Days"],
        rows: [{ label: "At most", figures: [days("hold.mostMs", "Hold, at most", 1, 60)] }],
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
          { label: "Orders", figures: [days("autoAccept.ms", "Automatic acceptance", 3, 60)] },
          { label: "Long orders", figures: [days("autoAccept.longMs", "Automatic acceptance, long orders", 3, 60)] },
          { label: "First reminder", figures: [days("autoAccept.reminderMs.0", "First reminder to accept", 1, 59)] },
          { label: "Second reminder", figures: [days("autoAccept.reminderMs.1", "Second reminder to accept", 2, 59)] },
        ],
      },
      {
        title: "Free revisions",
        intro: "How many rounds are free, and how long one takes. Fast orders are those of up to 24 hours.",
        columns: ["Figure"],
        rows: [
          {
            label: "Rounds",
            figures: [figure("revision.rounds", "Free rounds", { unit: "count", least: 1, most: 5 })],
          },
          { label: "At least (hours)", figures: [hours("revision.leastMs", "Time for a revision, at least", 12, 168)] },
          {
            label: "Or this share of the turnaround (%)",
            figures: [share("revision.shareBp", "Time for a revision, share of the turnaround", 500, 5_000)],
          },
          {
            label: "Fast orders (hours)",
            figures: [hours("revision.fastMs", "Time for a revision, fast orders", 6, 72)],
          },
        ],
      },
      {
        title: "Later",
        intro: "From the first rating, and from the first delivery.",
        columns: ["Days"],
        rows: [
          { label: "A rating can be changed", figures: [days("ratingEditMs", "Time to change a rating", 1, 60)] },
          {
            label: "A response to reviewers can be ordered",
            figures: [days("reviewersMs", "Time to order a response to reviewers", 90, 730)],
          },
        ],
      },
    ],
  },
];

/** Contradictions in the figures of an order's life, with advice, by figure. Empty if there are none. */
export function orderLifeFaults({ autoAccept, revision, query, flags, lateRevision }: DeadlinePolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  const fault = (path: string, message: string) => faults.push({ key: `deadlines.${path}`, message });
  const [first, second] = autoAccept.reminderMs as [number, number];
  if (autoAccept.longMs < autoAccept.ms)
    fault(
      "autoAccept.longMs",
      `Long orders are accepted sooner than others. Enter at least ${autoAccept.ms / DAY} days.`,
    );
  if (second <= first)
    fault("autoAccept.reminderMs.1", `The second reminder has to come after the first, on day ${first / DAY}.`);
  if (second >= autoAccept.ms)
    fault("autoAccept.reminderMs.1", `The last reminder has to come before acceptance, on day ${autoAccept.ms / DAY}.`);
  if (autoAccept.ms > revision.windowMs)
    fault(
      "autoAccept.ms",
      `Orders are accepted after the time for a revision is over. Enter at most ${revision.windowMs / DAY} days.`,
    );
  if (revision.fastMs > revision.leastMs)
    fault("revision.fastMs", `Fast orders wait longer for a revision. Enter at most ${revision.leastMs / HOUR} hours.`);
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
  return faults;
}
