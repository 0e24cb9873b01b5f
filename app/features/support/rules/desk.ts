/** Where staff work with threads: support at its desk, admins within their own pages. Both have the same. */
export const DESKS = ["/support-desk/threads", "/admin/support"] as const;
export type Desk = (typeof DESKS)[number];

/** A thread's page within a desk. @param id of a ticket or of an order */
export const threadPath = (desk: Desk, id: string): string =>
  desk === "/admin/support" ? `${desk}/tickets/${id}` : `${desk}/${id}`;

/** Whether an id names an order's thread; all others are tickets. */
export const isOrderThread = (id: string): boolean => id.startsWith("ord_");

/** A clock that ends within this time is due soon. */
export const DUE_SOON_MS = 4 * 3_600_000;

/** Links that stand above the queue. `key` names the count. */
export const DESK_VIEWS = [
  { key: "mine", label: "Mine", search: "assignee=me" },
  { key: "unread", label: "Unread", search: "unread=yes" },
  { key: "unassigned", label: "Unassigned", search: "assignee=none" },
  { key: "dueSoon", label: "Due soon", search: "due=soon&sort=dueAt" },
  { key: "refunds", label: "Refunds", search: "category=refunds" },
  { key: "waiting", label: "Waiting for the customer", search: "status=waiting" },
  { key: "chats", label: "Chats", search: "kind=chats" },
] as const;
export type DeskView = (typeof DESK_VIEWS)[number]["key"];

/** What a macro's text may ask for; filled when it is put into an answer. */
export const MACRO_PLACEHOLDERS = ["name", "number", "order"] as const;
export type MacroFill = Record<(typeof MACRO_PLACEHOLDERS)[number], string>;

/** A macro's text with its placeholders filled: "{name}" becomes the person's name. One that is not known, or has nothing to stand for, is left as it is, to be seen. */
export const fillMacro = (body: string, fill: MacroFill): string =>
  body.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(fill, name) && fill[name as keyof MacroFill] ? fill[name as keyof MacroFill] : whole,
  );

/** The clocks of a ticket, as the line at its head tells them. Instants are ISO strings. */
export type TicketClocks = {
  status: string;
  firstResponseDueAt: string | null;
  firstRespondedAt: string | null;
  resolutionDueAt: string | null;
  pausedAt: string | null;
  resolvedAt: string | null;
};

/** Which clock runs out next, or null where none runs. A first answer that is still owed comes before the solution when both are. */
export function nextClock(it: TicketClocks): { kind: "first_response" | "resolution"; at: string } | null {
  if (it.status !== "open" || it.pausedAt) return null;
  const first = it.firstRespondedAt ? null : it.firstResponseDueAt;
  if (first && (!it.resolutionDueAt || first <= it.resolutionDueAt)) return { kind: "first_response", at: first };
  return it.resolutionDueAt ? { kind: "resolution", at: it.resolutionDueAt } : null;
}

/** What others wrote while an answer was being written: it was held, to be read against this and sent all the same or not. */
export type Meanwhile = {
  /** The last thing on the thread by now: an answer sent with it goes out. */
  seenId: string;
  by: { id: string; name: string; role: string; note: boolean; at: string; words: string }[];
};
