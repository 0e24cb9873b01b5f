import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import type { Tx } from "#app/platform/server/core/database.ts";

/** The editor whose bank details these are. @throws not-found for someone who is no editor */
export async function loadBankOwner(tx: Tx, uid: string): Promise<{ uid: string; email: string; displayName: string }> {
  const owner = await tx
    .selectFrom("editors as e")
    .innerJoin("users as u", "u.uid", "e.uid")
    .select(["e.uid", "u.email", "u.displayName"])
    .where("e.uid", "=", uid)
    .executeTakeFirst();
  if (!owner) throw notFound("editor");
  return owner;
}

/** Editors change their own bank details, and nobody else's: not even an admin. */
export const mayChangeBank = (actor: Actor, uid: string): boolean =>
  actor.kind === "person" && actor.emailVerified && actor.isEditor && actor.uid === uid;
