import { HOUR, MINUTE } from "#app/platform/rules/time.ts";
import { timeAfter } from "./service-hours.ts";
import { promisesOf } from "./sla.ts";
import type { TicketPriority } from "./ticket.ts";

/** In characters. A chat's message is shorter than a ticket's: who has more to say writes it at /contact. */
export const CHAT_LIMITS = { message: 4_000, name: 100, email: 200 } as const;

/** One thing that was said. A house's line carries the name of whoever wrote it. */
export type ChatLine = { id: string; from: "visitor" | "house"; name: string | null; body: string; at: string };

/** What visitors are told of when they are answered: within service hours how long it takes, else by when. Instants as ISO strings. */
export type ChatPromise = { open: true; withinMs: number } | { open: false; byAt: string };

/** A visitor's conversation as their browser shows it. */
export type ChatView = {
  lines: ChatLine[];
  /** It goes on: a closed or resolved one is shown, and the next message begins another. */
  open: boolean;
  /** There is an address that an answer can be sent to. */
  reachable: boolean;
  /** The house's lines that the visitor has not seen. */
  unread: number;
  /** Null once the house has answered. */
  promise: ChatPromise | null;
};

const isOpenAt = (at: Date): boolean => timeAfter(at, 1, "service").getTime() <= at.getTime() + 1;

/** Within service hours somebody waits at the other end; at night nobody can keep a promise that runs on every clock. */
export const chatPriority = (at: Date): TicketPriority => (isOpenAt(at) ? "high" : "normal");

/** What a chat that begins now is promised: the first response of its priority. */
export function chatPromise(at: Date): ChatPromise {
  const { firstResponse } = promisesOf(chatPriority(at));
  return isOpenAt(at)
    ? { open: true, withinMs: firstResponse.ms }
    : { open: false, byAt: timeAfter(at, firstResponse.ms, firstResponse.kind).toISOString() };
}

const plural = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? "" : "s"}`;

/** The promise in words. @param reachable there is an address to answer to @param timeZone the reader's; the browser's own when left out */
export function promiseWords(promise: ChatPromise, reachable = false, timeZone?: string): string {
  if (promise.open)
    return `We usually answer within ${promise.withinMs < HOUR ? plural(Math.round(promise.withinMs / MINUTE), "minute") : plural(Math.round(promise.withinMs / HOUR), "hour")}.`;
  const by = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone ? { timeZone } : {}),
  })
    .format(new Date(promise.byAt))
    .replace(",", "");
  return reachable ? `We answer by ${by}.` : `We answer by ${by}; leave an address.`;
}

const SUBJECT = 80;

/** What a chat's ticket is called: its first words. */
export function chatSubject(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  return line.length <= SUBJECT ? line : `${line.slice(0, SUBJECT - 1).replace(/\s+\S*$/, "")}…`;
}
