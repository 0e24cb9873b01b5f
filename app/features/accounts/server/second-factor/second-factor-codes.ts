import { createHmac, randomInt } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { encode } from "uqr";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { BACKUP_ALPHABET, BACKUP_CODES, type Setup, backupCodeOf } from "../../rules/sign-in/second-factor.ts";

/** Printable ASCII: twenty characters are 131 bits, and 32 letters to type. */
const SECRET_LENGTH = 20;
/** An app's code is accepted during its own half minute, the one before, and the one after. */
const CODE_LIFE_MS = 2 * MINUTE;
const KEPT_MS = 60 * MINUTE;

export const newSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => String.fromCharCode(randomInt(33, 127))).join("");
export const newBackupCodes = (): string[] =>
  Array.from({ length: BACKUP_CODES }, () =>
    backupCodeOf(Array.from({ length: 10 }, () => BACKUP_ALPHABET[randomInt(BACKUP_ALPHABET.length)]).join("")),
  );

/** Encryption as the sign-in service uses it for what it stores. */
export const seal = (data: string): Promise<string> => symmetricEncrypt({ key: config().secret, data });
export const unseal = (data: string): Promise<string> => symmetricDecrypt({ key: config().secret, data });

/** The link that an authenticator app reads, its QR code, and the secret as text. */
export function toShare(secret: string, email: string): Setup {
  const uri = createOTP(secret).url(config().siteName, email);
  return { uri, secret: new URL(uri).searchParams.get("secret")!, picture: pictureOf(uri) };
}

/** A QR code as one path of unit squares, including the quiet zone around it. */
function pictureOf(text: string): Setup["picture"] {
  const { data, size } = encode(text, { border: 4, ecc: "M" });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((on) => (on ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  );
  return { size, path: runs.join("") };
}

export const isRightCode = (secret: string, code: string): Promise<boolean> => createOTP(secret).verify(code);

/**
 * Uses up a code.
 * @returns false if it was already used, by another sign-in or by another request at the same time
 */
export async function claimCode(uid: string, code: string, db: Reader = database()): Promise<boolean> {
  const at = Date.now();
  const hash = createHmac("sha256", config().secret).update(`second factor ${uid} ${code}`).digest("base64url");
  await db
    .deleteFrom("auth_used_code")
    .where("userId", "=", uid)
    .where("usedAt", "<", new Date(at - KEPT_MS))
    .execute();
  const mine = await db
    .insertInto("auth_used_code")
    .values({ userId: uid, hash, usedAt: new Date(at) })
    .onConflict((c) =>
      c
        .columns(["userId", "hash"])
        .doUpdateSet({ usedAt: new Date(at) })
        .where("auth_used_code.usedAt", "<", new Date(at - CODE_LIFE_MS)),
    )
    .returning("hash")
    .executeTakeFirst();
  return mine !== undefined;
}
