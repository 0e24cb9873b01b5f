import { z } from "zod";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import {
  type Channels,
  type Digest,
  type GroupKey,
  byBell,
  byEmail,
  channelFrom,
  channelOf,
  readChannels,
} from "../rules/notice-groups.ts";
import { type EndTopic, type Ending, readEndToken } from "./end-token.ts";
import { keepPreferences, lockPreferences } from "./preferences.ts";

type Choices = { channels: Channels; digest: Digest };
const digestOf = (topic: EndTopic): "daily" | "weekly" | null =>
  topic === "digest-daily" ? "daily" : topic === "digest-weekly" ? "weekly" : null;

/** Choices with a topic's emails turned off or on. The bell doesn't change. */
function withEmails(had: Choices, topic: EndTopic, on: boolean): Choices {
  const digest = digestOf(topic);
  if (digest) return { ...had, digest: on ? digest : "off" };
  const key = topic as GroupKey;
  return { ...had, channels: { ...had.channels, [key]: channelFrom(byBell(channelOf(had.channels, key)), on) } };
}

const has = ({ channels, digest }: Choices, topic: EndTopic): boolean =>
  digestOf(topic) ? digest !== "off" : byEmail(channelOf(channels, topic as GroupKey));

/**
 * What an unsubscribe link is for, and whether those emails are still on.
 * @throws refused end_token when the link is incomplete or forged
 */
export async function findEnding(token: string): Promise<Ending & { on: boolean }> {
  const ending = readEnding(token);
  const row = await database()
    .selectFrom("notification_preferences")
    .select(["channels", "digest"])
    .where("uid", "=", ending.uid)
    .executeTakeFirst();
  return { ...ending, on: has({ channels: readChannels(row?.channels), digest: row?.digest ?? "off" }, ending.topic) };
}

function readEnding(token: string): Ending {
  const ending = readEndToken(token);
  if (!ending)
    throw new Problem(
      "refused",
      "end_token",
      "This link is incomplete.",
      "Open it from the email again, or change your notification settings.",
    );
  return ending;
}

/**
 * Turns a topic's emails off or on. The token is the permission: anyone with the email may do it, signed in or not.
 * Safe to repeat.
 * @throws refused end_token
 */
export const unsubscribe = command({
  input: z.object({ token: z.string().max(500), what: z.enum(["end", "resume"]) }),
  load: async ({ token }, { tx, now }) => {
    const ending = readEnding(token);
    return { ending, had: await lockPreferences(tx, ending.uid, now) };
  },
  allow: () => true,
  run: async (ctx): Promise<Ending & { on: boolean }> => {
    const { ending, had } = ctx.thing;
    const on = ctx.input.what === "resume";
    // A deleted account gets no emails.
    if (had && has(had, ending.topic) !== on) await keepPreferences(ctx, had, withEmails(had, ending.topic, on));
    return { ...ending, on };
  },
});
