import { type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";

/** What each choice of the filter of all reviews shows. */
export const REVIEW_SHOWS = ["open", "overdue", "appeals", "decided"] as const;

export type ReviewRow = {
  id: string;
  orderId: string;
  number: string;
  title: string;
  kind: string;
  reason: string;
  status: string;
  total: number | null;
  editorId: string;
  editor: string;
  /** Who has it, or who decided it. */
  reviewer: string | null;
  takenUntil: Date | null;
  queuedAt: Date;
  dueAt: Date;
  decidedAt: Date | null;
  late: boolean;
  /** For a decided score: whether an appeal replaced it. */
  replaced: boolean;
};

/** The admins' list of reviews. */
export const REVIEW_LIST = declareList<ReviewRow>()({
  caption: "Quality reviews",
  noun: "review",
  home: "/admin/editors?show=reviews",
  search: "Order, title, editor, reviewer",
  defaultSort: "due",
  filters: {
    state: {
      label: "Show",
      any: "Open",
      values: REVIEW_SHOWS,
      choices: [
        ["overdue", "Overdue"],
        ["appeals", "Appeals"],
        ["decided", "Decided"],
      ],
    },
  },
  columns: {
    order: { header: "Order", narrow: "title" },
    kind: { header: "Kind" },
    reason: { header: "Reason", narrow: "hidden" },
    editor: { header: "Editor" },
    reviewer: { header: "Reviewer" },
    age: { header: "Queued", sort: true },
    due: { header: "Due", sort: true },
    decided: { header: "Decided", sort: true },
    score: { header: "Score", align: "end", sort: true },
    status: { header: "Status" },
  },
});
export type ReviewQuery = QueryOf<typeof REVIEW_LIST>;
