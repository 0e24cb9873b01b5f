import { HOUR, MINUTE } from "#app/platform/rules/time.ts";
import {
  SERVICE_HOURS,
  type ServiceHours,
  type TimeKind,
  serviceDayMs,
  timeAfter,
  timeBetween,
} from "./service-hours.ts";
import type { TicketMove } from "./ticket-flow.ts";
import type { TicketPriority } from "./ticket.ts";

/** What is promised: an amount of time, and on which clock it is counted. */
export type Promised = { ms: number; kind: TimeKind };

/**
 * What product.md 8 promises, by priority. Minutes and hours run on every clock, day and night; "business hours" and all days are service time
 * (service-hours.ts), a day being one whole service day. Were the two days of "normal" days of the calendar, a ticket of Friday would be
 * promised for Sunday, before one of high priority. Why in docs/decisions/0011-service-clocks.md.
 */
export function promisesOf(
  priority: TicketPriority,
  hours: ServiceHours = SERVICE_HOURS,
): { firstResponse: Promised; resolution: Promised } {
  const clock = (ms: number): Promised => ({ ms, kind: "clock" });
  const days = (n: number): Promised => ({ ms: n * serviceDayMs(hours), kind: "service" });
  switch (priority) {
    case "urgent":
      return { firstResponse: clock(30 * MINUTE), resolution: clock(4 * HOUR) };
    case "high":
      return { firstResponse: clock(2 * HOUR), resolution: days(1) };
    case "normal":
      return { firstResponse: { ms: 8 * HOUR, kind: "service" }, resolution: days(2) };
    case "low":
      return { firstResponse: days(1), resolution: days(5) };
  }
}

/** A time during which a clock stood. In order of time, none overlaps another. */
export type Pause = readonly [from: Date, to: Date];

/** When a promise falls due: its time counted from `from`, without the pauses. @param share of the promise, 1 for all of it */
export function dueAfter(
  from: Date,
  promised: Promised,
  pauses: readonly Pause[] = [],
  share = 1,
  hours: ServiceHours = SERVICE_HOURS,
): Date {
  let left = Math.round(promised.ms * share);
  let at = from;
  for (const [stood, went] of pauses) {
    if (stood > at) {
      const here = timeBetween(at, stood, promised.kind, hours);
      if (left <= here) break;
      left -= here;
    }
    if (went > at) at = went;
  }
  return timeAfter(at, left, promised.kind, hours);
}

/** What is left of a promise at an instant, in ms of its own kind of time, without the pauses; never below 0. */
export function leftOf(
  from: Date,
  promised: Promised,
  pauses: readonly Pause[],
  at: Date,
  hours: ServiceHours = SERVICE_HOURS,
): number {
  let used = 0;
  let cursor = from;
  for (const [stood, went] of pauses) {
    if (stood >= at) break;
    used += timeBetween(cursor, stood, promised.kind, hours);
    if (went > cursor) cursor = went;
  }
  return Math.max(0, promised.ms - used - timeBetween(cursor, at, promised.kind, hours));
}

export type TicketClock = "first_response" | "resolution";
export type ClockLevel = "warning" | "breach";
/** The share of a promise after which staff are warned. */
export const WARNED_AT = 0.75;

/** Where a ticket's clocks stand. */
export type Clocks = {
  priority: TicketPriority;
  /** Its opening, or its last reopening. */
  clocksFromAt: Date;
  /** The first answer of staff since the opening; it ends the clock of the first response for good. */
  firstRespondedAt: Date | null;
  /** Since `clocksFromAt`. */
  pauses: readonly Pause[];
  /** Since when it waits for the customer; null while its clock runs. */
  pausedAt: Date | null;
  /** Resolved or closed: no clock runs. */
  ended: boolean;
};

/**
 * The clocks after a move. Waiting stops the resolution's; whatever leads back to work lets it go on; a reopening starts it anew.
 * @param byStaff whether staff make the move: their first is the first response, be it words or a solution
 */
