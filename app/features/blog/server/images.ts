import { sql } from "kysely";
import { z } from "zod";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type Sharp, loadSharp } from "#app/platform/server/files/pictures.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import {
  CARD,
  IMAGE_LIMITS,
  IMAGE_TYPES,
  type ImageFacts,
  type ImageFormat,
  imageKind,
  readVariant,
  widthsFor,
} from "../rules/image.ts";
import { picturesOf } from "../rules/document-contents.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { workingCopy } from "./post-row.ts";
import { readPreview } from "./preview.ts";

const UPLOADS_AN_HOUR = 300;
const AT_ONCE = 2;
const TIME_LIMIT_S = 20;
let working = 0;

const keyOf = (id: string, width: number | "card", format: ImageFormat): string =>
  `blog-images/${id}/${width}.${format}`;

const noImage = (message: string, advice: string) => invalid("image", message, advice, { image: message });

/**
 * Re-encodes a picture in every width and format. Neither the original file nor its metadata is stored.
 */
async function makeVariants(
  sharp: Sharp,
  bytes: Uint8Array,
): Promise<{ facts: Omit<ImageFacts, "id">; files: Map<string, Buffer> }> {
  const source = () =>
    sharp(bytes, { limitInputPixels: IMAGE_LIMITS.pixels, failOn: "error", pages: 1 }).timeout({
      seconds: TIME_LIMIT_S,
    });
  const { autoOrient } = await source().metadata();
  const { width, height } = autoOrient;
  if (width * height > IMAGE_LIMITS.pixels)
    throw noImage(
      `This picture has more than ${IMAGE_LIMITS.pixels / 1_000_000} million pixels.`,
      "Scale it down and try again.",
    );
  if (width < IMAGE_LIMITS.least || height < IMAGE_LIMITS.least)
    throw noImage("This picture is too small to show.", `Choose one of at least ${IMAGE_LIMITS.least} pixels.`);
  const widths = widthsFor(width);
  // Decoded once, turned upright, in sRGB.
  const { data, info } = await source()
    .autoOrient()
    .toColorspace("srgb")
    .resize({ width: widths.at(-1)!, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const upright = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
  const files = new Map<string, Buffer>();
  for (const wide of widths) {
    const sized = () => upright().resize({ width: wide });
    files.set(`${wide}.avif`, await sized().avif({ quality: 55, effort: 2 }).toBuffer());
    files.set(`${wide}.webp`, await sized().webp({ quality: 80, effort: 3 }).toBuffer());
    files.set(`${wide}.jpg`, await sized().flatten({ background: "#ffffff" }).jpeg({ quality: 82 }).toBuffer());
  }
  files.set(
    "card.jpg",
    await upright()
      .resize({ ...CARD, fit: "cover" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 82 })
      .toBuffer(),
  );
  return { facts: { width: info.width, height: info.height, widths }, files };
}

/** Records a picture whose files are stored. Uploading the same file again returns the first picture. */
export const addImage = command({
  input: z.object({
    id: z.string().refine((id) => isId("image", id)),
    sha256: z.string().length(64),
    width: z.int().positive(),
    height: z.int().positive(),
    widths: z.array(z.int().positive()).min(1).max(10),
    bytes: z.int().positive(),
  }),
  load: async () => null,
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input, tx, actor, now }): Promise<ImageFacts> {
    await tx
      .insertInto("blog_images")
      .values({ ...input, createdBy: uidOf(actor), createdAt: now })
      .onConflict((c) => c.column("sha256").doNothing())
      .execute();
    return tx
      .selectFrom("blog_images")
      .select(["id", "width", "height", "widths"])
      .where("sha256", "=", input.sha256)
      .executeTakeFirstOrThrow();
  },
});

/**
 * Takes a picture from an editor's page: checks what it is, re-encodes it, stores it.
 * @throws Problem refused, invalid, busy
 */
