import { z } from "zod";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { MAX_FILE_BYTES } from "../../rules/draft/file-limits.ts";
import { FILE_ROLES } from "../../rules/draft/file-role.ts";
import { cleanFileName } from "../../rules/draft/file-name.ts";
import { can } from "../../rules/can.ts";
import { checkRoom } from "./check-room.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import type { FileRow } from "../views/list-files.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { asDraft } from "../lifecycle/reopen-order.ts";
import { replaceVersion } from "../revisions/replace-version.ts";
import { finishReservation } from "./reserve-upload.ts";
import { UPLOAD_PURPOSES, type UploadPurpose, uploadPolicy } from "./upload-policy.ts";

/** The job that counts a file that its upload didn't. */
export const COUNT_JOB = "count-file";
/** No count takes longer. */
const COUNT_AGAIN_S = 45;

const Attachment = z.object({
  /** The id the upload was given, which is also where its bytes are stored. */
  fileId: z.string(),
  orderId: z.string(),
  purpose: z.enum(UPLOAD_PURPOSES),
  sourceFileId: z.string().nullish(),
  role: z.enum(FILE_ROLES).nullish(),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int().min(0).max(MAX_FILE_BYTES),
  sha256: z.string().length(64),
});

/**
 * Puts a file whose bytes have arrived on its order, as an immutable version. Safe to repeat: the same upload is one
 * file. A source starts as `counting`.
 * @throws invalid `same_file` when the order already has a file with the same bytes; `too_many_files`
 */
export const attachFile = command({
  input: Attachment,
  async load({ orderId }, ctx) {
    const order = await lockOrder(ctx.tx, orderId);
    if (!can.view(ctx.actor, order) && !can.read(ctx.actor, order)) throw notFound("order");
    return order;
  },
  allow: (actor, order, { purpose, role }) =>
    uploadPolicy(actor, order, purpose, role ?? null) || "You can't add this file to this order.",
  async run({ input, thing, ...ctx }): Promise<FileRow> {
    const there = await ctx.tx.selectFrom("files").selectAll().where("id", "=", input.fileId).executeTakeFirst();
    if (there) return there;
    if (thing.deletionStartedAt)
      throw conflict(
        "files_deleted",
        "We've deleted this order's files, so nothing can be added to it.",
        "Place a new order, or contact support.",
      );
    const own = input.purpose === "source" || input.purpose === "reference";
    const order = own ? await asDraft(ctx, thing) : thing;
    if (input.purpose === "version") await replaceVersion(ctx, order, input.sourceFileId ?? null);
    // Two empty files aren't duplicates: each is refused for being empty.
    if (own && input.bytes > 0) await checkNew(ctx, order, input.sha256);
    if (input.role === "reply_letter") await dropLetter(ctx, order);
    await checkRoom(ctx, order, input);
    const version = await nextVersion(ctx, order, input.purpose, input.sourceFileId ?? null);
    const { position } = await ctx.tx
      .selectFrom("files")
      .select((e) => e.fn.coalesce(e.fn.max("position"), e.lit(-1)).as("position"))
      .where("orderId", "=", order.id)
      .where("purpose", "=", input.purpose)
      .executeTakeFirstOrThrow();
    const row = await ctx.tx
      .insertInto("files")
      .values({
        id: input.fileId,
        orderId: order.id,
        purpose: input.purpose,
        sourceFileId: input.sourceFileId ?? null,
        role: input.role ?? null,
        name: cleanFileName(input.name),
        contentType: input.contentType,
        bytes: input.bytes,
        sha256: input.sha256,
        storageKey: input.fileId,
        version,
        position: position + 1,
        state: input.purpose === "source" || input.purpose === "version" ? "counting" : "stored",
        uploadedBy: uidOf(ctx.actor),
        createdAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await finishReservation(ctx.tx, row.id, ctx.now);
    // The upload's own request counts it. If its process dies, this does.
    if (row.state === "counting") await enqueue(ctx.tx, COUNT_JOB, { fileId: row.id }, { afterSeconds: COUNT_AGAIN_S });
    if (own) await changeOrder(ctx, order, {});
    return row;
  },
});

/** An order has one reply letter: a new one replaces it, with the copy made of it. */
async function dropLetter(ctx: CommandContext, order: Order): Promise<void> {
  const letters = ctx.tx
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", order.id)
    .where("role", "=", "reply_letter");
  await ctx.tx
    .updateTable("files")
    .set({ removedAt: ctx.now })
    .where("orderId", "=", order.id)
    .where("removedAt", "is", null)
    .where((e) =>
      e.or([e("id", "in", letters), e.and([e("sourceFileId", "in", letters), e("purpose", "=", "working")])]),
    )
    .execute();
}

async function checkNew(ctx: CommandContext, order: Order, sha256: string): Promise<void> {
  const twin = await ctx.tx
    .selectFrom("files")
    .select(["name", "purpose"])
    .where("orderId", "=", order.id)
    .where("sha256", "=", sha256)
    .where("purpose", "in", ["source", "reference"])
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (!twin) return;
  const where = twin.purpose === "source" ? "as a file to edit" : "as a reference file";
  throw invalid(
    "same_file",
    `This is the same file as “${twin.name}”, which you already added ${where}.`,
    "We kept one copy. You don't need to do anything.",
  );
}

/** The next version number for a source's copies. @throws not-found when the source is not on this order */
async function nextVersion(
  ctx: CommandContext,
  order: Order,
  purpose: UploadPurpose,
  sourceFileId: string | null,
): Promise<number> {
  if (!sourceFileId) return 1;
  const source = await ctx.tx
    .selectFrom("files")
    .select("id")
    .where("id", "=", sourceFileId)
    .where("orderId", "=", order.id)
    .where("purpose", "=", "source")
    .executeTakeFirst();
  if (!source) throw notFound("source file on this order");
  const { version } = await ctx.tx
    .selectFrom("files")
    .select((e) => e.fn.coalesce(e.fn.max("version"), e.lit(0)).as("version"))
    .where("orderId", "=", order.id)
    .where("purpose", "=", purpose)
    .where("sourceFileId", "=", sourceFileId)
    .executeTakeFirstOrThrow();
  return version + 1;
}