export function clocksAfter(it: Clocks, move: TicketMove, at: Date, byStaff: boolean): Clocks {
  const firstRespondedAt =
    it.firstRespondedAt ?? (byStaff && (move === "answer" || move === "wait" || move === "resolve") ? at : null);
  const pauses: Pause[] = it.pausedAt ? [...it.pauses, [it.pausedAt, at]] : [...it.pauses];
  switch (move) {
    case "wait":
      return { ...it, firstRespondedAt, pausedAt: it.pausedAt ?? at };
    case "answer":
    case "reply":
      return { ...it, firstRespondedAt, pauses, pausedAt: null };
    case "resolve":
    case "merge":
      return { ...it, firstRespondedAt, pauses, pausedAt: null, ended: true };
    case "reopen":
      return { ...it, clocksFromAt: at, pauses: [], pausedAt: null, ended: false };
    case "close":
      return it;
  }
}

/** What was said already and still holds: a date that has moved on into the future will be warned of again. */
export function flagsThatHold(
  it: Clocks,
  flags: Readonly<Record<string, string>>,
  at: Date,
  hours: ServiceHours = SERVICE_HOURS,
): Record<string, string> {
  const ahead = new Set(
    warningsOf(it, hours)
      .filter((w) => w.at > at)
      .map(flagOf),
  );
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !ahead.has(name)));
}

/** The dates of a ticket's clocks, as they are kept on its row. */
export type ClockDates = {
  firstResponseDueAt: Date | null;
  resolutionDueAt: Date | null;
  resolutionLeftMs: number | null;
};

/** What the clocks come to. A clock that has ended or stands has no date; a first response that was given keeps the date it was promised for. */
export function datesOf(it: Clocks, hours: ServiceHours = SERVICE_HOURS): ClockDates {
  const { firstResponse, resolution } = promisesOf(it.priority, hours);
  const firstResponseDueAt =
    it.ended && it.firstRespondedAt === null ? null : dueAfter(it.clocksFromAt, firstResponse, [], 1, hours);
  if (it.ended) return { firstResponseDueAt, resolutionDueAt: null, resolutionLeftMs: null };
  if (it.pausedAt)
    return {
      firstResponseDueAt,
      resolutionDueAt: null,
      resolutionLeftMs: leftOf(it.clocksFromAt, resolution, it.pauses, it.pausedAt, hours),
    };
  return {
    firstResponseDueAt,
    resolutionDueAt: dueAfter(it.clocksFromAt, resolution, it.pauses, 1, hours),
    resolutionLeftMs: null,
  };
}

export type Warning = { clock: TicketClock; level: ClockLevel; at: Date; dueAt: Date };

/** Everything that the running clocks have to say, the earliest first: at 75 % a warning, at 100 % a breach. */
export function warningsOf(it: Clocks, hours: ServiceHours = SERVICE_HOURS): Warning[] {
  if (it.ended) return [];
  const { firstResponse, resolution } = promisesOf(it.priority, hours);
  const of = (clock: TicketClock, promised: Promised, pauses: readonly Pause[]): Warning[] => {
    const dueAt = dueAfter(it.clocksFromAt, promised, pauses, 1, hours);
    return [
      { clock, level: "warning", at: dueAfter(it.clocksFromAt, promised, pauses, WARNED_AT, hours), dueAt },
      { clock, level: "breach", at: dueAt, dueAt },
    ];
  };
  return [
    ...(it.firstRespondedAt ? [] : of("first_response", firstResponse, [])),
    ...(it.pausedAt ? [] : of("resolution", resolution, it.pauses)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The name under which a ticket keeps that something was said. */
export const flagOf = (it: Pick<Warning, "clock" | "level">): string => `${it.clock}:${it.level}`;

/** When the clock rule has to look next; null when it has nothing more to say. @param flags what was said already */
export const nextWarningAt = (
  it: Clocks,
  flags: Readonly<Record<string, string>>,
  hours: ServiceHours = SERVICE_HOURS,
): Date | null => warningsOf(it, hours).find((w) => !flags[flagOf(w)])?.at ?? null;

/** How long after being resolved a ticket is closed, how long after that its owner may still open it again, how long it may be rated again, in days. */
export const TICKET_DAYS = { closes: 14, reopens: 30, rates: 7 } as const;
