import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import { CLIENT_GROUPS, EDITOR_GROUPS } from "./status-groups.ts";

/** Allowed sorts and filters of a client's list and its CSV. */
export const CLIENT_LIST = {
  sorts: ["need", "createdAt", "dueAt", "title", "words", "total"],
  defaultSort: "need",
  filters: { show: ["", ...CLIENT_GROUPS] },
} as const;
export const EDITOR_LIST = {
  sorts: ["dueAt", "title", "words", "pay"],
  defaultSort: "dueAt",
  filters: { show: ["", ...EDITOR_GROUPS] },
} as const;
export type ClientListQuery = ListQuery<(typeof CLIENT_LIST.sorts)[number], "show">;
export type EditorListQuery = ListQuery<(typeof EDITOR_LIST.sorts)[number], "show">;
