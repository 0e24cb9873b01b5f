/**
 * How long an order may be without an editor: the figures that admins may change, and which combinations are invalid.
 */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import type { MatchingPolicy } from "./policy.ts";

const share = (path: string, label: string): Figure => ({
  key: `matching.${path}`,
  label,
  unit: "bp",
  least: 500,
  most: 9_500,
});

export const WAITING_SUBJECTS: readonly FigureSubject[] = [
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
          { label: "Support is told", figures: [share("supportBp", "No editor: support is told")] },
          {
            label: "The client can choose a refund or a later date",
            figures: [share("clientChoiceBp", "No editor: the client can choose")],
          },
        ],
      },
    ],
  },
];

/** What is wrong with these figures and how to fix it, by figure. Empty when they're valid. */
export const waitingFaults = ({ supportBp, clientChoiceBp }: MatchingPolicy): FigureFault[] =>
  clientChoiceBp < supportBp
    ? [
        {
          key: "matching.clientChoiceBp",
          message: `Clients would choose before support is told. Enter at least ${supportBp / 100}%.`,
        },
      ]
    : [];
