/** An article's pictures: what may be uploaded, and in which sizes and formats they are sent. */
export const IMAGE_LIMITS = { bytes: 15 * 1024 * 1024, pixels: 50_000_000, least: 16 } as const;

/** The widths a picture is made in, up to its own. */
const WIDTHS = [480, 960, 1_600] as const;
export const IMAGE_FORMATS = ["avif", "webp", "jpg"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
export const IMAGE_TYPES: Record<ImageFormat, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };
/** The card that social networks show for a link. */
export const CARD = { width: 1_200, height: 630 } as const;

/** A picture as stored: its size after turning it upright, and the widths it was made in, smallest first. */
export type ImageFacts = {
  id: string;
  width: number;
  height: number;
  widths: readonly number[];
  /** The key of the preview link that shows it, if its article isn't public. */
  preview?: string;
};

/** The widths to make of a picture, smallest first. The largest is its own, or the largest there is. */
export function widthsFor(width: number): number[] {
  const most = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((it) => it < most), most];
}

/** The address of a picture in one width and format. @param preview the key of a preview link */
export const imageUrl = (id: string, width: number | "card", format: ImageFormat, preview?: string): string =>
  `/api/blog-images/${id}/${width}.${format}${preview ? `?preview=${encodeURIComponent(preview)}` : ""}`;

/** The width and format that an address asks for, or null. */
export function readVariant(name: string): { width: number | "card"; format: ImageFormat } | null {
  const found = /^(card|\d{1,4})\.(avif|webp|jpg)$/.exec(name);
  if (!found || (found[1] === "card" && found[2] !== "jpg")) return null;
  return { width: found[1] === "card" ? "card" : Number(found[1]), format: found[2] as ImageFormat };
}

/** The sources of a picture, best format first. */
export const pictureSources = ({ id, widths, preview }: ImageFacts): { type: string; srcSet: string }[] =>
  (["avif", "webp"] as const).map((format) => ({
    type: IMAGE_TYPES[format],
    srcSet: widths.map((width) => `${imageUrl(id, width, format, preview)} ${width}w`).join(", "),
  }));

/** The format of a picture by its first bytes, or null if we don't accept it. */
export function imageKind(bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | "avif" | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\u0089PNG\r\n\u001a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (/^GIF8[79]a$/.test(text(0, 6))) return "gif";
  if (text(4, 8) === "ftyp" && /^avi[fs]$/.test(text(8, 12))) return "avif";
  return null;
}
