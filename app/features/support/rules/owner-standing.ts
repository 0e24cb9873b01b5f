import { SERVICE_HOURS, type ServiceHours } from "./service-hours.ts";
import type { TicketCategory, TicketOwnerRole } from "./ticket.ts";

/** How a ticket stands, as far as its owner is told. Instants are ISO strings. */
export type OwnerTicket = {
  status: "open" | "waiting" | "resolved" | "closed";
  firstResponseDueAt: string | null;
  firstRespondedAt: string | null;
  resolutionDueAt: string | null;
  mergedInto: { number: string } | null;
  rating: number | null;
};

export type OwnerStanding = {
  /** What it waits for, as a sentence. */
  waitsFor: string;
  turn: "you" | "others" | "done";
  who: string | null;
  /** Until when we have promised the next thing; null where nothing is promised. */
  by: string | null;
  /** What is promised by then, before the date: "We answer by". */
  promise: string | null;
  note: string | null;
  /** The one thing that moves it on, where there is one. */
  next: "write" | "rate" | "other-ticket" | null;
};

export const OWNER_STATUS_WORDS: Record<OwnerTicket["status"], string> = {
  open: "With us",
  waiting: "Waits for you",
  resolved: "Resolved",
  closed: "Closed",
};
export const OWNER_STATUS_TONES = { open: "active", waiting: "waiting", resolved: "done", closed: "neutral" } as const;

/**
 * What a ticket waits for in the eyes of whoever opened it.
 * @param may what the ticket still takes: ratings end, and what is closed may take no more words
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
      waitsFor: `This goes on as ${ticket.mergedInto.number}.`,
      note: "Both were about the same: all that was written stands there.",
      next: "other-ticket",
    };
  switch (ticket.status) {
    case "open":
      return ticket.firstRespondedAt === null
        ? {
            ...nothing,
            turn: "others",
            waitsFor: "We read what you wrote and answer.",
            who: "Support",
            by: ticket.firstResponseDueAt,
            promise: "We answer by",
            note: "You are told by e-mail when we have.",
          }
        : {
            ...nothing,
            turn: "others",
            waitsFor: "We are at it.",
            who: "Support",
            by: ticket.resolutionDueAt,
            promise: "Settled by",
            note: "You are told by e-mail when there is something new.",
          };
    case "waiting":
      return {
        ...nothing,
        turn: "you",
        waitsFor: "Read our answer, and write back.",
        who: "You",
        note: "Our clock stands still until you do. If it is solved, say so.",
        next: may.write ? "write" : null,
      };
    case "resolved":
      return {
        ...nothing,
        turn: "done",
        waitsFor: ticket.rating === null && may.rate ? "It is resolved. How did we do?" : "It is resolved.",
        note: may.write ? "If it is not, write again and it is open again." : null,
        next: ticket.rating === null && may.rate ? "rate" : null,
      };
    case "closed":
      return {
        ...nothing,
        turn: "done",
        waitsFor: "This ticket is closed.",
        note: may.write ? "Write again and it is open again." : "If there is more, open a new ticket.",
        next: null,
      };
  }
}

/** What somebody may write about: KYC is the editors', refunds are the authors'. */
export const OWNER_CATEGORIES: Record<Exclude<TicketOwnerRole, "visitor">, readonly TicketCategory[]> = {
  client: ["order", "refunds", "payment", "account", "technical", "other"],
  editor: ["order", "payment", "account", "technical", "kyc", "other"],
};

/** The same, in the words of who writes. */
export const OWNER_CATEGORY_WORDS: Record<
  Exclude<TicketOwnerRole, "visitor">,
  Partial<Record<TicketCategory, string>>
> = {
  client: {
    order: "An order of mine",
    refunds: "Money back",
    payment: "A payment or an invoice",
    account: "My account or my data",
    technical: "Something that does not work",
    other: "Something else",
  },
  editor: {
    order: "An order I work on",
    payment: "My pay, a payout or an invoice",
    account: "My account or my data",
    technical: "Something that does not work",
    kyc: "My documents (KYC)",
    other: "Something else",
  },
};

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const onClock = (minute: number): string => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;

/** When somebody is there to answer: "Support works Monday to Friday, 9:00 to 17:00 (Berlin)." The weekdays follow each other. */
export const serviceHoursWords = ({
  weekdays,
  opensAtMinute,
  closesAtMinute,
  timeZone,
}: ServiceHours = SERVICE_HOURS): string =>
  `Support works ${DAYS[weekdays[0]!]} to ${DAYS[weekdays.at(-1)!]}, ${onClock(opensAtMinute)} to ${onClock(closesAtMinute)} (${timeZone.split("/").at(-1)!.replaceAll("_", " ")}).`;
