import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { MANUAL_ENTRY_STATES, MANUAL_ENTRY_WORDS, type ManualEntryState } from "../manual-entry.ts";

/** A journal entry by hand. */
export type EntryRow = {
  id: string;
  day: string;
  memo: string;
  sumMinor: number;
  currency: string;
  state: ManualEntryState;
  /** The day on which it will be taken back, unless that's done or nothing was booked. */
  takeBackOn: string | null;
  createdBy: string | null;
  createdAt: Date;
  decidedBy: string | null;
};

export const ENTRY_LIST = declareList<EntryRow>()({
  caption: "Journal entries by hand",
  noun: "entry",
  plural: "entries",
  home: "/admin/accounts/entries",
  search: "Description, reason",
  defaultSort: "-made",
  filters: { state: { label: "Status", choices: choicesOf(MANUAL_ENTRY_STATES, MANUAL_ENTRY_WORDS) } },
  columns: {
    memo: { header: "Description", narrow: "title" },
    day: { header: "Date", sort: true },
    sum: { header: "Amount", align: "end", sort: true },
    state: { header: "Status" },
    by: { header: "Made by" },
    second: { header: "Decided by", narrow: "hidden" },
    made: { header: "Made", sort: true },
  },
});
export type EntryQuery = QueryOf<typeof ENTRY_LIST>;
