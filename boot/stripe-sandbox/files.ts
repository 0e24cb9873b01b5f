/** Files a merchant uploads, such as evidence in a dispute. The bytes are kept for tests to check. */
import type { Context } from "hono";
import { invalidRequest, missingParameter } from "./failures.ts";
import { newId, nowSeconds } from "./objects.ts";
import type { StripeObject } from "./store.ts";

/** Stripe's limit for the files of one dispute. */
const LARGEST = 4_500_000;
const TYPES: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};

/** A file in a multipart request, with its bytes as the sandbox's own field. @throws StripeFailure */
export async function readFileUpload(c: Context): Promise<StripeObject> {
  const parts = await c.req.parseBody();
  const { file, purpose } = parts;
  if (purpose !== "dispute_evidence")
    throw invalidRequest("Invalid purpose: must be dispute_evidence", { param: "purpose" });
  if (!(file instanceof File)) throw missingParameter("file");
  if (file.size > LARGEST) throw invalidRequest("The file is too large: 4.5 MB at most.", { param: "file" }, 413);
  const bytes = Buffer.from(await file.arrayBuffer());
  const type = TYPES[file.type];
  if (!type || (type === "pdf" && !bytes.subarray(0, 5).equals(Buffer.from("%PDF-"))))
    throw invalidRequest("Invalid file type: PDF, JPEG or PNG.", { param: "file" });
  return {
    id: newId("file"),
    object: "file",
    created: nowSeconds(),
    expires_at: null,
    filename: file.name,
    links: { object: "list", data: [], has_more: false, url: "/v1/file_links" },
    purpose,
    size: file.size,
    title: null,
    type,
    url: null,
    sandbox: { base64: bytes.toString("base64") },
  };
}
