/** Photos are stored without metadata, because phones write their location into every photo. */

export type CleanPhoto = { type: "image/jpeg" | "image/png"; bytes: Uint8Array };

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const KEPT_CHUNKS = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/** Only the picture, or null for a file that is damaged or is neither a JPEG nor a PNG. */
export function cleanPhoto(bytes: Uint8Array): CleanPhoto | null {
  if (PNG.every((b, i) => bytes[i] === b)) return cleanPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return cleanJpeg(bytes);
  return null;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function cleanPng(bytes: Uint8Array): CleanPhoto | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (KEPT_CHUNKS.has(name)) parts.push(bytes.subarray(at, end));
    if (name === "IEND") return { type: "image/png", bytes: joined(parts) };
    at = end;
  }
  return null;
}

function cleanJpeg(bytes: Uint8Array): CleanPhoto | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [bytes.subarray(0, 2)];
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    // The picture itself follows the start of scan, to the end of the file.
    if (marker === 0xda) return { type: "image/jpeg", bytes: joined([...parts, bytes.subarray(at)]) };
    const end = at + 2 + view.getUint16(at + 2);
    if (end > bytes.length) return null;
    // APP1 to APP15 and comments contain metadata. APP0 is JFIF's own header, and APP14 specifies the color encoding.
    const metadata = (marker >= 0xe1 && marker <= 0xef && marker !== 0xee) || marker === 0xfe;
    if (!metadata) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}
