import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";

const STATES = ["waiting", "due", "draft", "offered", "withdrawn"] as const;
export type ProfileState = (typeof STATES)[number];
export const PROFILE_STATE_WORDS: Record<ProfileState, string> = {
  waiting: "Needs approval",
  due: "Review due",
  draft: "Draft",
  offered: "Published",
  withdrawn: "Not offered",
};

/** A profile over all its versions. */
export type ProfileRow = {
  profileId: string;
  name: string;
  policy: string;
  state: ProfileState;
  /** The newest published version; null before the first. */
  version: number | null;
  readOn: string | null;
  reviewOn: string | null;
  /** Orders placed under any of its versions. */
  orders: number;
};

export const PROFILE_LIST = declareList<ProfileRow>()({
  caption: "Policy profiles",
  noun: "profile",
  home: "/admin/policy/profiles",
  search: "University or policy",
  defaultSort: "name",
  filters: { state: { label: "Status", choices: choicesOf(STATES, PROFILE_STATE_WORDS) } },
  columns: {
    name: { header: "Institution", sort: true, narrow: "title" },
    policy: { header: "Policy" },
    state: { header: "Status" },
    version: { header: "Version", align: "end" },
    read: { header: "Page read", sort: true },
    review: { header: "Next review", sort: true },
    orders: { header: "Orders", align: "end", sort: true },
  },
});
export type ProfileQuery = QueryOf<typeof PROFILE_LIST>;
