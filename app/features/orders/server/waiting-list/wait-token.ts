import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "#app/platform/server/core/config.ts";

export const WAIT_END_PATH = "/api/waiting-list";

const proofOf = (email: string): string =>
  createHmac("sha256", config().secret).update(["waiting-list", email.toLowerCase()].join("\n")).digest("base64url");

/** The link that removes an address from every waiting list. It never expires, because that is all it can do. */
export const waitEndUrl = (email: string): string =>
  `${config().origins.app}${WAIT_END_PATH}?${new URLSearchParams({ token: `${Buffer.from(email.toLowerCase()).toString("base64url")}.${proofOf(email)}` })}`;

/** The address of a link we signed, or null. */
export function readWaitToken(token: string): string | null {
  const [name = "", proof = ""] = token.split(".");
  const email = Buffer.from(name, "base64url").toString();
  if (email === "") return null;
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(email))];
  return given.length === right.length && timingSafeEqual(given, right) ? email : null;
}
