import type { Claims, System } from "#app/platform/rules/core/actor.ts";
import { type Deed, transact } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { roleOfClaims } from "../rules/claims.ts";
import { recordAcceptance } from "./record-acceptance.ts";

const SESSION: System = { kind: "system", what: "session" };

async function recordOnce(deed: Deed, kind: "account.opened" | "account.verified", uid: string): Promise<void> {
  const found = await deed.tx
    .selectFrom("facts")
    .select("id")
    .where("kind", "=", kind)
    .where("subjectId", "=", uid)
    .executeTakeFirst();
  if (found) return;
  await deed.fact(kind, { subjectId: uid, data: { uid }, topics: [`user:${uid}`] });
  // The form says so above its button: whoever opens an account accepts these.
  if (kind === "account.opened")
    await recordAcceptance(deed, { uid, documents: ["terms", "privacy"], context: "sign-up" });
}

/** Writes down that an account was opened, once. */
export const recordOpened = (uid: string): Promise<void> =>
  transact(SESSION, async (deed) => {
    await lockName(deed.tx, `account:${uid}`);
    await recordOnce(deed, "account.opened", uid);
  });

/** When an account was opened, by the product's clock; null where its sign-up ended before it was written down. */
const openedAt = async (deed: Deed, uid: string): Promise<Date | null> =>
  (
    await deed.tx
      .selectFrom("facts")
      .select("at")
      .where("kind", "=", "account.opened")
      .where("subjectId", "=", uid)
      .orderBy("seq")
      .executeTakeFirst()
  )?.at ?? null;

/**
 * Makes the profile of a verified person when it is missing, with the role from the claims. It is dated from the account's
 * creation, not its verification: announcements count from there. Doing it twice, or twice at once, makes one.
 */
export const makeProfile = (of: {
  uid: string;
  email: string;
  displayName: string;
  timeZone: string | null;
  claims: Claims;
}): Promise<void> =>
  transact(SESSION, async (deed) => {
    await lockName(deed.tx, `account:${of.uid}`);
    const made = await deed.tx
      .insertInto("users")
      .values({
        uid: of.uid,
        displayName: of.displayName,
        email: of.email,
        role: roleOfClaims(of.claims),
        timeZone: of.timeZone,
        createdAt: (await openedAt(deed, of.uid)) ?? deed.now,
      })
      .onConflict((c) => c.column("uid").doNothing())
      .returning("uid")
      .executeTakeFirst();
    if (!made) return;
    // The process may have ended between the sign-up and its fact.
    await recordOnce(deed, "account.opened", of.uid);
    await recordOnce(deed, "account.verified", of.uid);
  });
