import { type LookupAddress, lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIP } from "node:net";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { linksOf } from "../rules/document-contents.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { renderDocument } from "../rules/render-document.ts";
import { findPost, findRedirect } from "./list-published-posts.ts";
import { getPost, workingCopy } from "./post-row.ts";

const MOST_LINKS = 100;
const AT_ONCE = 8;
const WAIT_MS = 8 * SECOND;
const HOPS = 4;

/** Addresses that belong to our own network, not to the web. */
const inside = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  inside.addSubnet(net, bits, "ipv6");

/** Whether an address is on the web. IPv4 inside IPv6 counts as IPv4. */
export function isOutside(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const family = isIP(mapped);
  if (family === 0 || /^::ffff:/i.test(mapped)) return false;
  return !inside.check(mapped, family === 6 ? "ipv6" : "ipv4");
}

/** The problem with a link, or null if it works. */
type Fault = string | null;

/**
 * Checks whether a web address exists, without reading its content. The name is looked up once, and only addresses on
 * the web are called.
 */
function askAddress(
  url: URL,
  method: "HEAD" | "GET",
  allowed: (address: string) => boolean,
): Promise<{ status: number; to: string | null }> {
  return new Promise((resolve, reject) => {
    const { protocol, hostname } = url;
    const literal = hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) && !allowed(literal)) return reject(new Error("inside"));
    const request = (protocol === "https:" ? https : http).request(
      url,
      {
        method,
        timeout: WAIT_MS,
        signal: AbortSignal.timeout(WAIT_MS),
        headers: { "user-agent": "Mozilla/5.0 (compatible; link check)", accept: "*/*" },
        lookup: (name, options, done) =>
          lookup(name, { ...options, all: true }, (error, found) => {
            const addresses = found as LookupAddress[] | undefined;
            const good = addresses?.filter((it) => allowed(it.address)) ?? [];
            if (error || good.length === 0) return done(error ?? new Error("inside"), "", 4);
            if (options.all) (done as unknown as (e: null, a: LookupAddress[]) => void)(null, good);
            else done(null, good[0]!.address, good[0]!.family);
          }),
      },
      (response) => {
        response.destroy();
        resolve({ status: response.statusCode ?? 0, to: response.headers.location ?? null });
      },
    );
    request.on("error", reject);
    request.on("timeout", () => request.destroy(new Error("timeout")));
    request.end();
  });
}

/** Why a web address doesn't work, or null. @param allowed which network addresses may be called; for tests */
export async function webFault(href: string, allowed: (address: string) => boolean = isOutside): Promise<Fault> {
  let url = new URL(href);
  try {
    for (let hop = 0; hop < HOPS; hop++) {
      if (!/^https?:$/.test(url.protocol)) return "Redirects to something that isn't a web page";
      let answer = await askAddress(url, "HEAD", allowed);
      // Some servers don't know HEAD.
      if ([400, 403, 404, 405, 501].includes(answer.status)) answer = await askAddress(url, "GET", allowed);
      if (answer.status >= 300 && answer.status < 400 && answer.to) {
        url = new URL(answer.to, url);
        continue;
      }
      // Sites that turn away programs may be fine for people.
      if ([401, 403, 429, 451, 999].includes(answer.status)) return null;
      return answer.status >= 400 ? `Answers with error ${answer.status}` : null;
    }
    return "Redirects too often";
  } catch {
    return "Can't be reached";
  }
}

/** A broken link in an article. */
export type BrokenLink = { href: string; text: string; fault: string };
export type LinkReport = { checked: number; skipped: number; broken: BrokenLink[] };

let checking = 0;

/**
 * Checks the links of an article's working copy.
 * @param pageExists whether one of our pages has this path @throws Problem refused, not-found, busy
 */
export async function checkArticleLinks(
  actor: Actor,
  postId: string,
  pageExists: (path: string) => boolean | Promise<boolean>,
  allowed?: (address: string) => boolean,
): Promise<LinkReport> {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
  const { document } = workingCopy(await getPost(database(), postId));
  const all = linksOf(document);
  const anchors = new Set(renderDocument(document).headings.map((h) => `#${h.id}`));
  const { origins } = config();

  const faultOf = async (href: string): Promise<Fault> => {
    if (href.startsWith("mailto:")) return null;
    if (href.startsWith("#")) return anchors.has(href) ? null : "No heading has this anchor";
    const own = [origins.public, origins.app].find((origin) => href === origin || href.startsWith(`${origin}/`));
    if (!own && !href.startsWith("/")) return webFault(href, allowed);
    const path = (own ? href.slice(own.length) || "/" : href).split(/[?#]/)[0]!;
    const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
    if (slug && !["tags", "rss.xml"].includes(slug))
      return (await findPost(slug)) || (await findRedirect(slug)) ? null : "No published article has this address";
    return (await pageExists(path)) ? null : "We have no page with this address";
  };

  if (checking >= 2)
    throw new Problem("busy", "links_busy", "Other links are being checked.", "Try again in a minute.");
  checking += 1;
  try {
    const links = all.slice(0, MOST_LINKS);
    const broken: BrokenLink[] = [];
    const queue = [...links];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let link = queue.shift(); link; link = queue.shift()) {
          const fault = await faultOf(link.href);
          if (fault) broken.push({ ...link, fault });
        }
      }),
    );
    const place = new Map(links.map(({ href }, i) => [href, i]));
    return {
      checked: links.length,
      skipped: all.length - links.length,
      broken: broken.toSorted((a, b) => place.get(a.href)! - place.get(b.href)!),
    };
  } finally {
    checking -= 1;
  }
}
