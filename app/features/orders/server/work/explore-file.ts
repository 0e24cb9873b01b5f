import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { webpOf } from "#app/platform/server/files/pictures.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { type Explored, engine } from "#app/features/documents/server/engine.ts";
import type { Order } from "../views/find-order.ts";
import { fileFor } from "./file-for.ts";
import type { FileRow } from "../views/list-files.ts";

type Known = Extract<Explored, { ok: true }>;

/**
 * Reading a long file takes a second and files never change, so the last ones are cached in memory by the hash of their
 * content. Never on disk.
 */
const MOST_BYTES = 48 * 1024 * 1024;
/** A page's width on a screen with two pixels per pixel. */
const WIDEST_PICTURE = 1_400;
/** Pages are scrolled back and forth, so the last pictures are kept as well, by the file's hash and their number. */
const MOST_PICTURE_BYTES = 16 * 1024 * 1024;
const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
const kept = new Map<string, Promise<Explored>>();
const sizes = new Map<string, number>();

/** The topic that tells other processes about deleted files. */
export const FILES_DELETED = "files_deleted";
/** Clears the cache when files were deleted, or may have been while this process was disconnected. */
export function forgetExplored(): void {
  kept.clear();
  sizes.clear();
  pictures.clear();
}
/**
 * A tracked copy that this actor may open, as the change explorer shows it. Permissions are checked each time, before
 * the cache is read.
 * @throws not-found as `fileFor` does; invalid if the file can't be shown
 */
export async function exploreFile(
  actor: Actor,
  fileId: string,
): Promise<{ file: FileRow; order: Order; explored: Known }> {
  const { file, order } = await fileFor(actor, fileId);
  if (file.purpose !== "tracked")
    throw invalid(
      "not_tracked",
      "Only an edited copy has changes to review.",
      "Open the edited copy of this manuscript.",
    );
  const explored = await read(file);
  if (!explored.ok) throw invalid(explored.code, explored.message, explored.advice);
  return { file, order, explored };
}

/**
 * A picture in a tracked copy that this actor may open, as WebP.
 * @param number as the explorer's model numbers it
 * @throws as `exploreFile` does; not-found if there's none, or none that can be shown
 */
export async function explorePicture(actor: Actor, fileId: string, number: number): Promise<Uint8Array<ArrayBuffer>> {
  const { file, explored } = await exploreFile(actor, fileId);
  const key = `${file.sha256} ${number}`;
  const known = pictures.get(key);
  if (known) return known;
  const part = explored.pictures[number];
  const stored = part === undefined ? null : await withStored(file, (path) => engine().picture(path, part));
  const shown = stored?.ok ? await webpOf(stored.bytes, WIDEST_PICTURE) : null;
  if (!shown) throw notFound("picture");
  pictures.set(key, shown);
  let total = [...pictures.values()].reduce((sum, one) => sum + one.length, 0);
  for (const [oldest, { length }] of pictures) {
    if (total <= MOST_PICTURE_BYTES) break;
    total -= length;
    pictures.delete(oldest);
  }
  return shown;
}

async function read(file: FileRow): Promise<Explored> {
  const known = kept.get(file.sha256);
  if (known) {
    kept.delete(file.sha256);
    kept.set(file.sha256, known);
    return known;
  }
  const reading = withStored(file, (path) => engine().explore(path));
  kept.set(file.sha256, reading);
  const forget = (hash: string): void => {
    kept.delete(hash);
    sizes.delete(hash);
  };
  try {
    const explored = await reading;
    // Don't cache refusals, because some are temporary (a time limit).
    if (!explored.ok) forget(file.sha256);
    else {
      sizes.set(file.sha256, explored.index.length + explored.bundles.reduce((sum, one) => sum + one.length, 0));
      let total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
      for (const hash of kept.keys()) {
        if (total <= MOST_BYTES || hash === file.sha256) break;
        total -= sizes.get(hash) ?? 0;
        forget(hash);
      }
    }
    return explored;
  } catch (error) {
    forget(file.sha256);
    throw error;
  }
}
