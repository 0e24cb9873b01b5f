/** Files for tests' orders: a manuscript, and tracked copies of it. */
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { DocxSpec, ParagraphSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const TEXT = [
  "Soil moisture governs the exchange of water between land and air in dry regions.",
  "We measured it at twelve sites during two seasons, using buried sensors and weekly cores.",
  "The sensors agreed with the cores at ten sites, and drifted at two of them after heavy rain.",
];
const plain = (paragraphs: readonly ParagraphSpec[], extra: Partial<DocxSpec> = {}): Buffer =>
  buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, ...paragraphs], ...extra });

/** Builds a document once, and hands out copies that a test may change. */
function once(build: () => Buffer): () => Buffer {
  let built: Buffer | undefined;
  return () => Buffer.from((built ??= build()));
}

/** The manuscript of these tests, and possible edited copies. */
export const COPIES = {
  source: once(() => plain(TEXT.map((text) => ({ text })))),
  /** All edits tracked: one word deleted, one inserted, one comment. */
  tracked: once(() =>
    plain(
      [
        { text: TEXT[0]! },
        {
          runs: [
            { text: "We " },
            { text: "measured", del: true },
            { text: "recorded", ins: true, comments: [0] },
            { text: TEXT[1]!.slice("We measured".length) },
          ],
        },
        { text: TEXT[2]! },
      ],
      { author: "Jonas Weber", creator: "Jonas Weber", comments: [{ text: "Recorded is the better word here." }] },
    ),
  ),
  /** One edit made with Track Changes off, and one tracked. */
  untracked: once(() =>
    plain(
      [
        { text: TEXT[0]!.replace("dry", "arid") },
        {
          runs: [
            { text: "We " },
            { text: "measured", del: true },
            { text: "recorded", ins: true },
            { text: TEXT[1]!.slice("We measured".length) },
          ],
        },
        { text: TEXT[2]! },
      ],
      { author: "Jonas Weber" },
    ),
  ),
  another: once(() =>
    plain(
      [
        { text: "The trade of salt along the northern coast was taxed by three towns in turn." },
        { text: "Their ledgers survive in part, and name every ship that came." },
      ],
      { author: "Jonas Weber" },
    ),
  ),
};

/** Stores an order's file like an upload would. */
export async function storeFile(
  orderId: string,
  it: {
    purpose: "source" | "version" | "tracked" | "clean" | "reference";
    name: string;
    bytes: Uint8Array;
    by: string;
    sourceFileId?: string;
    position?: number;
    receipt?: object;
  },
): Promise<string> {
  const id = newId("file");
  const storageKey = `orders/${orderId}/${id}`;
  await storage().put(storageKey, it.bytes);
  await database()
    .insertInto("files")
    .values({
      id,
      orderId,
      purpose: it.purpose,
      sourceFileId: it.sourceFileId ?? null,
      name: it.name,
      contentType: DOCX,
      bytes: it.bytes.length,
      sha256: sha256(it.bytes),
      storageKey,
      position: it.position ?? 0,
      state: it.purpose === "source" ? "counted" : "stored",
      receipt: it.receipt ? json(it.receipt) : null,
      uploadedBy: it.by,
      createdAt: now(),
    })
    .execute();
  return id;
}

/** Gives a file other bytes, as if it had been uploaded with them. */
export async function replaceFile(id: string, bytes: Uint8Array): Promise<void> {
  const { storageKey } = await database()
    .updateTable("files")
    .set({ bytes: bytes.length, sha256: sha256(bytes) })
    .where("id", "=", id)
    .returning("storageKey")
    .executeTakeFirstOrThrow();
  await storage().put(storageKey, bytes);
}
