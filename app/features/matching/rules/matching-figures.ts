/**
 * How editors are ranked and invited: the figures that admins may change, as in their form, and which combinations are
 * invalid.
 */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { TURNAROUNDS, TURNAROUND_LABELS, TURNAROUND_MS } from "#app/features/pricing/rules/policy.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import type { MatchingPolicy } from "./policy.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `matching.${path}`,
  label,
  ...of,
});
const share = (path: string, label: string, least: number, most: number): Figure =>
  figure(path, label, { unit: "bp", least, most });
const minutes = (path: string, label: string, least: number, most: number): Figure =>
  figure(path, label, { unit: "minutes", least, most });

const WEIGHTS: Record<keyof MatchingPolicy["weights"], string> = {
  qa: "Quality reviews",
  rating: "Client ratings",
  onTime: "On-time delivery",
  response: "Response to invites",
  repeat: "Returning clients",
};

export const MATCHING_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "ranking",
    title: "Ranking editors",
    summary:
      "Who is invited first. A change applies to all orders from the day it takes effect, because editors are compared with each other.",
    tables: [
      {
        title: "Score",
        intro: "What an editor's score is made of. The home page shows these weights, and they have to add up to 100%.",
        hint: "After a change, scores are recalculated within an hour.",
        columns: ["Weight (%)"],
        rows: Object.entries(WEIGHTS).map(([of, label]) => ({
          label,
          figures: [share(`weights.${of}`, `Score, ${label.toLowerCase()}`, 0, 8_000)],
        })),
      },
      {
        title: "Records",
        intro: "Older results count less. A newcomer starts with a score that counts as a few results.",
        columns: ["Figure"],
        rows: [
          {
            label: "Results count half after (days)",
            figures: [
              figure("halfLifeMs", "Results count half after", { unit: "days", least: 30 * DAY, most: 180 * DAY }),
            ],
          },
          {
            label: "A newcomer's score (%)",
            figures: [share("assumed.valueBp", "A newcomer's score", 3_000, 9_500)],
          },
          {
            label: "Results that a newcomer's score counts as",
            figures: [
              figure("assumed.weight", "Results that a newcomer's score counts as", {
                unit: "count",
                least: 1,
                most: 20,
              }),
            ],
          },
          {
            label: "Orders an editor can hand back without effect",
            figures: [
              figure("handBacks.forgiven", "Orders handed back without effect", { unit: "count", least: 1, most: 10 }),
            ],
          },
          {
            label: "Orders handed back count for (days)",
            figures: [
              figure("handBacks.withinMs", "Orders handed back are counted for", {
                unit: "days",
                least: 14 * DAY,
                most: 365 * DAY,
              }),
            ],
          },
        ],
      },
      {
        title: "Fit and fairness",
        intro:
          "How much of the score counts. All of it does for an editor in the same subfield with no new words this week.",
        columns: ["Counts (%)"],
        rows: [
          {
            label: "Same field, another subfield",
            figures: [share("sameFieldFitBp", "Score counts, another subfield", 1_000, 10_000)],
          },
          {
            label: "A full week of new words",
            figures: [share("leastFairnessBp", "Score counts, full week", 1_000, 10_000)],
          },
        ],
      },
    ],
  },
  {
    id: "invites",
    title: "Inviting editors",
    summary:
      "How we look for an editor. An order keeps the figures it was sold with, and a change doesn't affect invites already sent.",
    tables: [
      {
        title: "The preferred editor",
        intro: "The editor a client asks for is invited first and alone, for a part of the turnaround.",
        columns: ["Figure"],
        rows: [
          {
            label: "Share of the turnaround (%)",
            figures: [share("headStart.shareBp", "Preferred editor alone, share of the turnaround", 500, 3_500)],
          },
          {
            label: "At least (minutes)",
            figures: [minutes("headStart.leastMs", "Preferred editor alone, at least", 5 * MINUTE, 2 * HOUR)],
          },
          {
            label: "At most (minutes)",
            figures: [minutes("headStart.mostMs", "Preferred editor alone, at most", 30 * MINUTE, 3 * DAY)],
          },
        ],
      },
      {
        title: "Waves",
        intro:
          "How many editors are invited at once. After the second wave, everyone who qualifies can accept the order.",
        columns: ["Editors"],
        rows: (["First wave", "Second wave"] as const).map((label, i) => ({
          label,
          figures: [
            figure(`waves.${i}`, `Editors invited, ${label.toLowerCase()}`, { unit: "count", least: 1, most: 30 }),
          ],
        })),
      },
      {
        title: "How long an invite is open",
        intro: "By turnaround. Invites to second readers stay open for the same time.",
        columns: ["Minutes"],
        rows: TURNAROUNDS.map((turnaround) => ({
          label: TURNAROUND_LABELS[turnaround],
          figures: [
            minutes(
              `inviteExpiryMs.${turnaround}`,
              `Invite is open, ${TURNAROUND_LABELS[turnaround]}`,
              5 * MINUTE,
              TURNAROUND_MS[turnaround] / 6,
            ),
          ],
        })),
      },
    ],
  },
];

/** What is wrong with these figures and how to fix it, by figure. Empty when they're valid. */
export function matchingFaults({ weights, headStart }: MatchingPolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  if (total !== 10_000)
    faults.push({
      key: "matching.weights.qa",
      message: `The weights add up to ${total / 100}%. Change them so that they add up to 100%.`,
    });
  if (headStart.mostMs < headStart.leastMs)
    faults.push({
      key: "matching.headStart.mostMs",
      message: `The longest time alone is shorter than the shortest. Enter at least ${headStart.leastMs / MINUTE} minutes.`,
    });
  return faults;
}
