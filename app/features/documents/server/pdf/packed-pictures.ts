import { createHash } from "node:crypto";

/**
 * The pictures of a PDF as they're stored, one hash each. For those that pdf.js can't unpack here (JPEG 2000). Of an
 * object that was saved again, the last version counts.
 */
export function packedPictures(bytes: Buffer): Set<string> {
  const pictures = new Map<string, string>();
  for (let at = bytes.indexOf("stream"); at >= 0; at = bytes.indexOf("stream", at)) {
    const isEnd = at >= 3 && bytes.toString("latin1", at - 3, at) === "end";
    const head = bytes.toString("latin1", Math.max(0, at - 1_000), at);
    at += 6;
    if (isEnd) continue;
    const begins = head.lastIndexOf(" obj");
    const dictionary = head.slice(Math.max(0, begins));
    if (begins < 0 || !/>>\s*$/.test(dictionary)) continue;
    const object = /(\d+) \d+$/.exec(head.slice(Math.max(0, begins - 30), begins))?.[1];
    const end = bytes.indexOf("endstream", at);
    const to = end < 0 ? bytes.length : end;
    if (object !== undefined) {
      if (/\/JPXDecode\b/.test(dictionary))
        pictures.set(
          object,
          createHash("sha256").update(bytes.subarray(at, to).toString("latin1").trim()).digest("hex"),
        );
      else pictures.delete(object);
    }
    at = to;
  }
  return new Set(pictures.values());
}
