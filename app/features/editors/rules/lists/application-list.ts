import { type ListFilter, type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { APPLICATION_STATUS_LABELS, type ApplicationStatus } from "../application-flow.ts";

/** Editors and applicants by their field. */
export const FIELD_FILTER: ListFilter = { label: "Field", choices: FIELDS.map((f) => [f.slug, f.label]) };

export type ApplicationRow = {
  uid: string;
  displayName: string;
  email: string;
  status: ApplicationStatus;
  headline: string;
  degree: string;
  subfields: string[];
  services: string[];
  variants: string[];
  years: number | null;
  submittedAt: Date;
  decidedAt: Date | null;
  deciderName: string | null;
};

export const APPLICATION_LIST = declareList<ApplicationRow>()({
  caption: "Applications",
  noun: "application",
  home: "/admin/editors?show=applications",
  file: "editor-applications",
  search: "Name, email, headline",
  defaultSort: "submittedAt",
  filters: {
    status: {
      label: "Status",
      choices: choicesOf(["submitted", "needs_info", "approved", "declined"], APPLICATION_STATUS_LABELS),
    },
    field: FIELD_FILTER,
  },
  columns: {
    name: { header: "Applicant", sort: true, csv: (r) => r.displayName },
    email: { header: "Email", csv: (r) => r.email },
    uid: { header: "ID", csv: (r) => r.uid },
    status: { header: "Status", csv: (r) => r.status },
    headline: { header: "Headline", csv: (r) => r.headline },
    degree: { header: "Degree", csv: (r) => r.degree },
    fields: { header: "Fields and services", narrow: "hidden" },
    subfields: { header: "Subfields", csv: (r) => r.subfields.join(" ") },
    services: { header: "Services", csv: (r) => r.services.join(" ") },
    variants: { header: "English", csv: (r) => r.variants.join(" ") },
    years: { header: "Years", align: "end", csv: (r) => r.years },
    submittedAt: { header: "Sent", sort: true, csv: (r) => r.submittedAt },
    decidedAt: { header: "Decided", sort: true, csv: (r) => r.decidedAt },
    decider: { header: "Decided by", csv: (r) => r.deciderName },
  },
});
export type ApplicationQuery = QueryOf<typeof APPLICATION_LIST>;
