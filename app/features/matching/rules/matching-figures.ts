/**
 * How editors are ranked and invited, and how long an order may be without one: the figures with their defaults, their
 * form, and which combinations are invalid.
 */
import { NEEDED_BY_BP } from "#app/features/editors/rules/free-words.ts";
import {
  type DeclaredFigure,
  count,
  days,
  minutes,
  policyPart,
  row,
  share,
} from "#app/features/policy/rules/policy-part.ts";
import { TURNAROUNDS, TURNAROUND_LABELS, TURNAROUND_MS, type Turnaround } from "#app/features/pricing/rules/policy.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";

const WEIGHTS = {
  qa: "Quality reviews",
  rating: "Client ratings",
  onTime: "On-time delivery",
  response: "Response to invites",
  repeat: "Returning clients",
} as const;
type Weight = keyof typeof WEIGHTS;
const weight = (of: Weight, bp: number) => share(bp, `Score, ${WEIGHTS[of].toLowerCase()}`, [0, 8_000]);
const invite = (turnaround: Turnaround, open: number) =>
  minutes(open, `Invite is open, ${TURNAROUND_LABELS[turnaround]}`, [5, TURNAROUND_MS[turnaround] / 6 / MINUTE]);

/** How an order's editor is searched. It follows the policy that the order was sold with. */
const SEARCH = {
  /** How long only the preferred editors are invited: a share of the window, within limits. */
  headStart: {
    shareBp: share(2_500, "Preferred editors alone, share of the turnaround", [500, 3_500]),
    leastMs: minutes(15, "Preferred editors alone, at least", [5, 120]),
    mostMs: minutes(12 * 60, "Preferred editors alone, at most", [30, 3 * 24 * 60]),
  },
  /** Editors invited in each wave; then the open pool. */
  waves: [
    count(3, "Editors invited, first wave", [1, 30]),
    count(6, "Editors invited, second wave", [1, 30]),
  ] as readonly DeclaredFigure<number>[],
  inviteExpiryMs: {
    "14d": invite("14d", 720),
    "7d": invite("7d", 480),
    "3d": invite("3d", 240),
    "48h": invite("48h", 120),
    "24h": invite("24h", 60),
    "12h": invite("12h", 30),
    "6h": invite("6h", 15),
  } satisfies Record<Turnaround, DeclaredFigure>,
  supportBp: share(NEEDED_BY_BP, "No editor: support is told", [500, 9_500]),
  clientChoiceBp: share(6_000, "No editor: the client can choose", [500, 9_500]),
};

/**
 * What makes an editor's score for an order. It follows the policy in effect, because an editor has one record that is
 * compared with those of others.
 */
const RANK = {
  /** The components of quality. They add up to 100%. */
  weights: {
    qa: weight("qa", 4_000),
    rating: weight("rating", 2_500),
    onTime: weight("onTime", 2_000),
    response: weight("response", 1_000),
    repeat: weight("repeat", 500),
  } satisfies Record<Weight, DeclaredFigure>,
  /** After this time, an event of an editor's record counts half. */
  halfLifeMs: days(90, "Results count half after", [30, 180]),
  /** The prior for an editor without a record, and how many events it weighs. */
  assumed: {
    valueBp: share(7_000, "A newcomer's score", [3_000, 9_500]),
    weight: count(3, "Results that a newcomer's score counts as", [1, 20]),
  },
  /** Which orders handed back count as not on time. */
  handBacks: {
    withinMs: days(90, "Orders handed back are counted for", [14, 365]),
    forgiven: count(1, "Orders handed back without effect", [1, 10]),
  },
  /** Fit of an editor in the same field but another subfield. The same subfield is 100%. */
  sameFieldFitBp: share(7_000, "Score counts, another subfield", [1_000, 10_000]),
  /** The share of the score kept by an editor with a full week of new words. */
  leastFairnessBp: share(5_000, "Score counts, full week", [1_000, 10_000]),
};

export const MATCHING_PART = policyPart(
  "matching",
  { ...RANK, ...SEARCH },
  ({ weights, assumed, handBacks, headStart, inviteExpiryMs, ...it }) => [
    {
      id: "ranking",
      title: "Editor ranking",
      summary:
        "Who is invited first. A change applies to all orders from the day it takes effect, because editors are compared with each other.",
      tables: [
        {
          title: "Score",
          intro:
            "What an editor's score is made of. The home page shows these weights, and they have to add up to 100%.",
          hint: "After a change, scores are recalculated within an hour.",
          columns: ["Weight (%)"],
          rows: Object.entries(WEIGHTS).map(([of, label]) => row(label, weights[of as Weight])),
        },
        {
          title: "Records",
          intro: "Older results count less. A newcomer starts with a score that counts as a few results.",
          columns: ["Figure"],
          rows: [
            row("Results count half after (days)", it.halfLifeMs),
            row("A newcomer's score (%)", assumed.valueBp),
            row("Results that a newcomer's score counts as", assumed.weight),
            row("Orders an editor can hand back without effect", handBacks.forgiven),
            row("Orders handed back count for (days)", handBacks.withinMs),
          ],
        },
        {
          title: "Fit and fairness",
          intro:
            "How much of the score counts. All of it does for an editor in the same subfield with no new words this week.",
          columns: ["Counts (%)"],
          rows: [
            row("Same field, another subfield", it.sameFieldFitBp),
            row("A full week of new words", it.leastFairnessBp),
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
          title: "Preferred editors",
          intro:
            "The editor a client asks for, or else those agreed on with the organization that pays, are invited first and alone, for a part of the turnaround.",
          columns: ["Figure"],
          rows: [
            row("Share of the turnaround (%)", headStart.shareBp),
            row("At least (minutes)", headStart.leastMs),
            row("At most (minutes)", headStart.mostMs),
          ],
        },
        {
          title: "Waves",
          intro:
            "How many editors are invited at once. After the second wave, everyone who qualifies can accept the order.",
          columns: ["Editors"],
          rows: [row("First wave", it.waves[0]!), row("Second wave", it.waves[1]!)],
        },
        {
          title: "How long an invite is open",
          intro: "By turnaround. Invites to second readers stay open for the same time.",
          columns: ["Minutes"],
          rows: TURNAROUNDS.map((turnaround) => row(TURNAROUND_LABELS[turnaround], inviteExpiryMs[turnaround])),
        },
      ],
    },
    {
      id: "no-editor",
      title: "Orders that no editor accepts",
      summary: "What happens while no editor accepts an order. Without one by the due date, it's refunded in full.",
      tables: [
        {
          title: "Orders without an editor",
          intro: "In percent of the turnaround, from payment or from when the search began again.",
          columns: ["Share (%)"],
          rows: [
            row("Support is told", it.supportBp),
            row("The client can choose a refund or a later date", it.clientChoiceBp),
          ],
        },
      ],
    },
  ],
  ({ weights, headStart, clientChoiceBp, supportBp }, fault) => {
    const total = Object.values(weights).reduce((sum, it) => sum + it, 0);
    if (total !== 10_000)
      fault("weights.qa", `The weights add up to ${total / 100}%. Change them so that they add up to 100%.`);
    if (headStart.mostMs < headStart.leastMs)
      fault(
        "headStart.mostMs",
        `The longest time alone is shorter than the shortest. Enter at least ${headStart.leastMs / MINUTE} minutes.`,
      );
    if (clientChoiceBp < supportBp)
      fault("clientChoiceBp", `Clients would choose before support is told. Enter at least ${supportBp / 100}%.`);
  },
);

export const MATCHING_POLICY = MATCHING_PART.defaults;
