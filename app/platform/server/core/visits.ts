import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, randomBytes } from "node:crypto";
import { isbot } from "isbot";
import { callerIn } from "../../rules/core/network.ts";
import { DIRECT, OTHER_SOURCES, UNKNOWN_SOURCE, sourceOf } from "../../rules/core/visit-source.ts";
import { now } from "./clock.ts";
import { config } from "./config.ts";
import { processWide } from "./process-wide.ts";

/**
 * Counts visits without cookies, and without storing anything about a visitor. A device is known for the rest of the day
 * by a hash of its address and browser under a random key. Hashes and key exist only in this process's memory and are
 * dropped at midnight UTC, so nobody can be followed from one day to the next, by us or by anybody.
 */
type Header = (name: string) => string | null | undefined;
type Today = { day: string; key: Buffer; devices: Map<string, string>; sources: Set<string> };
/** What is counted at once; the rest of the funnel is counted from orders. */
export type CountedVisit = "visits" | "signUps";
type Holder = {
  __stetVisits?: { today: Today | null; pending: Map<string, number>; robots: Map<string, boolean> };
  __stetVisitor?: AsyncLocalStorage<Header>;
};

/** Bounds of a process's memory: devices it knows in a day, sources it tells apart in a day, browsers it has judged. */
const MOST_DEVICES = 100_000;
const MOST_SOURCES = 200;
const MOST_BROWSERS = 1_000;

const holder = processWide<Holder>();
const state = () => (holder.__stetVisits ??= { today: null, pending: new Map(), robots: new Map() });
const visitor = () => (holder.__stetVisitor ??= new AsyncLocalStorage());

/** Runs what answers a request, so that what it leads to can be counted under the visitor's source. */
export const withVisitor = <R>(header: Header, run: () => R): R => visitor().run(header, run);

function todayOf(at: Date): Today {
  const it = state();
  const day = at.toISOString().slice(0, 10);
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

/** A page that a person opens: not a picture, not a script's request, not what a browser loads ahead. */
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

const ownHosts = (): string[] => [...new Set(Object.values(config().origins).map((origin) => new URL(origin).host))];

/**
 * Notes that a page was opened. The first one of a device's day counts as a visit, unless it was reached from one of our
 * own pages: then the visit was counted elsewhere. Only memory is touched.
 * @param url path and query
 */
export function noteVisit(header: Header, url: string): void {
  if (!isOpened(header) || isRobot(header)) return;
  const today = todayOf(now());
  const device = deviceOf(today, header);
  if (today.devices.has(device)) return;
  const found = sourceOf({ referrer: header("referer"), url }, ownHosts());
  if (found === null) return;
  const source =
    found === DIRECT || today.sources.has(found) || today.sources.size < MOST_SOURCES ? found : OTHER_SOURCES;
  today.sources.add(source);
  // Beyond the bound a visit still counts; what follows from it has no source.
  if (today.devices.size < MOST_DEVICES) today.devices.set(device, source);
  count(today.day, "visits", source);
}

/** Where the visitor whose request is being answered came from today, or null when this process doesn't know. */
export function visitorSource(): string | null {
  const header = visitor().getStore();
  if (!header) return null;
  const today = todayOf(now());
  return today.devices.get(deviceOf(today, header)) ?? null;
}

/** Counts an account that was opened, under its visitor's source. Accounts opened outside of a request don't count. */
export function noteSignUp(): void {
  if (!visitor().getStore()) return;
  count(todayOf(now()).day, "signUps", visitorSource() ?? UNKNOWN_SOURCE);
}

export type VisitCount = { day: string; what: CountedVisit; source: string; amount: number };

/** Takes what was counted since the last time. Give it back with `returnVisits` if it can't be stored. */
export function takeVisits(): VisitCount[] {
  const it = state();
  const taken = [...it.pending].map(([key, amount]) => {
    const [day, what, ...source] = key.split(" ");
    return { day: day!, what: what as CountedVisit, source: source.join(" "), amount };
  });
  it.pending = new Map();
  return taken;
}

/** Puts counts back that couldn't be stored. */
export function returnVisits(counts: readonly VisitCount[]): void {
  const { pending } = state();
  for (const { day, what, source, amount } of counts) {
    const key = `${day} ${what} ${source}`;
    pending.set(key, (pending.get(key) ?? 0) + amount);
  }
}

/** For tests: a process that has seen nobody. */
export function forgetVisits(): void {
  delete holder.__stetVisits;
}
