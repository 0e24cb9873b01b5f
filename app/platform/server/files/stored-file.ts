/**
 * Reading stored files that have a row with their hash. What changed on the disk or in the bucket since is never served
 * as if nothing had happened: staff are told, and the reader gets a clear answer.
 */
import { createHash } from "node:crypto";
import { SYSTEM } from "../../rules/core/actor.ts";
import { Problem } from "../../rules/core/errors.ts";
import type { Damage } from "../../rules/core/stored-damage.ts";
import { DAY, after } from "../../rules/core/time.ts";
import { transact } from "../core/command.ts";
import { lockName } from "../core/database.ts";
import { log } from "../core/log.ts";
import { SealError, unseal } from "./sealing.ts";
import { isMissing } from "./storage-contract.ts";
import { sha256, sha256OfFile, storage } from "./storage.ts";

/** What a row says about its file. `sha256` is of the bytes in the storage. */
export type StoredFile = {
  storageKey: string;
  sha256: string;
  bytes: number;
  orderId?: string | null;
};

/** Files up to this size are compared before their first byte is sent. */
const WHOLE = 8 * 1024 * 1024;

/** The file is damaged or lost. Nothing of it is sent, or its download breaks off. */
export const fileDamaged = (): Problem =>
  new Problem(
    "busy",
    "file_damaged",
    "This file is damaged in our storage, so we can't send it.",
    "We've told our staff, who restore it from a backup. Try again in a few hours, or contact us.",
  );

/**
 * A stored file, compared with its hash. Up to 8 MB, all of it before this resolves. The last bytes of a longer one are
 * held back until all of it has been compared, and if it differs, the stream fails: a download breaks off, and its
 * length doesn't match.
 * @throws file_damaged
 */
export async function openStored(file: StoredFile): Promise<{ body: ReadableStream<Uint8Array>; bytes: number }> {
  const { stream, bytes } = await read(file);
  if (bytes !== file.bytes) {
    await stream.cancel();
    throw await reportDamage(file, "changed");
  }
  if (bytes > WHOLE) return { body: stream.pipeThrough(comparing(file)), bytes };
  const whole = new Uint8Array(await new Response(stream).arrayBuffer());
  if (sha256(whole) !== file.sha256) throw await reportDamage(file, "changed");
  return { body: new Blob([whole]).stream(), bytes };
}

/** A stored file whose row has no hash, as a stream. @throws file_damaged if it's missing */
export const openUnhashed = (file: Pick<StoredFile, "storageKey" | "orderId">) => read(file);

/** A file stored by `seal`, decrypted: what was changed can't be decrypted. @param file its id is what it's sealed for */
export async function openSealed(file: { id: string; storageKey: string }): Promise<Uint8Array<ArrayBuffer>> {
  const { stream } = await read(file);
  const sealed = new Uint8Array(await new Response(stream).arrayBuffer());
  try {
    return new Uint8Array(unseal(sealed, file.id));
  } catch (error) {
    throw error instanceof SealError ? await reportDamage(file, "changed") : error;
  }
}

/** Provides a stored file as a local path while `use` runs, compared with its hash. @throws file_damaged */
export function withStored<R>(file: StoredFile, use: (path: string) => Promise<R>): Promise<R> {
  return storage()
    .withLocal(file.storageKey, async (path) => {
      if ((await sha256OfFile(path)) !== file.sha256) throw await reportDamage(file, "changed");
      return use(path);
    })
    .catch(async (error: unknown) => {
      throw isLost(error, file) ? await reportDamage(file, "missing") : error;
    });
}

/** Logs that a file is damaged and tells staff, once a day for each file. @returns the answer to its reader */
export async function reportDamage(file: Pick<StoredFile, "storageKey" | "orderId">, damage: Damage): Promise<Problem> {
  log.error("a stored file is damaged", damage, { key: file.storageKey, orderId: file.orderId ?? null });
  await transact(SYSTEM, async ({ tx, now, fact }) => {
    await lockName(tx, `damaged ${file.storageKey}`);
    const known = await tx
      .selectFrom("facts")
      .select("id")
      .where("kind", "=", "file.damaged")
      .where("subjectId", "=", file.storageKey)
      .where("at", ">", after(now, -DAY))
      .executeTakeFirst();
    if (known) return;
    await fact("file.damaged", {
      orderId: file.orderId ?? null,
      subjectId: file.storageKey,
      data: { key: file.storageKey, damage },
      topics: ["staff"],
    });
  }).catch((error: unknown) => log.error("staff couldn't be told about a damaged file", error));
  return fileDamaged();
}

async function read(file: Pick<StoredFile, "storageKey" | "orderId">) {
  try {
    return await storage().read(file.storageKey);
  } catch (error) {
    throw isLost(error, file) ? await reportDamage(file, "missing") : error;
  }
}

/** Whether the storage says that this file isn't there. An error about another file doesn't. */
const isLost = (error: unknown, { storageKey }: Pick<StoredFile, "storageKey">): boolean => {
  const { code, path = "" } = (error ?? {}) as { code?: string; path?: string };
  return isMissing(error) || (code === "ENOENT" && path.endsWith(storageKey));
};

/** Passes bytes on, always one chunk late, and fails at the end if their hash is another. */
function comparing(file: StoredFile): TransformStream<Uint8Array, Uint8Array> {
  const hash = createHash("sha256");
  let held: Uint8Array | undefined;
  return new TransformStream({
    transform(chunk, controller) {
      hash.update(chunk);
      if (held) controller.enqueue(held);
      held = chunk;
    },
    async flush(controller) {
      if (hash.digest("hex") !== file.sha256) throw await reportDamage(file, "changed");
      if (held) controller.enqueue(held);
    },
  });
}
