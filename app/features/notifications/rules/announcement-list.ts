import type { ListQuery } from "#app/platform/rules/list-query.ts";
import { AUDIENCES } from "./feeds.ts";
import { announcementFlow } from "./announcement-flow.ts";

/** How the list of announcements may be asked for. */
export const ANNOUNCEMENT_LIST = {
  sorts: ["createdAt", "title", "severity"],
  defaultSort: "-createdAt",
  filters: { status: ["", ...announcementFlow.states], audience: ["", ...AUDIENCES] },
} as const;
export type AnnouncementListQuery = ListQuery<(typeof ANNOUNCEMENT_LIST.sorts)[number], "status" | "audience">;

/** Of those who have read one: the newest first. */
export const READER_LIST = { sorts: ["readAt"], defaultSort: "-readAt" } as const;
