import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { holderOfAccount, lockHolder } from "./key-holders.ts";

/** Ends a key at once, with the links that were made with it. Safe to repeat. @throws not-found */
export const revokeKey = command({
  input: z.object({ keyId: z.string() }),
  async load({ keyId }, { tx, actor }) {
    const key = isId("apiKey", keyId)
      ? await tx.selectFrom("api_keys").selectAll().where("id", "=", keyId).forUpdate().executeTakeFirst()
      : undefined;
    if (!key) throw notFound("key");
    const { kind, id } = await holderOfAccount(tx, key.ownerId);
    const keeps = kind !== "person" && (await lockHolder(tx, actor, kind, id)).keeps === true;
    if (!can.manage(actor, key, keeps)) throw notFound("key");
    return { key, keeps };
  },
  allow: (actor, { key, keeps }) => can.manage(actor, key, keeps),
  run: async ({ thing: { key }, tx, now, fact }) => {
    const { id, name, ownerId } = key;
    if (key.revokedAt) return { name };
    await tx.updateTable("api_keys").set({ revokedAt: now }).where("id", "=", id).execute();
    await fact("api_key.revoked", { subjectId: ownerId, data: { uid: ownerId, keyId: id, name } });
    return { name };
  },
});
