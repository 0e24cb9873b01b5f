import { database } from "#app/platform/server/core/database.ts";
import type { SecondFactors } from "../../rules/sign-in/second-factor.ts";
import { unseal } from "./second-factor-codes.ts";

/** What the settings pages show of a person's second factor and passkeys. */
export async function findSecondFactors(uid: string): Promise<SecondFactors> {
  const [factor, passkeys] = await Promise.all([
    database()
      .selectFrom("auth_two_factor")
      .select(["createdAt", "backupCodes"])
      .where("userId", "=", uid)
      .where("verified", "=", true)
      .executeTakeFirst(),
    database()
      .selectFrom("auth_passkey")
      .select(["id", "name", "createdAt", "backedUp"])
      .where("userId", "=", uid)
      .orderBy("createdAt")
      .orderBy("id")
      .execute(),
  ]);
  return {
    on: factor !== undefined,
    since: factor?.createdAt ?? null,
    backupCodesLeft: factor ? (JSON.parse(await unseal(factor.backupCodes)) as string[]).length : 0,
    passkeys: passkeys.map((it) => ({
      id: it.id,
      name: it.name ?? "Passkey",
      addedAt: it.createdAt,
      synced: it.backedUp,
    })),
  };
}
