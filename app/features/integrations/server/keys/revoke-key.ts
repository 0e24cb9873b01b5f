import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";

/** Ends a key at once, with the links that were made with it. Safe to repeat. @throws not-found */
export const revokeKey = command({
  input: z.object({ keyId: z.string() }),
  async load({ keyId }, { tx, actor }) {
    const key = isId("apiKey", keyId)
      ? await tx.selectFrom("api_keys").selectAll().where("id", "=", keyId).forUpdate().executeTakeFirst()
      : undefined;
    if (!key || !can.manage(actor, key)) throw notFound("key");
    return key;
  },
  allow: (actor, key) => can.manage(actor, key),
  run: async ({ thing: key, tx, now, fact }) => {
    const { id, name, ownerId } = key;
    if (key.revokedAt) return { name };
    await tx.updateTable("api_keys").set({ revokedAt: now }).where("id", "=", id).execute();
    await fact("api_key.revoked", { subjectId: ownerId, data: { uid: ownerId, keyId: id, name } });
    return { name };
  },
});
