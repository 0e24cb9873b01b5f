import { createHash, randomInt } from "node:crypto";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { KEY_LENGTH, KEY_LIVES, KEY_MARK, MAX_KEY_NAME, MOST_KEYS, SHOWN } from "../../rules/api-key.ts";
import { can } from "../../rules/can.ts";
import { HOLDER_KINDS } from "../../rules/owner.ts";
import { SCOPE_NAMES, scopesOf } from "../../rules/scopes.ts";
import { lockHolder } from "./key-holders.ts";

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
    /** Whose it is: a person's uid, or the id of an organization or a partner. */
    holder: z.object({ kind: z.enum(HOLDER_KINDS), id: z.string() }),
    name: z
      .string()
      .trim()
      .min(1, "Name the key after what will use it.")
      .max(MAX_KEY_NAME, `A name can have up to ${MAX_KEY_NAME} characters.`),
    scopes: z.array(z.enum(SCOPE_NAMES, "Choose from the list.")).min(1, "Choose at least one thing the key may do."),
    /** For how many days it's valid. */
    days: z.enum(KEY_LIVES, "Choose when the key expires."),
  }),
  load: ({ holder: { kind, id } }, { tx, actor }) => lockHolder(tx, actor, kind, id),
  allow: (actor, { keeps, id: ownerId }) =>
    keeps === true ? can.manage(actor, { ownerKind: "person", ownerId }, true) : keeps,
  run: async ({ input, thing: holder, ...ctx }) => {
    const { tx, now, fact } = ctx;
    const { name, days } = input;
    if (!input.scopes.every((scope) => scopesOf(holder.kind).includes(scope)))
      throw invalid("scopes", "This key can't have all of these scopes.", "", { scopes: "Choose from the list." });
    const ownerKind = "person" as const;
    const ownerId = await holder.account(ctx);
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
        `There's already a key called “${name}”.`,
        "Choose another name, or revoke that key.",
        { name: "There's already a key with this name." },
      );
    if (active.length >= MOST_KEYS)
      throw conflict(
        "too_many_keys",
        `There can be up to ${MOST_KEYS} keys at once.`,
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
    await fact("api_key.created", {
      subjectId: ownerId,
      data: {
        uid: ownerId,
        keyId: id,
        name,
        scopes,
        ...(holder.name === null ? {} : { uids: holder.tell, of: holder.name, page: holder.page }),
      },
    });
    return { id, key };
  },
});
