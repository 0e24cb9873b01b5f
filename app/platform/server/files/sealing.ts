/** Encrypts personal documents and fields at rest: AES-256-GCM with keys that exist only in the configuration. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { config } from "../core/config.ts";

/** Key versions with their 32 bytes. The highest version encrypts, the others only decrypt. */
export type SealingKeys = ReadonlyMap<number, Uint8Array>;

const MARK = Buffer.from("stet1");
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Where a sealed value has its key's version: two bytes, the higher first. */
export const VERSION_AT = MARK.length;
const HEADER_BYTES = MARK.length + 2 + IV_BYTES + TAG_BYTES;

/**
 * Thrown if something can't be decrypted: the key is missing, or the bytes were changed or belong to something else.
 */
export class SealError extends Error {
  override name = "SealError";
}

/** The version used for encryption. */
export const currentKeyVersion = (keys: SealingKeys = config().sealingKeys): number => Math.max(...keys.keys());

/**
 * Encrypts bytes with the newest key.
 * @param about what the bytes belong to, such as a file's id: needed to decrypt them
 * @returns a header with the key's version, followed by the encrypted bytes
 */
export function seal(bytes: Uint8Array, about: string, keys: SealingKeys = config().sealingKeys): Buffer {
  const version = currentKeyVersion(keys);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keys.get(version)!, iv);
  cipher.setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const number = Buffer.alloc(2);
  number.writeUInt16BE(version);
  return Buffer.concat([MARK, number, iv, cipher.getAuthTag(), body]);
}

/** Decrypts what `seal` returned. @throws SealError */
export function unseal(sealed: Uint8Array, about: string, keys: SealingKeys = config().sealingKeys): Buffer {
  const all = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  if (all.length < HEADER_BYTES || !all.subarray(0, MARK.length).equals(MARK)) throw new SealError("Not sealed");
  const version = all.readUInt16BE(VERSION_AT);
  const key = keys.get(version);
  if (!key) throw new SealError(`Key version ${version} is not in ENCRYPTION_KEYS`);
  const ivAt = VERSION_AT + 2;
  const decipher = createDecipheriv("aes-256-gcm", key, all.subarray(ivAt, ivAt + IV_BYTES));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(all.subarray(ivAt + IV_BYTES, HEADER_BYTES));
  try {
    return Buffer.concat([decipher.update(all.subarray(HEADER_BYTES)), decipher.final()]);
  } catch {
    throw new SealError("Changed, or sealed for something else");
  }
}

/** Encrypts a JSON value. */
export const sealJson = (value: unknown, about: string): Buffer => seal(Buffer.from(JSON.stringify(value)), about);

/** Decrypts a JSON value. @throws SealError */
export const unsealJson = (sealed: Uint8Array, about: string): unknown => JSON.parse(unseal(sealed, about).toString());
