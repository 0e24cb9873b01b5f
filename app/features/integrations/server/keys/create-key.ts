import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { KEY_LENGTH, KEY_LIVES, KEY_MARK, MAX_KEY_NAME, MOST_KEYS, SHOWN } from "../../rules/api-key.ts";
import { can } from "../../rules/can.ts";
import { OWNER_KINDS } from "../../rules/owner.ts";
import { SCOPE_NAMES } from "../../rules/scopes.ts";

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const newKey = (): string =>
  KEY_MARK + Array.from({ length: KEY_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]!).join("");
export const hashOfKey = (key: string): string => createHash("sha256").update(key).digest("hex");

/**
 * Makes a key. Only its hash is kept, so what's returned can't be read again. Names are unique among active keys, which
 * makes a form that's sent twice one key.
 * @throws conflict key_name, too_many_keys
 */
export const createKey = command({
  input: z.object({
    ownerKind: z.enum(OWNER_KINDS),
    ownerId: z.string(),
    name: z
      .string()
      .trim()
      .min(1, "Name the key after what will use it.")
      .max(MAX_KEY_NAME, `A name can have up to ${MAX_KEY_NAME} characters.`),
    scopes: z.array(z.enum(SCOPE_NAMES, "Choose from the list.")).min(1, "Choose at least one thing the key may do."),
    /** For how many days it's valid. */
    days: z.enum(KEY_LIVES, "Choose when the key expires."),
  }),
  async load({ ownerKind, ownerId }, { tx }) {
    await lockName(tx, `api keys of ${ownerKind} ${ownerId}`);
    return { ownerKind, ownerId };
  },
  allow: (actor, owner) => can.manage(actor, owner) || "You can only create keys for yourself.",
  run: async ({ input, tx, now, fact }) => {
    const { ownerKind, ownerId, name, days } = input;
    const active = await tx
      .selectFrom("api_keys")
      .select("name")
      .where("ownerKind", "=", ownerKind)
      .where("ownerId", "=", ownerId)
      .where("revokedAt", "is", null)
      .where((e) => e.or([e("expiresAt", "is", null), e("expiresAt", ">", now)]))
      .execute();
    if (active.some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw conflict(
        "key_name",
        `You already have a key called “${name}”.`,
        "Choose another name, or revoke that key.",
        {
          name: "You already have a key with this name.",
        },
      );
    if (active.length >= MOST_KEYS)
      throw conflict(
        "too_many_keys",
        `You can have up to ${MOST_KEYS} keys.`,
        "Revoke one that you don't use anymore.",
      );
    const key = newKey();
    const id = newId("apiKey");
    const scopes = SCOPE_NAMES.filter((scope) => input.scopes.includes(scope));
    await tx
      .insertInto("api_keys")
      .values({
        id,
        ownerKind,
        ownerId,
        name,
        scopes: json(scopes),
        hash: hashOfKey(key),
        prefix: key.slice(0, SHOWN),
        lastFour: key.slice(-4),
        createdAt: now,
        expiresAt: days === "" ? null : after(now, Number(days) * DAY),
      })
      .execute();
    await fact("api_key.created", { subjectId: ownerId, data: { uid: ownerId, keyId: id, name, scopes } });
    return { id, key };
  },
});
