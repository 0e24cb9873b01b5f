import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readingMinutes } from "#app/platform/rules/public-pages/markdown.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { picturesOf } from "../rules/document-contents.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { renderDocument } from "../rules/render-document.ts";
import { findImages } from "./images.ts";
import { type EditedPost, getPost, workingCopy } from "./post-row.ts";
import { readPreview } from "./preview.ts";

/** A working copy as readers would see it. @param key of the preview link, for requesting its pictures */
async function shown(it: EditedPost, key?: string) {
  const { title, summary, tags, authorId, document, coverId, coverAlt } = workingCopy(it);
  const pictures = picturesOf(document).map((p) => p.imageId);
  const stored = await findImages(coverId ? [...pictures, coverId] : pictures);
  const images = new Map([...stored].map(([id, image]) => [id, key ? { ...image, preview: key } : image]));
  const author = await database()
    .selectFrom("blog_authors")
    .select(["slug", "name", "bio"])
    .where("id", "=", authorId)
    .executeTakeFirst();
  const rendered = renderDocument(document, images);
  return {
    title: title || "Untitled",
    summary,
    tags,
    ...rendered,
    minutes: readingMinutes(rendered.words),
    authorSlug: author?.slug ?? "",
    authorName: author?.name ?? "",
    authorBio: author?.bio ?? "",
    publishedAt: it.post.publishedAt ?? now(),
    cover: (coverId && images.get(coverId)) || null,
    coverAlt,
  };
}

/** For anyone with a preview link. @throws Problem gone */
export const previewByLink = async (token: string) => shown(await readPreview(token), token);

/** For the people who write. @throws Problem refused unless support or admin, not-found */
export async function previewArticle(actor: Actor, postId: string) {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
  return shown(await getPost(database(), postId));
}
