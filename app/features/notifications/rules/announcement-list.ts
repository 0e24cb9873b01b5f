import { type QueryOf, choicesOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { ANNOUNCEMENT_STATUS_WORDS, type AnnouncementStatus, announcementFlow } from "./announcement-flow.ts";
import { AUDIENCE_WORDS } from "./announcement.ts";
import { AUDIENCES, type Audience } from "./feeds.ts";

export type AnnouncementRow = {
  id: string;
  title: string;
  audience: Audience;
  severity: number;
  status: AnnouncementStatus;
  by: string | null;
  createdAt: string;
  startsAt: string | null;
  publishedAt: string | null;
  expiresAt: string | null;
  endedAt: string | null;
  /** The number of readers, 0 before publication. */
  readers: number;
};

export const ANNOUNCEMENT_LIST = declareList<AnnouncementRow>()({
  caption: "Announcements",
  noun: "announcement",
  home: "/admin/announcements",
  search: "Search title or text",
  defaultSort: "-createdAt",
  filters: {
    status: {
      label: "Status",
      choices: [...choicesOf(announcementFlow.states, ANNOUNCEMENT_STATUS_WORDS), ["archived", "Archived"]],
    },
    audience: { label: "For", any: "Anyone", choices: choicesOf(AUDIENCES, AUDIENCE_WORDS) },
  },
  columns: {
    title: { header: "Title", sort: true },
    severity: { header: "Audience and severity", sort: true },
    status: { header: "Status" },
    published: { header: "Published", width: "20%" },
    ends: { header: "Ends", width: "20%" },
    readers: { header: "Read by", align: "end" },
    createdAt: { header: "Created", sort: true },
  },
});
export type AnnouncementListQuery = QueryOf<typeof ANNOUNCEMENT_LIST>;

/** The readers of one announcement, newest first. */
export const READER_LIST = { sorts: ["readAt"], defaultSort: "-readAt" } as const;
