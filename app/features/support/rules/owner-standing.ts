import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { type ServiceHours, dayOf } from "#app/features/company/rules/service-hours.ts";
import { DAY, formatDay } from "#app/platform/rules/core/time.ts";
import type { TicketCategory, TicketOwnerRole } from "./ticket.ts";

/** A ticket's state, as shown to its owner. */
export type OwnerTicket = {
  status: "open" | "waiting" | "resolved" | "closed";
  firstResponseDueAt: Date | null;
  firstRespondedAt: Date | null;
  resolutionDueAt: Date | null;
  mergedInto: { number: string } | null;
  rating: number | null;
};

export type OwnerStanding = {
  /** The next step, as a sentence. */
  waitsFor: string;
  turn: "you" | "others" | "done";
  who: string | null;
  /** The deadline we promised, or null if there is none. */
  by: Date | null;
  /** The words before that date: "We'll answer by". */
  promise: string | null;
  note: string | null;
  /** The owner's next action, if there is one. */
  next: "write" | "rate" | "other-ticket" | null;
};

export const OWNER_STATUS_WORDS: Record<OwnerTicket["status"], string> = {
  open: "With us",
  waiting: "Waiting for you",
  resolved: "Resolved",
  closed: "Closed",
};
export const OWNER_STATUS_TONES = { open: "active", waiting: "waiting", resolved: "done", closed: "neutral" } as const;

/**
 * The next step on a ticket, as shown to its owner.
 * @param may what the ticket still accepts: ratings end, and closed tickets may not accept replies
 */
export function ownerStanding(
  ticket: OwnerTicket,
  may: { rate: boolean; write: boolean } = { rate: true, write: true },
): OwnerStanding {
  const nothing = { who: null, by: null, promise: null, note: null, next: null } as const;
  if (ticket.mergedInto)
    return {
      ...nothing,
      turn: "done",
      waitsFor: `This ticket was merged into ${ticket.mergedInto.number}.`,
      note: "Both were about the same thing. You'll find all messages there.",
      next: "other-ticket",
    };
  switch (ticket.status) {
    case "open":
      return ticket.firstRespondedAt === null
        ? {
            ...nothing,
            turn: "others",
            waitsFor: "We're reading your message.",
            who: "Support",
            by: ticket.firstResponseDueAt,
            promise: "We'll answer by",
            note: "We'll email you when we've answered.",
          }
        : {
            ...nothing,
            turn: "others",
            waitsFor: "We're working on it.",
            who: "Support",
            by: ticket.resolutionDueAt,
            promise: "We'll resolve it by",
            note: "We'll email you when there's news.",
          };
    case "waiting":
      return {
        ...nothing,
        turn: "you",
        waitsFor: "Read our answer and reply.",
        who: "You",
        note: "We'll continue when you reply. If it's solved, mark the ticket as resolved.",
        next: may.write ? "write" : null,
      };
    case "resolved":
      return {
        ...nothing,
        turn: "done",
        waitsFor:
          ticket.rating === null && may.rate ? "Your ticket is resolved. How did we do?" : "Your ticket is resolved.",
        note: may.write ? "Not solved? Reply to reopen it." : null,
        next: ticket.rating === null && may.rate ? "rate" : null,
      };
    case "closed":
      return {
        ...nothing,
        turn: "done",
        waitsFor: "This ticket is closed.",
        note: may.write ? "Reply to reopen it." : "If you need more help, open a new ticket.",
        next: null,
      };
  }
}

/** Categories by role: only editors have KYC, only authors have refunds. */
export const OWNER_CATEGORIES: Record<Exclude<TicketOwnerRole, "visitor">, readonly TicketCategory[]> = {
  client: ["order", "refunds", "payment", "account", "technical", "other"],
  editor: ["order", "payment", "account", "technical", "kyc", "other"],
};

/** Category labels, as shown to ticket owners. */
export const OWNER_CATEGORY_WORDS: Record<
  Exclude<TicketOwnerRole, "visitor">,
  Partial<Record<TicketCategory, string>>
> = {
  client: {
    order: "My order",
    refunds: "A refund",
    payment: "A payment or an invoice",
    account: "My account or data",
    technical: "Something isn't working",
    other: "Something else",
  },
  editor: {
    order: "An order I'm editing",
    payment: "Earnings, a payout, or an invoice",
    account: "My account or data",
    technical: "Something isn't working",
    kyc: "My documents (KYC)",
    other: "Something else",
  },
};

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const onClock = (minute: number): string =>
  `${Math.floor(minute / 60) % 12 || 12}:${String(minute % 60).padStart(2, "0")} ${minute % 1_440 < 720 ? "AM" : "PM"}`;

/** "Monday to Friday", "Monday, Tuesday, and Thursday to Saturday", "every day". */
function weekdaysWords(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return "every day";
  const runs: number[][] = [];
  for (const day of [1, 2, 3, 4, 5, 6, 7]) {
    if (!weekdays.includes(day % 7)) continue;
    if (runs.at(-1)?.at(-1) === day - 1) runs.at(-1)!.push(day);
    else runs.push([day]);
  }
  const name = (day: number): string => DAYS[day % 7]!;
  return joinWords(
    runs.flatMap((run) => (run.length > 2 ? [`${name(run[0]!)} to ${name(run.at(-1)!)}`] : run.map(name))),
  );
}

/** How far ahead closures are named. */
const NAMED_AHEAD_MS = 30 * DAY;

/**
 * Support hours in words, with the closures of the next 30 days: "Support hours: Monday to Friday, 9:00 AM to 5:00 PM
 * (Berlin time). We're closed Dec 24 to Dec 26."
 */
export function serviceHoursWords(hours: ServiceHours, now: Date): string {
  const { weekdays, opensAtMinute, closesAtMinute, timeZone, closures } = hours;
  const zone = timeZone === "UTC" ? timeZone : `${timeZone.split("/").at(-1)!.replaceAll("_", " ")} time`;
  const today = dayOf(now.getTime(), hours);
  const day = (ms: number): string => formatDay(new Date(ms), "UTC", now);
  const closed = closures
    .filter(({ firstMs, lastMs }) => lastMs >= today && firstMs <= today + NAMED_AHEAD_MS)
    .toSorted((a, b) => a.firstMs - b.firstMs)
    .map(({ firstMs, lastMs }) => (firstMs === lastMs ? day(firstMs) : `${day(firstMs)} to ${day(lastMs)}`));
  const open = `Support hours: ${weekdaysWords(weekdays)}, ${onClock(opensAtMinute)} to ${onClock(closesAtMinute)} (${zone}).`;
  return closed.length === 0 ? open : `${open} We're closed ${joinWords(closed)}.`;
}

/** Where the pages of a ticket's owner are, by their role. */
export const OWNER_HOMES = {
  client: { tickets: "/support", orders: "/order" },
  editor: { tickets: "/editor/support", orders: "/editor/orders" },
} as const;

/** The role whose pages start with this path. */
export const ownerRoleAt = (path: string): keyof typeof OWNER_HOMES =>
  path.startsWith("/editor/") ? "editor" : "client";