export async function saveImage(actor: Actor, bytes: Uint8Array): Promise<ImageFacts> {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
  if (bytes.length > IMAGE_LIMITS.bytes)
    throw noImage(
      `This picture is larger than ${IMAGE_LIMITS.bytes / 1024 / 1024} MB.`,
      "Save it as JPEG, or scale it down, and try again.",
    );
  if (!imageKind(bytes))
    throw noImage("We can't read this file as a picture.", "Choose a JPEG, PNG, WebP, AVIF, or GIF file.");
  const hash = sha256(bytes);
  const known = await database()
    .selectFrom("blog_images")
    .select(["id", "width", "height", "widths"])
    .where("sha256", "=", hash)
    .executeTakeFirst();
  if (known) return known;
  if (!(await within(`blog images of ${uidOf(actor)}`, UPLOADS_AN_HOUR, HOUR)) || working >= AT_ONCE)
    throw new Problem("busy", "images_busy", "Too many pictures are being prepared.", "Try again in a moment.");
  working += 1;
  try {
    const sharp = await loadSharp();
    const { facts, files } = await makeVariants(sharp, bytes).catch((error: unknown) => {
      if (error instanceof Problem) throw error;
      throw noImage(
        "This picture is damaged or too complex.",
        "Open it in an image program, save it again, and retry.",
      );
    });
    const id = newId("image");
    for (const [name, file] of files) await storage().put(`blog-images/${id}/${name}`, file);
    const saved = await addImage(actor, { id, sha256: hash, ...facts, widths: [...facts.widths], bytes: bytes.length });
    // Somebody else uploaded the same file at the same time.
    if (saved.id !== id) for (const name of files.keys()) await storage().remove(`blog-images/${id}/${name}`);
    return saved;
  } finally {
    working -= 1;
  }
}

/** Pictures by ID. */
export async function findImages(ids: readonly string[], db: Reader = database()): Promise<Map<string, ImageFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("blog_images")
    .select(["id", "width", "height", "widths"])
    .where("id", "in", [...new Set(ids)].slice(0, 1_000))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a public article shows it. */
async function isShown(id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from blog_posts p where p.status <> 'draft' and p."publishedAt" <= ${now()}
      and (p."coverId" = ${id} or jsonb_path_query_array(p.document, 'strict $.**.imageId') ? ${id}) limit 1`.execute(
    database(),
  );
  return rows.length > 0;
}

/** Whether a preview link shows it: the link's article has it in its working copy. */
async function isPreviewed(id: string, key: string): Promise<boolean> {
  try {
    const { document, coverId } = workingCopy(await readPreview(key));
    return coverId === id || picturesOf(document).some((it) => it.imageId === id);
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/**
 * GET /api/blog-images/:id/:variant: a picture in one width and format, such as "960.webp". For a width that
 * wasn't made, it sends the next larger one. Anyone can open pictures of public articles. The others are for staff and
 * for people with a preview link (`?preview=`).
 */
export async function getImage(
  request: Request,
  { params, actor }: { params: Record<string, string>; actor: Actor },
): Promise<Response> {
  const asked = readVariant(params["variant"] ?? "");
  const id = params["id"] ?? "";
  const image = asked && isId("image", id) ? (await findImages([id])).get(id) : undefined;
  if (!asked || !image) throw notFound("picture");
  const isPublic = await isShown(id);
  const key = new URL(request.url).searchParams.get("preview");
  if (!isPublic && !mayBlog(actor) && !(key && (await isPreviewed(id, key)))) throw notFound("picture");
  const wanted = asked.width;
  const width = wanted === "card" ? wanted : (image.widths.find((w) => w >= wanted) ?? image.widths.at(-1)!);
  const { stream, bytes } = await storage()
    .read(keyOf(id, width, asked.format))
    .catch(() => {
      throw notFound("picture");
    });
  return new Response(stream, {
    headers: {
      "content-type": IMAGE_TYPES[asked.format],
      "content-length": String(bytes),
      "cache-control": isPublic ? "public, max-age=31536000, immutable" : "private, no-store",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}
