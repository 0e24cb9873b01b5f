import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { personOf } from "#db/seed/cast.ts";
import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { database } from "#app/platform/server/core/database.ts";
import { COPIES, storeFile } from "./order-copies.ts";

/** What a program orders, in the API's names. */
export const API_CHOICES = {
  service: "copyediting",
  turnaround: "7d",
  subfield: "environmental-science",
  variant: "UK",
  document_type: "research-article",
  style_guide: "apa",
};

const b64 = (text: string) => Buffer.from(text).toString("base64");

/** Uploads a manuscript as tus clients do. @param base the API's address, "/api/v1" included */
export function uploadPaper(base: string, key: string, orderId: string): Promise<Response> {
  const bytes = COPIES.source();
  return fetch(`${base}/uploads`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": `orderId ${b64(orderId)},purpose ${b64("source")},filename ${b64("paper.docx")}`,
      "content-type": "application/offset+octet-stream",
    },
    body: new Uint8Array(bytes),
  });
}

export type ReceivedEvent = { type: string; data: { order: { id: string; status: string } } };

/** A program that receives events, and verifies each with the convention's own library. */
export async function openReceiver() {
  const got: ReceivedEvent[] = [];
  let secret = "";
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      got.push(new Webhook(secret).verify(body, request.headers as Record<string, string>) as ReceivedEvent);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    got,
    use: (given: string) => void (secret = given),
    close: () => void server.close(),
  };
}

/**
 * The editor's part of an order, as on the pages: takes it, uploads the tracked copy, and hands it in.
 * @param settle what runs after the assignment, such as jobs @returns how it was handed in
 */
export async function editPaper(orderId: string, settle: () => Promise<unknown> = async () => {}) {
  const jonas = personOf("jonas");
  await assignEditor(personOf("ada"), { orderId, editorId: jonas.uid, reason: "A test" });
  await database().updateTable("orders").set({ qaReason: "none" }).where("id", "=", orderId).execute();
  await settle();
  await startOrder(jonas, { orderId });
  const source = await database()
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", orderId)
    .where("purpose", "=", "source")
    .executeTakeFirstOrThrow();
  await storeFile(orderId, {
    purpose: "tracked",
    name: "edited.docx",
    bytes: COPIES.tracked(),
    by: jonas.uid,
    sourceFileId: source.id,
  });
  return submitWork(jonas, { orderId, noAi: true, letter: "Dear author, all is done." });
}
