import type { Spot } from "#app/features/documents/rules/check/finding.ts";
import type { Passage } from "#app/features/documents/rules/check/passage.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { originOf } from "../uploads/origin-of.ts";
import { fileFor } from "../work/file-for.ts";
import { recordOpening } from "../work/record-view.ts";

/** A place in a manuscript, with the text around it. */
export type PlaceView = { fileId: string; name: string; spot: Spot; passage: Passage };

/** A place of a finding as addresses have it: "12.40.52" is characters 40 to 52 of block 12. */
export function readSpot(text: string): Spot | null {
  const match = /^(\d{1,7})\.(\d{1,9})\.(\d{1,9})$/.exec(text);
  return match && { block: Number(match[1]), from: Number(match[2]), to: Number(match[3]) };
}

/**
 * The text around a place, for anyone who may open the file.
 * @throws not-found as `fileFor` does, and for what's no place; invalid if the file can't be read
 */
export async function readPassage(
  actor: Actor,
  orderId: string,
  { fileId, at, first }: { fileId: string; at: string; first: string | null },
): Promise<PlaceView> {
  const spot = readSpot(at);
  const { file, order } = await fileFor(actor, fileId);
  if (!spot || order.id !== orderId) throw notFound("place");
  if (uidOf(actor) !== order.userId) await recordOpening(actor, file, order, "consistency check");
  const reading = engine().for(await originOf(file));
  const begin = first !== null && /^\d{1,7}$/.test(first) ? Number(first) : null;
  const found = await withStored(file, (path) => reading.passage(path, file.name, spot, begin));
  if (!found.ok) throw invalid(found.code, found.message, found.advice);
  return { fileId: file.id, name: file.name, spot, passage: found.passage };
}
