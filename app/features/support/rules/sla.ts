import {
  type ServiceHours,
  type TimeKind,
  serviceDayMs,
  timeAfter,
  timeBetween,
} from "#app/features/company/rules/service-hours.ts";
import type { TicketMove } from "./ticket-flow.ts";
import type { TicketPriority } from "./ticket.ts";
import type { SupportPromises } from "./promises.ts";

/** A promise: an amount of time and how it's counted. */
export type Promised = { ms: number; kind: TimeKind };

/**
 * Promises by priority (product.md 8). Minutes and hours count around the clock. "Business hours" and days count
 * service time (service-hours.ts), where a day is one service day. With calendar days, a normal ticket from Friday
 * would be due on Sunday, before a high-priority one. See docs/decisions/0011-service-clocks.md.
 */
export function promisesOf(
  priority: TicketPriority,
  promises: SupportPromises,
  hours: ServiceHours,
): { firstResponse: Promised; resolution: Promised } {
  const clock = (ms: number): Promised => ({ ms, kind: "clock" });
  const days = (n: number): Promised => ({ ms: n * serviceDayMs(hours), kind: "service" });
  switch (priority) {
    case "urgent":
      return { firstResponse: clock(promises.urgent.firstMs), resolution: clock(promises.urgent.resolvedMs) };
    case "high":
      return { firstResponse: clock(promises.high.firstMs), resolution: days(promises.high.resolvedDays) };
    case "normal":
      return {
        firstResponse: { ms: promises.normal.firstServiceMs, kind: "service" },
        resolution: days(promises.normal.resolvedDays),
      };
    case "low":
      return { firstResponse: days(promises.low.firstDays), resolution: days(promises.low.resolvedDays) };
  }
}

/** A pause of a clock. Pauses are in order and don't overlap. */
export type Pause = readonly [from: Date, to: Date];

/** When a promise is due: its time counted from `from`, without pauses. @param share of the promise, 1 for all of it */
export function dueAfter(
  from: Date,
  promised: Promised,
  hours: ServiceHours,
  pauses: readonly Pause[] = [],
  share = 1,
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

/** Time left of a promise at an instant, in ms of its own kind, without pauses; never below 0. */
export function leftOf(
  from: Date,
  promised: Promised,
  pauses: readonly Pause[],
  at: Date,
  hours: ServiceHours,
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

/** The state of a ticket's clocks. */
export type Clocks = {
  priority: TicketPriority;
  /** What was promised when they started. */
  promises: SupportPromises;
  /** Support's hours and closures, as they were known then. */
  hours: ServiceHours;
  /** Its opening, or its last reopening. */
  clocksFromAt: Date;
  /** Staff's first answer since opening. It ends the first-response clock for good. */
  firstRespondedAt: Date | null;
  /** Since `clocksFromAt`. */
  pauses: readonly Pause[];
  /** Since when we've been waiting for the customer; null while the clock runs. */
  pausedAt: Date | null;
  /** Resolved or closed: no clock runs. */
  ended: boolean;
};

/**
 * The clocks after a move. Waiting pauses the resolution clock, going back to work resumes it, and reopening restarts
 * it.
 * @param byStaff whether staff make the move: their first move counts as the first response
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

/** The warnings that still apply. A date that moved into the future gets a new warning. */
export function flagsThatHold(it: Clocks, flags: Readonly<Record<string, string>>, at: Date): Record<string, string> {
  const ahead = new Set(
    warningsOf(it)
      .filter((w) => w.at > at)
      .map(flagOf),
  );
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !ahead.has(name)));
}

/** The dates of a ticket's clocks, as stored on its row. */
export type ClockDates = {
  firstResponseDueAt: Date | null;
  resolutionDueAt: Date | null;
  resolutionLeftMs: number | null;
};

/** The due dates. An ended or paused clock has none; a first response that was given keeps its promised date. */
export function datesOf(it: Clocks): ClockDates {
  const { firstResponse, resolution } = promisesOf(it.priority, it.promises, it.hours);
  const firstResponseDueAt =
    it.ended && it.firstRespondedAt === null ? null : dueAfter(it.clocksFromAt, firstResponse, it.hours);
  if (it.ended) return { firstResponseDueAt, resolutionDueAt: null, resolutionLeftMs: null };
  if (it.pausedAt)
    return {
      firstResponseDueAt,
      resolutionDueAt: null,
      resolutionLeftMs: leftOf(it.clocksFromAt, resolution, it.pauses, it.pausedAt, it.hours),
    };
  return {
    firstResponseDueAt,
    resolutionDueAt: dueAfter(it.clocksFromAt, resolution, it.hours, it.pauses),
    resolutionLeftMs: null,
  };
}

export type Warning = { clock: TicketClock; level: ClockLevel; at: Date; dueAt: Date };

/** The events of the running clocks, earliest first: a warning at the promised share, a breach at 100%. */
export function warningsOf(it: Clocks): Warning[] {
  if (it.ended) return [];
  const { firstResponse, resolution } = promisesOf(it.priority, it.promises, it.hours);
  const share = it.promises.warnBp / 10_000;
  const of = (clock: TicketClock, promised: Promised, pauses: readonly Pause[]): Warning[] => {
    const dueAt = dueAfter(it.clocksFromAt, promised, it.hours, pauses);
    return [
      { clock, level: "warning", at: dueAfter(it.clocksFromAt, promised, it.hours, pauses, share), dueAt },
      { clock, level: "breach", at: dueAt, dueAt },
    ];
  };
  return [
    ...(it.firstRespondedAt ? [] : of("first_response", firstResponse, [])),
    ...(it.pausedAt ? [] : of("resolution", resolution, it.pauses)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The flag a ticket stores once an event was reported. */
export const flagOf = (it: Pick<Warning, "clock" | "level">): string => `${it.clock}:${it.level}`;

/** When the clock rule must check next, or null if nothing is left. @param flags events already reported */
export const nextWarningAt = (it: Clocks, flags: Readonly<Record<string, string>>): Date | null =>
  warningsOf(it).find((w) => !flags[flagOf(w)])?.at ?? null;

/**
 * In days: from resolved to closed, how long the owner can reopen a closed ticket, and how long a rating can be
 * changed.
 */
export const TICKET_DAYS = { closes: 14, reopens: 30, rates: 7 } as const;
