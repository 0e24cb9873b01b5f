import { createHash } from "node:crypto";
import { config } from "#app/platform/server/core/config.ts";
import { s3Storage } from "#app/platform/server/files/s3-storage.ts";
import { type Storage, isMissing } from "#app/platform/server/files/storage-contract.ts";
import { diskStorage, filesFolder } from "#app/platform/server/files/storage.ts";
import { filesInBucket, filesOnDisk } from "./file-keys.ts";
import { BackupError } from "./format.ts";
import { namedOf } from "./verify-files.ts";

export const PLACES = ["disk", "s3"] as const;
type Place = (typeof PLACES)[number];

export type Move = {
  files: number;
  bytes: number;
  /** How many weren't there yet. */
  sent: number;
  /** Files that are only at the new place, because they were deleted at the old one since an earlier run. */
  others: number;
};

/** How many files are on their way at once: most of the time is spent waiting for the object store. */
const AT_ONCE = 8;

/**
 * Copies all stored files from the disk to the bucket, or back, and compares each one's SHA-256 at both. Deletes nothing
 * at the old place. A run that was cut off can be repeated: what has already arrived isn't sent again.
 * @param removeOthers deletes what is only at the new place, unless the product needs it; asks the database
 * @throws BackupError if a file arrived changed, there are none, or one to delete is needed
 */
export async function moveFiles(to: Place, { removeOthers = false } = {}): Promise<Move> {
  const { s3 } = config();
  if (!s3) throw new BackupError("Set the S3_ settings for this command. It needs both places.");
  const disk = { storage: diskStorage(filesFolder()), list: () => filesOnDisk() };
  const bucket = { storage: s3Storage(s3), list: () => filesInBucket(s3) };
  const [source, target] = to === "s3" ? [disk, bucket] : [bucket, disk];
  const moved: Move = { files: 0, bytes: 0, sent: 0, others: 0 };
  const keys = new Set<string>();
  const files = source.list();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      // Several may take from one generator: it answers one after the other.
      for await (const { key, bytes } of files) {
        const sent = await copy(key, source.storage, target.storage);
        if (sent === null) continue;
        keys.add(key);
        moved.files += 1;
        moved.bytes += bytes;
        moved.sent += sent ? 1 : 0;
      }
    }),
  );
  if (moved.files === 0)
    throw new BackupError(`There are no files ${to === "s3" ? `in ${filesFolder()}` : `in the bucket ${s3.bucket}`}.`);
  const others: string[] = [];
  for await (const { key } of target.list()) if (!keys.has(key)) others.push(key);
  moved.others = others.length;
  if (!removeOthers) return moved;
  // In the wrong direction, these are the newest files.
  const needed = await namedOf(others);
  if (needed.length > 0)
    throw new BackupError(
      `${needed[0]!} is only ${to === "s3" ? "in the bucket" : "on the disk"}, and the product needs it. Is this the right direction? Nothing was deleted.`,
    );
  for (const key of others) await target.storage.remove(key);
  return moved;
}

/** Copies one file unless it's there. @returns whether it was sent; null if it was deleted since it was listed */
async function copy(key: string, source: Storage, target: Storage): Promise<boolean | null> {
  const hash = await hashAt(source, key);
  if (hash === null) return null;
  if ((await hashAt(target, key)) === hash) return false;
  await source.withLocal(key, (file) => target.putFile(key, file));
  if ((await hashAt(target, key)) !== hash) throw new BackupError(`${key} arrived changed. Run the command again.`);
  return true;
}

/** The SHA-256 of a file, or null if there is none. */
async function hashAt(storage: Storage, key: string): Promise<string | null> {
  try {
    const hash = createHash("sha256");
    const { stream } = await storage.read(key);
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
    return hash.digest("hex");
  } catch (error) {
    if (isMissing(error) || (error as { code?: string }).code === "ENOENT") return null;
    throw error;
  }
}
