/** Editors whom an organization prefers, as agreed with it: they're invited first to the orders that it pays for. */
import { z } from "zod";
import { decidesFor, type Standing } from "#app/features/organizations/rules/organization.ts";
import {
  type Organization,
  findOrganization,
  lockOrganization,
  managersOf,
} from "#app/features/organizations/server/find-organization.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";

/** Of one organization. */
const MOST_PREFERRED = 12;

const decides = (actor: Actor, it: Standing) => decidesFor(actor, it, "orders", "choose editors for an organization");

/** The editors an organization prefers, by name. */
export const preferredBy = (organizationId: string, db: Reader) =>
  db
    .selectFrom("preferred_editors as p")
    .innerJoin("users as u", "u.uid", "p.editorId")
    .select(["u.uid", "u.displayName"])
    .where("p.organizationId", "=", organizationId)
    .orderBy("u.displayName")
    .orderBy("u.uid")
    .limit(MOST_PREFERRED)
    .execute();

/**
 * The same for the organization's page. Who they are is for admins only, as on orders.
 * @throws not-found for people who don't see the organization
 */
export async function readPreferred(actor: Actor, id: string | undefined) {
  const it = await findOrganization(actor, id);
  const all = await preferredBy(it.id, database());
  return {
    count: all.length,
    editors: may(actor, "orders") ? all : [],
    mayChoose: !it.isClosed && decides(actor, it) === true,
  };
}

/** Its managers' pages show how many there are. */
const factOf = async (tx: Tx, { id, name }: Organization, editorId: string) => ({
  subjectId: editorId,
  data: { organizationId: id, name, editorId },
  topics: ["staff", ...(await managersOf(id, tx)).map((uid) => `user:${uid}`)],
});

/** Invites an editor first to an organization's orders from now on. Safe to repeat. @throws invalid, conflict when full */
export const preferEditor = command({
  input: z.object({
    organizationId: z.string(),
    email: z.string().trim().toLowerCase().max(320, "Use at most 320 characters."),
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => decides(actor, it),
  async run({ input: { email }, thing: it, tx, actor, now, fact }): Promise<void> {
    if (it.isClosed) throw conflict("closed", "This organization is closed.", "Nothing can be ordered for it.");
    const editor = await tx
      .selectFrom("editors as e")
      .innerJoin("auth_user as a", "a.id", "e.uid")
      .select("e.uid")
      .where("a.email", "=", email)
      .executeTakeFirst();
    if (!editor) {
      const fault = "No editor has this email address.";
      throw invalid("email", fault, "Copy it from the editor's page.", { editorEmail: fault });
    }
    const all = await preferredBy(it.id, tx);
    if (all.some(({ uid }) => uid === editor.uid)) return;
    if (all.length >= MOST_PREFERRED)
      throw conflict("full", `It already prefers ${MOST_PREFERRED} editors.`, "Remove one of them first.");
    await tx
      .insertInto("preferred_editors")
      .values({ organizationId: it.id, editorId: editor.uid, addedBy: uidOf(actor), addedAt: now })
      .execute();
    await fact("preferred_editor.added", await factOf(tx, it, editor.uid));
  },
});

/** Ends that. Invites that were sent stay. Safe to repeat. */
export const stopPreferring = command({
  input: z.object({ organizationId: z.string(), editorId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => decides(actor, it),
  async run({ input: { editorId }, thing: it, tx, fact }): Promise<void> {
    const removed = await tx
      .deleteFrom("preferred_editors")
      .where("organizationId", "=", it.id)
      .where("editorId", "=", editorId)
      .returning("editorId")
      .executeTakeFirst();
    if (removed) await fact("preferred_editor.removed", await factOf(tx, it, editorId));
  },
});

/** For an editor who is erased. */
export const forgetPreferred = (tx: Tx, editorId: string): Promise<unknown> =>
  tx.deleteFrom("preferred_editors").where("editorId", "=", editorId).execute();
