import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "#app/platform/server/core/config.ts";
import { type Digest, type GroupKey, findGroup, isGroup } from "../rules/notice-groups.ts";

/** What an unsubscribe link turns off: a group's emails, or the daily or weekly digest. */
export type EndTopic = GroupKey | `digest-${Exclude<Digest, "off">}`;
export type Ending = { uid: string; topic: EndTopic };

export const END_PATH = "/api/unsubscribe";

const isTopic = (topic: string): topic is EndTopic =>
  isGroup(topic) ? findGroup(topic).fixed === null : topic === "digest-daily" || topic === "digest-weekly";

const proofOf = (uid: string, topic: string): string =>
  createHmac("sha256", config().secret).update(["unsubscribe", uid, topic].join("\n")).digest("base64url");

/**
 * The token of an unsubscribe link. It never expires, because all it can do is turn these emails off and on for this
 * person.
 */
export const endToken = ({ uid, topic }: Ending): string =>
  [Buffer.from(uid).toString("base64url"), topic, proofOf(uid, topic)].join(".");

/** The unsubscribe URL, on the app origin. Other origins answer it too. */
export const endUrl = (ending: Ending): string =>
  `${config().origins.app}${END_PATH}?${new URLSearchParams({ token: endToken(ending) })}`;

/** Whose emails a token turns off, and which, or null for a token we didn't sign. */
export function readEndToken(token: string): Ending | null {
  const [name = "", topic = "", proof = ""] = token.split(".");
  const uid = Buffer.from(name, "base64url").toString();
  if (uid === "" || !isTopic(topic)) return null;
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(uid, topic))];
  return given.length === right.length && timingSafeEqual(given, right) ? { uid, topic } : null;
}
