import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import { postFlow } from "./post-flow.ts";

/** The sorts and filters of the CMS's list. Author and tag take any text: they're looked up. */
export const POST_LIST = {
  sorts: ["updated", "title", "published"],
  defaultSort: "-updated",
  filters: { status: ["", ...postFlow.states, "changed"], author: null, tag: null },
} as const;
export type PostListQuery = ListQuery<(typeof POST_LIST.sorts)[number], "status" | "author" | "tag">;

export const AUTHOR_LIST = { sorts: ["name", "posts"], defaultSort: "name" } as const;
export const TAG_LIST = { sorts: ["tag", "posts"], defaultSort: "tag" } as const;
