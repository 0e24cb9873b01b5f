import { DAY, HOUR, MINUTE, SECOND } from "#app/platform/rules/core/time.ts";
import type { Alert, AlertType } from "./alerts.ts";
import type { EventType } from "./events.ts";

/** What an event says. Never text that somebody wrote: not a title, a message, or a manuscript. */
export type EventPayload = {
  type: EventType | AlertType | "webhook.test";
  /** When it happened, ISO. */
  timestamp: string;
  api_version: string;
  data: {
    order?: {
      id: string;
      number: string;
      status: string;
      total_minor: number;
      paid_minor: number;
      refunded_minor: number;
      currency: string;
      due_at: string | null;
      delivered_at: string | null;
      revision_due_at: string | null;
    };
    message?: { id: string; author: string };
    invoice?: { id: string };
    /** For people who run the shop, never for programs. */
    alert?: Alert;
  };
};

/** An attempt to send an event. `status` is null if there was no answer, and `problem` says why it failed. */
export type Attempt = { at: string; ms: number; status: number | null; problem: string | null };

/** How long after each failed attempt the next one follows. After the last, the delivery has failed. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
];
/** How long an endpoint may take to answer. */
export const ANSWER_MS = 10 * SECOND;
/** For how long signatures are also made with the secret before. */
export const OVERLAP_MS = DAY;
/** How long events and their deliveries are kept. */
export const EVENTS_KEPT_MS = 30 * DAY;
export const MOST_ENDPOINTS = 10;

/** After this many failures in a row, an endpoint is left alone for a while, so that it delays nobody else's events. */
const PATIENCE = 3;
const MOST_FAILURES = 50;
const FAILING_MS = 2 * DAY;

/** How long nothing is sent to an endpoint that failed this often in a row. */
export const restMs = (failures: number): number =>
  failures < PATIENCE ? 0 : Math.min(HOUR, MINUTE * 2 ** Math.min(10, failures - PATIENCE));

/** Whether an endpoint that keeps failing is paused. */
export const shouldPause = (failures: number, failingForMs: number): boolean =>
  failures >= MOST_FAILURES || (failures >= PATIENCE && failingForMs >= FAILING_MS);

export const MAX_URL = 500;
const INSIDE_NAMES = /(?:^|\.)(?:localhost|local|internal|intranet|home|lan|corp|test|invalid|example)$/i;

/**
 * Reads an endpoint's address. Where its name leads is checked again at each call.
 * @param open whether plain HTTP and inner names are fine, for tests
 */
export function readWebhookUrl(text: string, open = false): { url: string } | { fault: string } {
  const typed = text.trim();
  if (typed.length > MAX_URL) return { fault: `Use an address of up to ${MAX_URL} characters.` };
  if (!URL.canParse(typed)) return { fault: "Enter a complete address, such as https://example.com/hooks." };
  const url = new URL(typed);
  if (url.protocol !== "https:" && !open) return { fault: "The address must start with https://." };
  if (url.protocol !== "https:" && url.protocol !== "http:") return { fault: "The address must start with https://." };
  if (url.username || url.password) return { fault: "Leave the user name and password out of the address." };
  if (INSIDE_NAMES.test(url.hostname) && !open)
    return { fault: "This address isn't on the public internet. Enter one that we can reach." };
  url.hash = "";
  return { url: url.href };
}
