import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";

/** A ticket's page for the person who opened it, in the area their current roles can open. */
export function ticketPage(openedAs: "client" | "editor" | "visitor", id: string, owner: ReaderRoles): string {
  const forEditors = owner.isAdmin ? openedAs === "editor" : owner.isEditor;
  if (forEditors) return `/editor/support/tickets/${id}`;
  return owner.isSupport && !owner.isAdmin ? `/support-desk/threads/${id}` : `/support/tickets/${id}`;
}
