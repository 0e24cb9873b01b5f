/** The traffic source of a visit: another site's host, a campaign's name, or neither. */
export const DIRECT = "direct";
/** Counted here if the source is unknown. */
export const UNKNOWN_SOURCE = "unknown";
/** Counted here once a day has more sources than we list. */
export const OTHER_SOURCES = "other";
const CAMPAIGN = "utm:";
const PARTNER = "partner:";
const LONGEST = 60;

/** A partner's link: /p/CODE, on any of our origins. */
const LINK = /^(?:https?:\/\/[^/]{1,200})?\/p\/([a-z0-9-]{2,30})\/?(?:[?#]|$)/i;
/** The source that a partner's link is, or null for any other address. @param url path and query, or a whole URL */
export function partnerSource(url: string): string | null {
  const code = LINK.exec(url)?.[1];
  return code === undefined ? null : PARTNER + code.toLowerCase();
}
export const sourceOfPartner = (code: string): string => PARTNER + code;
/** The partner's code in a source, or null. */
export const partnerOf = (source: string | null): string | null =>
  source?.startsWith(PARTNER) ? source.slice(PARTNER.length) : null;

/**
 * The source of a page request: a partner's link, its utm_source, otherwise the referring site, otherwise "direct".
 * Null if the page was opened from one of our own, because then the visit began earlier.
 * @param referrer the Referer header @param url path and query, or a whole URL @param ownHosts with ports
 */
export function sourceOf(
  { referrer, url }: { referrer: string | null | undefined; url: string },
  ownHosts: readonly string[],
): string | null {
  const partner = partnerSource(url);
  if (partner !== null) return partner;
  const query = url.indexOf("?");
  const campaign = query < 0 ? "" : (new URLSearchParams(url.slice(query)).get("utm_source") ?? "");
  const name = campaign
    .slice(0, LONGEST * 2)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, LONGEST);
  if (name !== "") return CAMPAIGN + name;
  if (!referrer) return DIRECT;
  if (!URL.canParse(referrer)) return DIRECT;
  const { protocol, host, hostname } = new URL(referrer);
  if (ownHosts.includes(host)) return null;
  // Android apps name themselves: "android-app://com.google.android.gm".
  if (protocol === "android-app:") return hostname.slice(0, LONGEST);
  if (protocol !== "http:" && protocol !== "https:") return DIRECT;
  return hostname.replace(/^www\./, "").slice(0, LONGEST) || DIRECT;
}

/** A source's label. */
export function sourceLabel(source: string): string {
  if (source === DIRECT) return "Direct";
  if (source === UNKNOWN_SOURCE) return "Not known";
  if (source === OTHER_SOURCES) return "Other sources";
  const partner = partnerOf(source);
  if (partner !== null) return `Partner: ${partner}`;
  return source.startsWith(CAMPAIGN) ? `Campaign: ${source.slice(CAMPAIGN.length)}` : source;
}
