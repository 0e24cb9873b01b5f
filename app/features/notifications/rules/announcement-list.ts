import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import { AUDIENCES } from "./feeds.ts";
import { announcementFlow } from "./announcement-flow.ts";

/** The sorts and filters of the announcement list. */
export const ANNOUNCEMENT_LIST = {
  sorts: ["createdAt", "title", "severity"],
  defaultSort: "-createdAt",
  filters: { status: ["", ...announcementFlow.states, "archived"], audience: ["", ...AUDIENCES] },
} as const;
export type AnnouncementListQuery = ListQuery<(typeof ANNOUNCEMENT_LIST.sorts)[number], "status" | "audience">;

/** The readers of one announcement, newest first. */
export const READER_LIST = { sorts: ["readAt"], defaultSort: "-readAt" } as const;
