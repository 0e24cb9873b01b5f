/** XML as text: entities and encodings. */
import { Refused } from "../readers/refusal.ts";

const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));/g,
    (whole, hex?: string, dec?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(dec ?? "", 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    },
  );
}

/** Escapes text for element content and attribute values, and drops characters that XML doesn't allow. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");

/** A person's initials as Word shows them beside a comment: at most three. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? "")
    .slice(0, 3)
    .join("");

/** The text whose UTF-8 bytes are the characters of `raw`. */
export function decodeUtf8(raw: string): string {
  for (let i = 0; i < raw.length; i++) if (raw.charCodeAt(i) > 0x7f) return Buffer.from(raw, "latin1").toString("utf8");
  return raw;
}

/** XML as a part's bytes: UTF-8, and declared as such. */
export function encodeXml(xml: string): Buffer {
  const plain = xml.charCodeAt(0) === 0xfeff ? xml.slice(1) : xml;
  return Buffer.from(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2"), "utf8");
}

/** The text of an XML part: honors byte order marks and the declared encoding, otherwise UTF-8. */
export function decodeXml(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes[0] === 0x3c && bytes[1] === 0) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0 && bytes[1] === 0x3c) return new TextDecoder("utf-16be").decode(bytes);
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    bytes.toString("latin1", 0, 200),
  )?.[1];
  if (declared !== undefined && !/^utf-?8$|^us-ascii$|^utf-16/i.test(declared)) {
    try {
      return new TextDecoder(declared).decode(bytes);
    } catch {
      throw new Refused("damaged");
    }
  }
  return bytes.toString("utf8");
}
