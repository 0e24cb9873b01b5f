import { createHmac, timingSafeEqual } from "node:crypto";
import { type Noun, isId } from "#app/platform/rules/core/ids.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { now } from "./clock.ts";
import { config } from "./config.ts";

const signed = (what: string, text: string): string =>
  createHmac("sha256", config().secret).update(`${what}\n${text}`).digest("base64url");

/**
 * The key to one thing for the person who gets our link, for some days. Nothing is stored, so a stolen database opens no link.
 * @param what the link's purpose
 */
export function linkToken(what: string, id: string, days: number, at: Date = now()): string {
  const said = `${id}.${Math.floor((at.getTime() + days * DAY) / 1_000).toString(36)}`;
  return `${said}.${signed(what, said)}`;
}

/** The id that a token opens and whether its time is over, or null if it isn't ours. */
export function readLinkToken(what: string, noun: Noun, token: string): { id: string; expired: boolean } | null {
  const [id, until, proof, ...rest] = token.length > 200 ? [] : token.split(".");
  if (!isId(noun, id) || !until || !proof || rest.length > 0) return null;
  const [given, right] = [Buffer.from(proof), Buffer.from(signed(what, `${id}.${until}`))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  return { id, expired: Number.parseInt(until, 36) * 1_000 < now().getTime() };
}
