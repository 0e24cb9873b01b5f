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
    summary: "Questions and charges to the client, free cancellation, and when staff hear of a slow editor.",
    tables: [
      {
        title: "A question that blocks the work",
        intro: "The due date is on hold until then. When the time is over, the editor continues without an answer.",
        columns: ["Hours"],
        rows: [
          { label: "First reminder", figures: [hours("query.reminderMs.0", "First reminder of a question", 1, 240)] },
          { label: "Second reminder", figures: [hours("query.reminderMs.1", "Second reminder of a question", 2, 480)] },
          { label: "The editor continues", figures: [hours("query.giveUpMs", "Waiting for an answer", 24, 720)] },
        ],
      },
      {
        title: "Answers by agreement",
        intro: "How long clients and editors have to answer on the order page. Then the order stays as it was.",
        hint: "The refund policy names the time to pay for new words. A date near the due date leaves less time.",
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
        intro: "In percent of the editor's time. Staff and the editor are told, once each.",
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

/** What the figures of an order's life must not say, and what to do about it, by figure. Empty when they're sound. */
export function orderLifeFaults({ autoAccept, revision, query, flags }: DeadlinePolicy): FigureFault[] {
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
  if (flags.idleBp < flags.unstartedBp)
    fault(
      "flags.idleBp",
      `This flag comes before the one for orders that aren't started, ${flags.unstartedBp / 100}%.`,
    );
  if (flags.unsubmittedBp < flags.idleBp)
    fault("flags.unsubmittedBp", `This flag comes before the one for no progress, ${flags.idleBp / 100}%.`);
  return faults;
}
