/** Where staff work with threads: support at the support desk, admins under /admin. Both get the same screens. */
export const DESKS = ["/support-desk/threads", "/admin/support"] as const;
export type Desk = (typeof DESKS)[number];

/** The desk whose pages start with this path. */
export const deskAt = (path: string): Desk => (path.startsWith("/admin/") ? "/admin/support" : "/support-desk/threads");

/** A thread's page within a desk. @param id of a ticket or of an order */
export const threadPath = (desk: Desk, id: string): string =>
  desk === "/admin/support" ? `${desk}/tickets/${id}` : `${desk}/${id}`;

/** Whether an id belongs to an order's thread; all others are tickets. */
export const isOrderThread = (id: string): boolean => id.startsWith("ord_");

/** A clock is due soon when it ends within this time. */
export const DUE_SOON_MS = 4 * 3_600_000;

/** Links above the queue. `key` names the count. */
export const DESK_VIEWS = [
  { key: "mine", label: "Mine", search: "assignee=me" },
  { key: "unassigned", label: "Unassigned", search: "assignee=none" },
  { key: "dueSoon", label: "Due soon", search: "due=soon&sort=dueAt" },
  { key: "snoozed", label: "Snoozed", search: "snoozed=yes" },
  { key: "unread", label: "Unread", search: "unread=yes" },
] as const;
export type DeskView = (typeof DESK_VIEWS)[number]["key"];

/** Placeholders a macro may use. They're filled when it's inserted into an answer. */
export const MACRO_PLACEHOLDERS = ["name", "number", "order"] as const;
export type MacroFill = Record<(typeof MACRO_PLACEHOLDERS)[number], string>;

/**
 * A macro's text with its placeholders filled: "{name}" becomes the person's name. Unknown and unfilled placeholders
 * stay visible.
 */
export const fillMacro = (body: string, fill: MacroFill): string =>
  body.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(fill, name) && fill[name as keyof MacroFill] ? fill[name as keyof MacroFill] : whole,
  );

/** The names in braces that no answer fills: typos, or something we don't know. Each once. */
export const unknownPlaceholders = (body: string): string[] => [
  ...new Set(
    [...body.matchAll(/\{ *([\w-][\w -]{0,60})\}/g)]
      .map(([, name]) => name!.trim())
      .filter((name) => !(MACRO_PLACEHOLDERS as readonly string[]).includes(name)),
  ),
];

/** What a macro's preview is filled with. */
export const SAMPLE_FILL: MacroFill = { name: "Dr. Amara Osei", number: "T-1024", order: "S-10036" };

/** A ticket's clocks, as shown at its top. */
export type TicketClocks = {
  status: string;
  firstResponseDueAt: Date | null;
  firstRespondedAt: Date | null;
  resolutionDueAt: Date | null;
  pausedAt: Date | null;
  resolvedAt: Date | null;
};

/** The clock that runs out next, or null if none runs. A pending first response comes before the resolution. */
export function nextClock(it: TicketClocks): { kind: "first_response" | "resolution"; at: Date } | null {
  if (it.status !== "open" || it.pausedAt) return null;
  const first = it.firstRespondedAt ? null : it.firstResponseDueAt;
  if (first && (!it.resolutionDueAt || first <= it.resolutionDueAt)) return { kind: "first_response", at: first };
  return it.resolutionDueAt ? { kind: "resolution", at: it.resolutionDueAt } : null;
}

/**
 * What others wrote while an answer was being written. The answer is held back so that its writer can read this first.
 */
export type MissedMessages = {
  /** The thread's current last item. An answer sent with it goes out. */
  seenId: string;
  by: { id: string; name: string; role: string; note: boolean; at: string; words: string }[];
};
