import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/errors.ts";
import { isId } from "#app/platform/rules/ids.ts";
import { command } from "#app/platform/server/command.ts";
import { lockName } from "#app/platform/server/database.ts";
import { ANNOUNCEMENT_STATUS_WORDS, isUnseen } from "../rules/announcement-flow.ts";
import { ANNOUNCEMENT_LIMITS, announcementLink, mayAnnounce, timeProblems } from "../rules/announcement.ts";
import { AUDIENCES } from "../rules/feeds.ts";
import { type Announcement, lockAnnouncement, moveAnnouncement } from "./lock-announcement.ts";

const input = z.object({
  /** Made by the form, so that the same form sent twice is one announcement. */
  id: z.string().refine((id) => isId("announcement", id), "Open the form anew and try again."),
  /** The version that the form was filled with; 0 for a new one. */
  version: z.int().min(0),
  audience: z.enum(AUDIENCES, "Choose whom it is for."),
  severity: z.int().min(0, "Choose how pressing it is.").max(2, "Choose how pressing it is."),
  title: z
    .string()
    .trim()
    .min(1, "Give it a title.")
    .max(ANNOUNCEMENT_LIMITS.title, `Keep the title to ${ANNOUNCEMENT_LIMITS.title} characters.`)
    .refine((t) => !/\p{Cc}/u.test(t), "Keep the title to one line."),
  body: z
    .string()
    .trim()
    .min(1, "Write what it says.")
    .max(ANNOUNCEMENT_LIMITS.body, `Keep the text to ${ANNOUNCEMENT_LIMITS.body.toLocaleString("en-US")} characters.`)
    .transform((t) => t.replaceAll("\r\n", "\n")),
  link: z
    .string()
    .trim()
    .refine(
      (t) => t === "" || announcementLink(t) !== null,
      "A link is a page of ours, such as /pricing, or a whole https:// address.",
    )
    .transform((t) => (t === "" ? null : announcementLink(t))),
  startsAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  /** Kept as a draft, or to be published by the clock at `startsAt`. */
  as: z.enum(["draft", "scheduled"]),
});

type Content = Pick<Announcement, "audience" | "severity" | "title" | "body" | "link" | "startsAt" | "expiresAt">;
const contentOf = ({ audience, severity, title, body, link, startsAt, expiresAt }: Content): Content => ({
  audience,
  severity,
  title,
  body,
  link,
  startsAt,
  expiresAt,
});
const isSame = (a: Content, b: Content): boolean => JSON.stringify(contentOf(a)) === JSON.stringify(contentOf(b));

/**
 * Saves what an announcement says, as a draft or to be published by itself. Nobody has seen it yet: what was published cannot be changed.
 * Of two who edit at once the second is told, and nothing is overwritten.
 * @returns its version by now
 */
export const saveAnnouncement = command({
  input,
  load: async ({ id, version }, { tx }) => {
    await lockName(tx, id);
    // A new one is not there yet, unless its form was sent twice.
    const there =
      version === 0
        ? await tx.selectFrom("announcements").select("id").where("id", "=", id).executeTakeFirst()
        : { id };
    return there ? lockAnnouncement(tx, id) : null;
  },
  allow: (actor) => mayAnnounce(actor) || "Only an admin writes announcements.",
  async run({
    input: { id, version, as, ...content },
    thing: it,
    tx,
    actor,
    now,
    fact,
  }): Promise<{ id: string; version: number }> {
    const problems = timeProblems(content, as === "scheduled", now);
    const first = Object.values(problems)[0];
    if (it && it.status === as && isSame(it, content)) return { id, version: it.version };
    if (it && !isUnseen(it.status))
      throw conflict(
        "moved-on",
        `The announcement is ${ANNOUNCEMENT_STATUS_WORDS[it.status].toLowerCase()} by now, so its text stays as people saw it.`,
        "Withdraw it where it is wrong, and write another.",
      );
    if (it && it.version !== version) {
      const by = await tx
        .selectFrom("facts as f")
        .innerJoin("users as u", "u.uid", "f.actorId")
        .select("u.displayName")
        .where("f.subjectId", "=", id)
        .orderBy("f.seq", "desc")
        .limit(1)
        .executeTakeFirst();
      throw conflict(
        "changed",
        `${by?.displayName ?? "Somebody"} has saved another version meanwhile.`,
        "What you typed is kept below. Compare it with what is saved now, and save yours over it if that is right.",
      );
    }
    if (first) throw invalid("times", first, "Correct it and send it again.", problems);
    if (it) await moveAnnouncement({ tx, now }, it, as === "scheduled" ? "schedule" : "unschedule", content);
    else
      await tx
        .insertInto("announcements")
        .values({
          id,
          ...content,
          status: as,
          version: 1,
          createdBy: actor.kind === "person" ? actor.uid : null,
          createdAt: now,
          updatedAt: now,
        })
        .execute();
    await fact("announcement.saved", { subjectId: id, data: { audience: content.audience }, topics: ["staff"] });
    return { id, version: (it?.version ?? 0) + 1 };
  },
});
