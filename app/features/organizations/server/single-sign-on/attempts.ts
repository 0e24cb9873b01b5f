/** Sign-ins on their way to an organization's provider and back. Each is answered once and finished once. */
import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import { sealJson, unsealJson } from "#app/platform/server/files/sealing.ts";
import { browserHashOf } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import type { SignInAttemptsTable } from "#db/schema.ts";
import { type Proven, SSO_AWAY_MS, type SsoEnd, type SsoPurpose } from "../../rules/single-sign-on.ts";
import type { SignIn } from "./find-sign-in.ts";

export type Attempt = Selectable<SignInAttemptsTable>;
/** What came back. */
export type Answer = { proven: Proven } | { end: SsoEnd };

const since = (): Date => new Date(Date.now() - SSO_AWAY_MS);
const aboutOf = (id: string): string => `sign-in attempt ${id}`;
export const answerOf = (it: Attempt): Answer | null =>
  it.answer ? (unsealJson(it.answer, aboutOf(it.id)) as Answer) : null;

/** @param uid who tests it, or null for a sign-in @returns its id */
export async function startAttempt(
  { organizationId, revision }: SignIn,
  about: { purpose: SsoPurpose; uid: string | null; browser: string; from: string | null },
): Promise<string> {
  const id = randomBytes(24).toString("base64url");
  await database()
    .insertInto("sign_in_attempts")
    .values({
      id,
      organizationId,
      revision,
      purpose: about.purpose,
      uid: about.uid,
      browserHash: browserHashOf(about.browser),
      from: about.from,
      startedAt: new Date(),
    })
    .execute();
  return id;
}

/** An attempt that isn't too old, or null. */
export const findAttempt = async (organizationId: string, id: string): Promise<Attempt | null> =>
  (await database()
    .selectFrom("sign_in_attempts")
    .selectAll()
    .where("id", "=", id)
    .where("organizationId", "=", organizationId)
    .where("startedAt", ">", since())
    .executeTakeFirst()) ?? null;

/** Keeps what came back. @returns false if something has come back before: nothing is accepted twice */
export async function keepAnswer(id: string, answer: Answer): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable("sign_in_attempts")
    .set({ answer: sealJson(answer, aboutOf(id)), answeredAt: new Date() })
    .where("id", "=", id)
    .where("answeredAt", "is", null)
    .where("startedAt", ">", since())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes an attempt to its end. @param uid whom the provider has proved @returns false if somebody has before */
export async function finishAttempt(it: Attempt, uid: string | null): Promise<boolean> {
  const { numUpdatedRows } = await database()
    .updateTable("sign_in_attempts")
    .set({ finishedAt: new Date(), ...(it.purpose === "sign-in" ? { uid } : {}) })
    .where("id", "=", it.id)
    .where("finishedAt", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Clock rule: deletes attempts that are over. Uses the real clock, like the sign-in service. */
export async function dropSpentAttempts(): Promise<void> {
  await database()
    .deleteFrom("sign_in_attempts")
    .where("startedAt", "<", new Date(Date.now() - 3 * SSO_AWAY_MS))
    .execute();
}
