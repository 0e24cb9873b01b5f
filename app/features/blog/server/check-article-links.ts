import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { callOutside, isOutside } from "#app/platform/server/requests/call-outside.ts";
import { linksOf } from "../rules/document-contents.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { renderDocument } from "../rules/render-document.ts";
import { findPost, findRedirect } from "./list-published-posts.ts";
import { getPost, workingCopy } from "./post-row.ts";

const MOST_LINKS = 100;
const AT_ONCE = 8;
const WAIT_MS = 8 * SECOND;
const HOPS = 4;

/** The problem with a link, or null if it works. */
type Fault = string | null;

/** Checks whether a web address exists, without reading its content. */
const askAddress = (url: URL, method: "HEAD" | "GET", allowed: (address: string) => boolean) =>
  callOutside(url, {
    method,
    waitMs: WAIT_MS,
    allowed,
    headers: { "user-agent": "Mozilla/5.0 (compatible; link check)", accept: "*/*" },
  });

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
