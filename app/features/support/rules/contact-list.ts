import type { ListQuery } from "#app/platform/rules/list-query.ts";
import { CONTACT_TOPICS } from "./contact-message.ts";

/** How the list and its CSV may be asked for. Without a status it shows what is not closed. */
export const CONTACT_LIST = {
  sorts: ["createdAt", "name", "topic", "status"],
  defaultSort: "-createdAt",
  filters: { status: ["", "new", "open", "closed", "all"], topic: ["", ...CONTACT_TOPICS] },
} as const;
export type ContactListQuery = ListQuery<(typeof CONTACT_LIST.sorts)[number], "status" | "topic">;
