import { type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";

/** An email whose words operators can write. */
export type EmailRow = {
  key: string;
  /** As one of its samples has it. */
  subject: string;
  to: string;
  /** Whose words are in use in each language, and what's being written. */
  states: { language: string; changed: boolean; proposed: boolean; drafted: boolean }[];
};

export const EMAIL_LIST = declareList<EmailRow>()({
  caption: "All emails",
  noun: "email",
  home: "/admin/email/templates",
  search: "Subject, name",
  defaultSort: "email",
  filters: {
    words: {
      label: "Words",
      choices: [
        ["changed", "Yours"],
        ["drafted", "Draft"],
        ["proposed", "Needs approval"],
      ],
    },
  },
  columns: {
    subject: { header: "Subject in a sample", narrow: "title" },
    email: { header: "Email", sort: true },
    state: { header: "Words" },
  },
});
export type EmailListQuery = QueryOf<typeof EMAIL_LIST>;
