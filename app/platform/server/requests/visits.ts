import { dayOf } from "#app/platform/rules/core/day.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, randomBytes } from "node:crypto";
import { isbot } from "isbot";
import { callerIn } from "../../rules/requests/network.ts";
import { DIRECT, OTHER_SOURCES, UNKNOWN_SOURCE, partnerSource, sourceOf } from "../../rules/requests/visit-source.ts";
import { now } from "../core/clock.ts";
import { config } from "../core/config.ts";
import { processWide } from "../core/process-wide.ts";

/**
 * Counts visits without cookies, and without storing anything about a visitor. For the rest of the day, a device is
 * recognized by a hash of its address and browser under a random key. Hashes and key exist only in this process's
 * memory and are dropped at midnight UTC, so nobody can be tracked from one day to the next, not even by us.
 */
type Header = (name: string) => string | null | undefined;
type Today = { day: string; key: Buffer; devices: Map<string, string>; sources: Set<string> };
/** Counted directly. The rest of the funnel is derived from orders. */
export type CountedVisit = "visits" | "signUps";
type Holder = {
  __stetVisits?: { today: Today | null; pending: Map<string, number>; robots: Map<string, boolean> };
  __stetVisitor?: AsyncLocalStorage<Header>;
};

/** Memory limits per process: devices and sources per day, and parsed browsers. */
const MOST_DEVICES = 100_000;
const MOST_SOURCES = 200;
const MOST_BROWSERS = 1_000;

const holder = processWide<Holder>();
const state = () => (holder.__stetVisits ??= { today: null, pending: new Map(), robots: new Map() });
const visitor = () => (holder.__stetVisitor ??= new AsyncLocalStorage());

/** Runs a request's handler, so that what follows is counted under the visitor's source. */
export const withVisitor = <R>(header: Header, run: () => R): R => visitor().run(header, run);

function todayOf(at: Date): Today {
  const it = state();
  const day = dayOf(at);
  if (it.today?.day !== day) it.today = { day, key: randomBytes(32), devices: new Map(), sources: new Set() };
  return it.today;
}

function deviceOf(today: Today, header: Header): string {
  return createHmac("sha256", today.key)
    .update(`${callerIn(header("x-forwarded-for"))}\n${header("user-agent") ?? ""}`)
    .digest("base64url");
}

function isRobot(header: Header): boolean {
  const browser = header("user-agent");
  if (!browser) return true;
  const { robots } = state();
  let robot = robots.get(browser);
  if (robot === undefined) {
    if (robots.size >= MOST_BROWSERS) robots.clear();
    robots.set(browser, (robot = isbot(browser)));
  }
  return robot;
}

/** Whether a person opened a page: not an image, a script's request, or a prefetch. */
function isOpened(header: Header): boolean {
  if (header("sec-purpose") || header("purpose") === "prefetch" || header("x-moz") === "prefetch") return false;
  const to = header("sec-fetch-dest");
  return to ? to === "document" : (header("accept") ?? "").includes("text/html");
}

function count(day: string, what: CountedVisit, source: string): void {
  const { pending } = state();
  const key = `${day} ${what} ${source}`;
  pending.set(key, (pending.get(key) ?? 0) + 1);
}

const ownHosts = (): string[] => [
  ...new Set(Object.values(config().origins).flatMap((it) => (it ? [new URL(it).host] : []))),
];

/**
 * Notes that a page was opened. A device's first one of the day counts as a visit, unless it came from one of our own
 * pages: then the visit was already counted. A partner's link counts once a day, too, whatever came before: what follows
 * is the partner's. Only touches memory.
 * @param url path and query
 */
export function noteVisit(header: Header, url: string): void {
  if (!isOpened(header) || isRobot(header)) return;
  const today = todayOf(now());
  const device = deviceOf(today, header);
  const before = today.devices.get(device);
  if (before !== undefined && (partnerSource(url) ?? before) === before) return;
  const found = sourceOf({ referrer: header("referer"), url }, ownHosts());
  if (found === null) return;
  const source =
    found === DIRECT || today.sources.has(found) || today.sources.size < MOST_SOURCES ? found : OTHER_SOURCES;
  today.sources.add(source);
  // Beyond the limit, visits still count, but what follows has no source.
  if (before !== undefined || today.devices.size < MOST_DEVICES) today.devices.set(device, source);
  count(today.day, "visits", source);
}

/** Today's source of the current visitor, or null if this process doesn't know. */
export function visitorSource(): string | null {
  const header = visitor().getStore();
  if (!header) return null;
  const today = todayOf(now());
  return today.devices.get(deviceOf(today, header)) ?? null;
}

/** Counts a sign-up under its visitor's source. Accounts created outside a request don't count. */
export function noteSignUp(): void {
  if (!visitor().getStore()) return;
  count(todayOf(now()).day, "signUps", visitorSource() ?? UNKNOWN_SOURCE);
}

export type VisitCount = { day: string; what: CountedVisit; source: string; amount: number };

/** Takes the counts since the last call. Return them with `returnVisits` if they can't be stored. */
export function takeVisits(): VisitCount[] {
  const it = state();
  const taken = [...it.pending].map(([key, amount]) => {
    const [day, what, ...source] = key.split(" ");
    return { day: day!, what: what as CountedVisit, source: source.join(" "), amount };
  });
  it.pending = new Map();
  return taken;
}

/** Puts back counts that couldn't be stored. */
export function returnVisits(counts: readonly VisitCount[]): void {
  const { pending } = state();
  for (const { day, what, source, amount } of counts) {
    const key = `${day} ${what} ${source}`;
    pending.set(key, (pending.get(key) ?? 0) + amount);
  }
}

/** For tests: forgets everyone. */
export function forgetVisits(): void {
  delete holder.__stetVisits;
}
