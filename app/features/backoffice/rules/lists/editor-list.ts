import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { KYC_STATES, KYC_WORDS, type KycState } from "#app/features/editors/rules/kyc/kyc.ts";
import { FIELD_FILTER } from "#app/features/editors/rules/lists/application-list.ts";
import { LEVELS, LEVEL_LABELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";

export type EditorRow = {
  uid: string;
  displayName: string;
  email: string;
  level: Level;
  /** Subfield slugs. */
  fields: string[];
  services: string[];
  matchReady: boolean;
  kyc: KycState;
  openOrders: number;
  /** Words of orders accepted in the last seven days, next to the weekly limit. */
  weekWords: number;
  weeklyWords: number | null;
  /** From the record that matching uses, or null without data. */
  rating: number | null;
  ratings: number;
  onTime: number | null;
  deliveries: number;
  qa: number | null;
  reviews: number;
  /** Earned but not paid yet. */
  owedMinor: number;
  currency: string;
  since: Date;
};

const share = (value: number | null): string | null => (value === null ? null : value.toFixed(4));

export const EDITOR_LIST = declareList<EditorRow>()({
  caption: "Editors",
  noun: "editor",
  home: "/admin/editors",
  file: "editors",
  search: "Name, email, degree",
  defaultSort: "name",
  filters: {
    level: { label: "Level", choices: choicesOf(LEVELS, LEVEL_LABELS) },
    ready: {
      label: "Matching-ready",
      choices: [
        ["yes", "Yes"],
        ["no", "Not yet"],
      ],
    },
    kyc: { label: "KYC", choices: choicesOf(KYC_STATES, KYC_WORDS) },
    field: FIELD_FILTER,
  },
  columns: {
    name: { header: "Editor", sort: true, csv: (r) => r.displayName },
    email: { header: "Email", csv: (r) => r.email },
    uid: { header: "Editor ID", csv: (r) => r.uid },
    level: { header: "Level", sort: true, csv: (r) => r.level },
    takes: { header: "Fields and services", narrow: "hidden" },
    fields: { header: "Subfields", csv: (r) => r.fields.join(" ") },
    services: { header: "Services", csv: (r) => r.services.join(" ") },
    ready: { header: "Matching", csvHeader: "Matching-ready", csv: (r) => r.matchReady },
    kyc: { header: "KYC", csv: (r) => r.kyc },
    open: { header: "Open", csvHeader: "Open orders", align: "end", sort: true, csv: (r) => r.openOrders },
    week: { header: "Words this week", align: "end", sort: true, csv: (r) => r.weekWords },
    weekly: { header: "Weekly words", csv: (r) => r.weeklyWords },
    rating: { header: "Rating", align: "end", sort: true, csv: (r) => r.rating?.toFixed(2) },
    ratings: { header: "Ratings", csv: (r) => r.ratings },
    onTime: { header: "On time", align: "end", sort: true, csv: (r) => share(r.onTime) },
    deliveries: { header: "Deliveries", csv: (r) => r.deliveries },
    qa: { header: "QA", align: "end", sort: true, csv: (r) => r.qa?.toFixed(1) },
    reviews: { header: "QA reviews", csv: (r) => r.reviews },
    owed: { header: "Owed", align: "end", sort: true, csv: (r) => decimalMoney(r.owedMinor, r.currency) },
    currency: { header: "Currency", csv: (r) => r.currency },
    since: { header: "Editor since", sort: true, csv: (r) => r.since },
  },
});
export type EditorListQuery = QueryOf<typeof EDITOR_LIST>;
