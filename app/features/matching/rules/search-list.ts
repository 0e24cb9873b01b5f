import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { SERVICES, SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";

/** An order looking for an editor, or (show=assigned) one that could be reassigned. */
export type SearchRow = {
  id: string;
  number: string;
  title: string;
  status: OrderStatus;
  service: string;
  field: string;
  words: number;
  dueAt: Date;
  beganAt: Date;
  stage: "matching" | "support" | "client";
  inPool: boolean;
  invited: number;
  open: number;
  editorName: string | null;
};

export const SEARCH_LIST = declareList<SearchRow>()({
  caption: "Orders looking for an editor",
  noun: "order",
  home: "/admin/editormatching",
  file: "searches",
  search: "Number, title, editor",
  defaultSort: "due",
  filters: {
    show: {
      label: "Show",
      any: "Looking for an editor",
      choices: [
        ["support", "Support notified"],
        ["client", "Author has options"],
        ["pool", "In the open pool"],
        ["assigned", "With an editor"],
      ],
    },
    service: { label: "Service", choices: choicesOf(SERVICES, SERVICE_LABELS) },
    field: { label: "Field", choices: FIELDS.map((f) => [f.slug, f.label]) },
  },
  columns: {
    number: { header: "Order", sort: true, csv: (r) => r.number },
    title: { header: "Manuscript", csvHeader: "Title", csv: (r) => r.title },
    status: { header: "Status", csv: (r) => r.status },
    service: { header: "Service", csv: (r) => r.service },
    field: { header: "Subfield", narrow: "hidden", csv: (r) => r.field },
    words: { header: "Words", align: "end", sort: true, csv: (r) => r.words },
    began: { header: "Looking for", csvHeader: "Looking since", sort: true, csv: (r) => r.beganAt },
    stage: { header: "Stage", csv: (r) => r.stage },
    invites: { header: "Invites" },
    invited: { header: "Invited", csv: (r) => r.invited },
    open: { header: "Open invites", csv: (r) => r.open },
    pool: { header: "Open pool", csv: (r) => r.inPool },
    editor: { header: "Editor", csv: (r) => r.editorName },
    due: { header: "Author's due date", sort: true, csv: (r) => r.dueAt },
  },
});
export type SearchListQuery = QueryOf<typeof SEARCH_LIST>;
