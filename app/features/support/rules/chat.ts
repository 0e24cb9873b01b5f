import { count } from "#app/platform/rules/core/count.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import { type ServiceHours, timeAfter } from "#app/features/company/rules/service-hours.ts";
import { promisesOf } from "./sla.ts";
import type { TicketPriority } from "./ticket.ts";
import type { SupportPromises } from "./promises.ts";

/** In characters. Chat messages are shorter than ticket messages. Longer ones belong in /contact. */
export const CHAT_LIMITS = { message: 4_000, name: 100, email: 200 } as const;

/** One line of the conversation. Staff lines carry the writer's name. */
export type ChatLine = { id: string; from: "visitor" | "staff"; name: string | null; body: string; at: string };

/** When visitors can expect an answer: a duration within service hours, otherwise a time. Instants are ISO strings. */
export type ChatPromise =
  | { open: true; withinMs: number }
  /** `far`: so late, after a holiday, that the day of the week doesn't say which. */
  | { open: false; byAt: string; far: boolean };

/** A visitor's conversation, as shown in their browser. */
export type ChatView = {
  lines: ChatLine[];
  /**
   * Whether the next message continues it. A closed or resolved conversation is shown, but the next message starts a
   * new one.
   */
  open: boolean;
  /** We have an email address for the answer. */
  reachable: boolean;
  /** Staff lines the visitor hasn't seen. */
  unread: number;
  /** Null once staff have answered. */
  promise: ChatPromise | null;
};

const isOpenAt = (at: Date, hours: ServiceHours): boolean =>
  timeAfter(at, 1, "service", hours).getTime() <= at.getTime() + 1;

/** Within service hours someone is online. At night no one could keep a promise counted in clock time. */
export const chatPriority = (at: Date, hours: ServiceHours): TicketPriority =>
  isOpenAt(at, hours) ? "high" : "normal";

/** The first-response promise for a chat that starts now. */
export function chatPromise(at: Date, promises: SupportPromises, hours: ServiceHours): ChatPromise {
  const { firstResponse } = promisesOf(chatPriority(at, hours), promises, hours);
  if (isOpenAt(at, hours)) return { open: true, withinMs: firstResponse.ms };
  const by = timeAfter(at, firstResponse.ms, firstResponse.kind, hours);
  return { open: false, byAt: by.toISOString(), far: by.getTime() - at.getTime() > 6 * DAY };
}

/**
 * The promise in words.
 * @param reachable whether we have an email address
 * @param timeZone the reader's; defaults to the browser's
 */
export function promiseWords(promise: ChatPromise, reachable = false, timeZone?: string): string {
  if (promise.open)
    return `We usually answer within ${promise.withinMs < HOUR ? count(Math.round(promise.withinMs / MINUTE), "minute") : count(Math.round(promise.withinMs / HOUR), "hour")}.`;
  const by = new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    ...(promise.far ? { month: "long", day: "numeric" } : {}),
    hour: "numeric",
    minute: "2-digit",
    ...(timeZone ? { timeZone } : {}),
  })
    .format(new Date(promise.byAt))
    .replaceAll("\u202f", " ");
  return reachable ? `We'll answer by ${by}.` : `We'll answer by ${by}. Leave your email address so we can reach you.`;
}

const SUBJECT = 80;

/** The subject of a chat's ticket: its first words. */
export function chatSubject(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length <= SUBJECT ? line : `${line.slice(0, SUBJECT - 1).replace(/\s+\S*$/, "")}…`;
}
