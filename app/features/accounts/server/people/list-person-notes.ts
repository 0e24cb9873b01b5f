import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";

const SHOWN = 50;

export type PersonNote = { id: string; body: string; author: string; at: Date; mayRemove: boolean };

/** Staff's notes about a person, newest first. @throws refused unless staff */
export async function listPersonNotes(actor: Actor, uid: string): Promise<PersonNote[]> {
  if (!may(actor, "care")) throw refused("Only staff can read notes.");
  const rows = await database()
    .selectFrom("person_notes as n")
    .leftJoin("users as u", "u.uid", "n.authorId")
    .select(["n.id", "n.body", "n.authorId", "n.createdAt", "u.displayName"])
    .where("n.uid", "=", uid)
    .orderBy("n.createdAt", "desc")
    .orderBy("n.id", "desc")
    .limit(SHOWN)
    .execute();
  const { uid: reader } = actor;
  const admin = may(actor, "people");
  return rows.map((n) => ({
    id: n.id,
    body: n.body,
    author: n.displayName ?? "Staff",
    at: n.createdAt,
    mayRemove: admin || n.authorId === reader,
  }));
}
