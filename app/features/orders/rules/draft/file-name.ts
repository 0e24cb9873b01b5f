/** A file's name is only a label, never a path or a command. */
const CONTROL = /[\u0000-\u001f\u007f\u0080-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Cleans an uploaded file's name: the last part of its path, without control and direction characters, at most 180
 * characters. Keeps the extension.
 */
export function cleanFileName(raw: string): string {
  const last = raw.normalize("NFC").replace(CONTROL, "").split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(/\s+/g, " ").trim().replace(/^\.+/, "");
  if (!name) return "manuscript";
  if (name.length <= 180) return name;
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? "";
  return name.slice(0, 180 - ending.length) + ending;
}

/** The header that makes a browser save a file under its name, in any script (RFC 6266, RFC 5987). */
export function contentDisposition(name: string): string {
  const clean = cleanFileName(name);
  const ascii = clean.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const encoded = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * A delivered copy's name: the manuscript's, the delivery number, and its content. "Soil moisture v2 (tracked
 * changes).docx"
 * @param sourceName the manuscript's name @param round 1 for the first delivery @param name the copy's stored name, for
 * its extension
 */
export function deliveredName(sourceName: string, round: number, purpose: "tracked" | "clean", name: string): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? "";
  const base = sourceName.replace(/\.[a-z0-9]{1,8}$/i, "");
  return cleanFileName(
    `${base.slice(0, 140)} v${round} (${purpose === "tracked" ? "tracked changes" : "clean"})${ending}`,
  );
}
