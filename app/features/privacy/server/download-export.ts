import { Readable } from "node:stream";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, SYSTEM, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { unsealStream } from "#app/platform/server/files/sealed-stream.ts";
import { openUnhashed } from "#app/platform/server/files/stored-file.ts";

/**
 * GET /api/data-exports/:id: the copy of a person's data, for them alone, until it expires.
 * @throws not-found for everyone else; gone
 */
export async function downloadExport(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const uid = uidOf(actor);
  const id = params.id ?? "";
  const row =
    uid && actor.kind === "person" && actor.emailVerified && isId("dataRequest", id)
      ? await database()
          .selectFrom("data_requests")
          .selectAll()
          .where("id", "=", id)
          .where("uid", "=", uid)
          .executeTakeFirst()
      : undefined;
  if (!uid || !row || row.kind !== "export" || row.status === "making") throw notFound("file");
  if (row.status !== "ready" || !row.storageKey || !row.expiresAt || row.expiresAt <= now())
    throw new Problem(
      "gone",
      "expired",
      "This copy of your data has expired.",
      "Request a new one on the page about your data.",
    );
  const { stream } = await openUnhashed({ storageKey: row.storageKey });
  await transact(SYSTEM, async (ctx) => {
    await ctx.fact("privacy.export_downloaded", { subjectId: uid, data: { uid, requestId: id }, topics: ["staff"] });
  });
  const bytes = Readable.from(unsealStream(stream as unknown as AsyncIterable<Uint8Array>, id));
  return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="my-data-${dayOf(row.createdAt)}.zip"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
