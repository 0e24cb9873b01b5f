import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "#app/platform/server/config.ts";
import { type Digest, type GroupKey, findGroup, isGroup } from "../rules/notice-groups.ts";

/** What a letter's link ends: the letters of a group, or the digest, as often as it came. */
export type EndTopic = GroupKey | `digest-${Exclude<Digest, "off">}`;
export type Ending = { uid: string; topic: EndTopic };

export const END_PATH = "/api/unsubscribe";

const isTopic = (topic: string): topic is EndTopic =>
  isGroup(topic) ? findGroup(topic).fixed === null : topic === "digest-daily" || topic === "digest-weekly";

const proofOf = (uid: string, topic: string): string =>
  createHmac("sha256", config().secret).update(["unsubscribe", uid, topic].join("\n")).digest("base64url");

/** The token of a letter's link. It is never over: it does nothing but end such letters to this person, and bring them back. */
export const endToken = ({ uid, topic }: Ending): string =>
  [Buffer.from(uid).toString("base64url"), topic, proofOf(uid, topic)].join(".");

/** Where one click ends letters of a kind. On the app origin, and answered on every other too. */
export const endUrl = (ending: Ending): string =>
  `${config().origins.app}${END_PATH}?${new URLSearchParams({ token: endToken(ending) })}`;

/** Whose letters a token ends, and which; null where we did not write it. */
export function readEndToken(token: string): Ending | null {
  const [name = "", topic = "", proof = ""] = token.split(".");
  const uid = Buffer.from(name, "base64url").toString();
  if (uid === "" || !isTopic(topic)) return null;
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(uid, topic))];
  return given.length === right.length && timingSafeEqual(given, right) ? { uid, topic } : null;
}
