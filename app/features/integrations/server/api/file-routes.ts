import { z } from "zod";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { deliveredName } from "#app/features/orders/rules/draft/file-name.ts";
import { removeFile } from "#app/features/orders/server/uploads/remove-file.ts";
import { type FileRow, asOwnFile, listOwnFiles, type OwnFile } from "#app/features/orders/server/views/list-files.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import type { Caller } from "../keys/find-key.ts";
import { apiRoute } from "./api-route.ts";
import { fileLink } from "./file-links.ts";
import { listOf } from "./lists.ts";
import { Instant, named } from "./order-schemas.ts";
import { ownOrder } from "./order-routes.ts";

const Link = {
  url: z.url().describe("Downloads it without a key, until url_expires_at."),
  url_expires_at: Instant,
};

const FileObject = named(
  "File",
  z.object({
    object: z.literal("file"),
    id: z.string(),
    order: z.string(),
    purpose: z.enum(["source", "reference"]),
    name: z.string(),
    bytes: z.int(),
    state: z.enum(["stored", "counting", "counted", "refused"]),
    words: z.int().nullable().describe("Null until it's counted."),
    billable_words: z.int().nullable(),
    sections: z
      .array(z.object({ id: z.string(), title: z.string(), words: z.int() }))
      .describe("The parts that can be left out of an order, with `excluded`."),
    refusal: z.string().nullable().describe("Why it can't be edited, and what to do."),
    created_at: Instant,
    ...Link,
  }),
  "A file that was sent with an order: to be edited, or for reference.",
);

const fileView = (file: OwnFile, orderId: string, caller: Caller): z.infer<typeof FileObject> => ({
  object: "file",
  id: file.id,
  order: orderId,
  purpose: file.purpose,
  name: file.name,
  bytes: file.bytes,
  state: file.state,
  words: file.receipt?.words ?? null,
  billable_words: file.receipt?.billable ?? null,
  sections: (file.receipt?.sections ?? []).map(({ id, title, words }) => ({ id, title, words })),
  refusal: file.refusal ? `${file.refusal.message} ${file.refusal.advice}`.trim() : null,
  created_at: file.createdAt.toISOString(),
  ...fileLink(file.id, caller),
});

async function ownFile(actor: Person, id: string | undefined): Promise<FileRow> {
  const { file, order } = await fileFor(actor, id ?? "");
  if (order.userId !== actor.uid || (file.purpose !== "source" && file.purpose !== "reference")) throw notFound("file");
  return file;
}

const DeliveredFile = z.object({
  id: z.string(),
  kind: z.enum(["tracked", "clean"]),
  source: z.string().describe("The file it's an edit of."),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  ...Link,
});

const Delivery = named(
  "Delivery",
  z.object({
    object: z.literal("delivery"),
    id: z.string(),
    order: z.string(),
    round: z.int().describe("1, and one more for each revision."),
    letter: z.string().describe("What the editor wrote to the author."),
    delivered_at: Instant,
    files: z.array(DeliveredFile),
  }),
  "What an editor delivered: the copy with tracked changes, and the clean copy.",
);

async function deliveriesOf(orderId: string, caller: Caller): Promise<z.infer<typeof Delivery>[]> {
  const rows = await database()
    .selectFrom("submissions as s")
    .innerJoin("submission_files as p", "p.submissionId", "s.id")
    .innerJoin("files as source", "source.id", "p.sourceFileId")
    .innerJoin("files as f", (join) =>
      join.on((e) => e.or([e("f.id", "=", e.ref("p.trackedFileId")), e("f.id", "=", e.ref("p.cleanFileId"))])),
    )
    .select([
      "s.id",
      "s.round",
      "s.letter",
      "s.deliveredAt",
      "source.id as sourceId",
      "source.name as sourceName",
      "f.id as fileId",
      "f.purpose",
      "f.name",
      "f.bytes",
      "f.sha256",
      "f.removedAt",
    ])
    .where("s.orderId", "=", orderId)
    .where("s.status", "=", "delivered")
    .orderBy("s.round")
    .orderBy("source.position")
    .orderBy("f.purpose", "desc")
    .execute();
  const found = new Map<string, z.infer<typeof Delivery>>();
  for (const row of rows) {
    let delivery = found.get(row.id);
    if (!delivery) {
      delivery = {
        object: "delivery",
        id: row.id,
        order: orderId,
        round: row.round,
        letter: row.letter,
        delivered_at: row.deliveredAt!.toISOString(),
        files: [],
      };
      found.set(row.id, delivery);
    }
    const kind = row.purpose === "clean" ? "clean" : "tracked";
    if (row.removedAt === null)
      delivery.files.push({
        id: row.fileId,
        kind,
        source: row.sourceId,
        name: deliveredName(row.sourceName, row.round, kind, row.name),
        bytes: row.bytes,
        sha256: row.sha256,
        ...fileLink(row.fileId, caller),
      });
  }
  return [...found.values()];
}

const all = <T>(data: T[]) => ({ object: "list" as const, data, has_more: false });

export const fileRoutes = [
  apiRoute({
    method: "GET",
    path: "/orders/:id/files",
    id: "listOrderFiles",
    group: "Files",
    summary: "List the files sent with an order",
    scope: "files",
    answer: named("FileList", listOf(FileObject)),
    async handle({ actor, caller, params }) {
      const { id } = await ownOrder(actor, params.id);
      return all((await listOwnFiles(id)).map((file) => fileView(file, id, caller)));
    },
  }),
  apiRoute({
    method: "GET",
    path: "/files/:id",
    id: "getFile",
    group: "Files",
    summary: "Get a file and the state of its count",
    scope: "files",
    answer: FileObject,
    async handle({ actor, caller, params }) {
      const file = await ownFile(actor, params.id);
      return fileView(asOwnFile(file), file.orderId, caller);
    },
  }),
  apiRoute({
    method: "DELETE",
    path: "/files/:id",
    id: "removeFile",
    group: "Files",
    summary: "Remove a file from an unpaid order",
    scope: "files",
    answer: named("RemovedFile", z.object({ object: z.literal("file"), id: z.string(), removed: z.literal(true) })),
    async handle({ actor, params }) {
      const { id } = await ownFile(actor, params.id);
      await removeFile(actor, { fileId: id });
      return { object: "file", id, removed: true };
    },
  }),
  apiRoute({
    method: "GET",
    path: "/orders/:id/deliveries",
    id: "listDeliveries",
    group: "Files",
    summary: "List what was delivered",
    notes: "Empty until the order is delivered. Then once for the delivery, and once more for each revision.",
    scope: "files",
    answer: named("DeliveryList", listOf(Delivery)),
    async handle({ actor, caller, params }) {
      const { id } = await ownOrder(actor, params.id);
      return all(await deliveriesOf(id, caller));
    },
  }),
];
