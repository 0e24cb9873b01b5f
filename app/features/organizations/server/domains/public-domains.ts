import providers from "email-providers";
import { getDomain, getPublicSuffix } from "tldts";

/** Providers that the list doesn't have. */
const MORE = ["fastmail.com", "fastmail.fm", "tuta.com", "tutamail.com", "duck.com", "posteo.de", "mailbox.org"];
const known = new Set([...providers, ...MORE]);

/** Universities whose mail is hosted elsewhere are on the list too. Nobody else gets names under these suffixes. */
const ACADEMIC = /\.(?:ac|edu)\.[a-z]{2}$/;

/** Whether anybody can get an address at a domain, or it isn't one that somebody holds. */
export function isPublicDomain(domain: string): boolean {
  const held = getDomain(domain, { allowPrivateDomains: true });
  if (held === null || getPublicSuffix(domain, { allowPrivateDomains: true }) === domain) return true;
  return !ACADEMIC.test(domain) && (known.has(domain) || known.has(held));
}
