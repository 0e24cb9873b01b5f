import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { receiveUpload } from "./receive-upload.ts";
import type { UploadPurpose } from "./upload-policy.ts";

/** For tests: a manuscript with this many words. */
export const manuscript = (words: number, title = "Methods"): Uint8Array =>
  buildDocx({
    paragraphs: [
      { text: title, heading: 1 },
      ...Array.from({ length: Math.ceil(words / 500) }, (_, i) => ({
        text: Array.from({ length: Math.min(500, words - i * 500) }, (_w, n) =>
          n % 9 === 8 ? "rivers" : "the soil holds water after rain here".split(" ")[n % 7],
        ).join(" "),
      })),
    ],
  });

const b64 = (text: string): string => Buffer.from(text).toString("base64");
const BASE = "http://localhost:3000/api/files";

/** For tests: the request that begins an upload. */
export const begin = (
  actor: Actor,
  about: { orderId: string; purpose: UploadPurpose; name: string; bytes: number; sourceFileId?: string; role?: string },
  network?: string,
): Promise<Response> =>
  receiveUpload(
    new Request(BASE, {
      method: "POST",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-length": String(about.bytes),
        ...(network ? { "x-forwarded-for": network } : {}),
        "upload-metadata": Object.entries({
          orderId: about.orderId,
          purpose: about.purpose,
          filename: about.name,
          filetype: "application/octet-stream",
          ...(about.sourceFileId ? { sourceFileId: about.sourceFileId } : {}),
          ...(about.role ? { role: about.role } : {}),
        })
          .map(([k, v]) => `${k} ${b64(v)}`)
          .join(","),
      },
    }),
    { actor },
  );

/** For tests: sends a part of an upload's bytes, from an offset. */
export const send = (actor: Actor, id: string, bytes: Uint8Array, offset = 0): Promise<Response> =>
  receiveUpload(
    new Request(`${BASE}/${id}`, {
      method: "PATCH",
      headers: {
        "tus-resumable": "1.0.0",
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
        "content-length": String(bytes.length),
      },
      body: bytes as unknown as BodyInit,
    }),
    { actor },
  );

/** For tests: how far an upload has got. */
export const ask = (actor: Actor, id: string): Promise<Response> =>
  receiveUpload(new Request(`${BASE}/${id}`, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } }), { actor });

export const idOf = (response: Response): string => response.headers.get("location")?.split("/").at(-1) ?? "";

/** For tests: a whole file, as a browser sends it. */
export async function upload(
  actor: Actor,
  orderId: string,
  name: string,
  bytes: Uint8Array,
  purpose: UploadPurpose = "source",
  sourceFileId?: string,
  role?: string,
): Promise<{ status: number; body: UploadAnswer; id: string }> {
  const begun = await begin(actor, {
    orderId,
    purpose,
    name,
    bytes: bytes.length,
    ...(sourceFileId ? { sourceFileId } : {}),
    ...(role ? { role } : {}),
  });
  const id = idOf(begun);
  // An empty file is complete when it begins.
  const answer = begun.status === 201 && bytes.length > 0 ? await send(actor, id, bytes) : begun;
  return { status: answer.status, body: JSON.parse((await answer.text()) || "{}") as UploadAnswer, id };
}

export type UploadAnswer = {
  file?: {
    id: string;
    state: string;
    name: string;
    receipt: { words: number; billable: number } | null;
    refusal: { code: string; message: string; advice: string } | null;
  };
  error?: { code: string; message: string; advice: string };
};
