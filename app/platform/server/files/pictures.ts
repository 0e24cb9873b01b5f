/** Decodes and encodes pictures, with sharp's own threads. */
import { Problem } from "../../rules/core/errors.ts";

export type Sharp = Awaited<ReturnType<typeof load>>;

let loading: ReturnType<typeof load> | undefined;

/** Sharp, loaded with the first picture: every process would otherwise load it at startup, and few need it. */
export const loadSharp = (): Promise<Sharp> => (loading ??= load());

async function load() {
  const { default: sharp } = await import("sharp");
  // Only the decoders for the formats we accept, so an SVG or PDF under another name isn't even opened.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: [
      "VipsForeignLoadJpegBuffer",
      "VipsForeignLoadPngBuffer",
      "VipsForeignLoadWebpBuffer",
      "VipsForeignLoadNsgifBuffer",
      "VipsForeignLoadHeifBuffer",
    ],
  });
  // Leave processor time for readers.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

const MOST_PIXELS = 60_000_000;
const TIME_LIMIT_S = 5;
const MOST_WAITING = 60;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * A picture from somebody's file as WebP, upright, in sRGB, without its metadata. One is made at a time.
 * @param width the most, in pixels
 * @returns null if it's damaged, too large, or no picture that browsers show
 * @throws Problem busy, if too many are waiting
 */
export async function webpOf(bytes: Uint8Array, width: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (waiting >= MOST_WAITING)
    throw new Problem("busy", "images_busy", "Too many pictures are being prepared.", "Try again in a moment.");
  waiting += 1;
  const made = last.then(async () => {
    const sharp = await loadSharp();
    return sharp(bytes, { limitInputPixels: MOST_PIXELS, pages: 1 })
      .timeout({ seconds: TIME_LIMIT_S })
      .autoOrient()
      .toColorspace("srgb")
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
  });
  last = made.catch(() => undefined).finally(() => (waiting -= 1));
  return made.then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
}
