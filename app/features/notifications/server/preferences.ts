import { formText } from "#app/platform/rules/text/form-text.ts";
import { z } from "zod";
import { type Person, uidOf } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, json } from "#app/platform/server/core/database.ts";
import { nextDigestAt } from "../rules/digest-time.ts";
import {
  type Audience,
  CHANNELS,
  type Channel,
  type Channels,
  DIGESTS,
  type Digest,
  type GroupKey,
  audienceOf,
  channelFrom,
  channelOf,
  findGroup,
  groupsFor,
  isGroup,
  readChannels,
} from "../rules/notice-groups.ts";

export type Preferences = {
  groups: { key: GroupKey; label: string; says: string; fixed: string | null; channel: Channel }[];
  digest: Digest;
  timeZone: string;
};

const shown = (audience: Audience, channels: Channels, digest: Digest, timeZone: string): Preferences => ({
  groups: groupsFor(audience, channels).map(({ key, label, says, fixed }) => ({
    key,
    label,
    says,
    fixed,
    channel: channelOf(channels, key),
  })),
  digest,
  timeZone,
});

/** A person's notification preferences, for the form. */
export async function findPreferences(person: Person): Promise<Preferences> {
  const row = await database()
    .selectFrom("notification_preferences")
    .select(["channels", "digest"])
    .where("uid", "=", person.uid)
    .executeTakeFirst();
  return shown(audienceOf(person), readChannels(row?.channels), row?.digest ?? "off", person.timeZone ?? "UTC");
}

/** The choices of several people. People without any are left out. */
export async function listChannels(db: Reader, uids: readonly string[]): Promise<Map<string, Channels>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom("notification_preferences")
    .select(["uid", "channels"])
    .where("uid", "in", uids)
    .execute();
  return new Map(rows.map((r) => [r.uid, readChannels(r.channels)]));
}

/** The person's row, created if missing, and locked. */
export async function lockPreferences(
  tx: Tx,
  uid: string,
  now: Date,
): Promise<{ uid: string; channels: Channels; digest: Digest; digestedAt: Date | null; timeZone: string } | null> {
  const person = await tx.selectFrom("users").select("timeZone").where("uid", "=", uid).executeTakeFirst();
  if (!person) return null;
  await tx
    .insertInto("notification_preferences")
    .values({ uid, channels: json({}), updatedAt: now })
    .onConflict((c) => c.doNothing())
    .execute();
  const row = await tx
    .selectFrom("notification_preferences")
    .select(["channels", "digest", "digestedAt"])
    .where("uid", "=", uid)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    uid,
    channels: readChannels(row.channels),
    digest: row.digest,
    digestedAt: row.digestedAt,
    timeZone: person.timeZone ?? "UTC",
  };
}

/** Saves choices. A new digest covers only what happens from now on. */
export async function keepPreferences(
  { tx, now }: CommandContext,
  had: { uid: string; digest: Digest; digestedAt: Date | null; timeZone: string },
  next: { channels: Channels; digest: Digest },
): Promise<void> {
  const begins = had.digest === "off" && next.digest !== "off";
  await tx
    .updateTable("notification_preferences")
    .set({
      channels: json(next.channels),
      digest: next.digest,
      digestedAt: begins ? now : had.digestedAt,
      nextDigestAt: nextDigestAt(next.digest, now, had.timeZone),
      updatedAt: now,
    })
    .where("uid", "=", had.uid)
    .execute();
}

/** Saves a person's own choices for the named groups and the digest. Other groups don't change. Safe to repeat. */
export const savePreferences = command({
  input: z.object({
    channels: z
      .record(z.string(), z.enum(CHANNELS))
      .refine(
        (it) => Object.keys(it).every((key) => isGroup(key) && findGroup(key).fixed === null),
        "One of these choices isn't available. Reload the page and try again.",
      ),
    digest: z.enum(DIGESTS, "Choose how often to get the summary."),
  }),
  load: async (_input, { tx, actor, now }) => {
    const uid = uidOf(actor);
    return uid ? lockPreferences(tx, uid, now) : null;
  },
  allow: (actor, own) =>
    (actor.kind === "person" && actor.emailVerified && own !== null) || "Sign in to change your notification settings.",
  run: async (ctx): Promise<void> => {
    const had = ctx.thing!;
    await keepPreferences(ctx, had, {
      channels: { ...had.channels, ...(ctx.input.channels as Channels) },
      digest: ctx.input.digest,
    });
  },
});

export type Choices = { channels: Channels; digest: string };

/** The form's choices: `group` lists the groups it showed, `bell` and `email` the checked ones. */
export function choicesIn(form: FormData): Choices {
  const ticked = (name: string) => new Set(form.getAll(name).map(String));
  const [bell, email] = [ticked("bell"), ticked("email")];
  const channels = Object.fromEntries(
    [...ticked("group")].map((key) => [key, channelFrom(bell.has(key), email.has(key))]),
  );
  return { channels, digest: formText(form, "digest") };
}
