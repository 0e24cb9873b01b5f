import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import { CONTACT_TOPICS } from "./contact-message.ts";

/** Query of the list and its CSV. Without a status, it shows messages that aren't closed. */
export const CONTACT_LIST = {
  sorts: ["createdAt", "name", "topic", "status"],
  defaultSort: "-createdAt",
  filters: { status: ["", "new", "open", "closed", "all"], topic: ["", ...CONTACT_TOPICS] },
} as const;
export type ContactListQuery = ListQuery<(typeof CONTACT_LIST.sorts)[number], "status" | "topic">;
