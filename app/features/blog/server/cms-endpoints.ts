import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem, refused } from "#app/platform/rules/core/errors.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { DOCUMENT_LIMITS } from "../rules/document.ts";
import { IMAGE_LIMITS } from "../rules/image.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { checkArticleLinks } from "./check-article-links.ts";
import { saveImage } from "./images.ts";
import { noteEditing } from "./note-editing.ts";
import { savePost } from "./save-post.ts";

type Args = { actor: Actor; params: Record<string, string> };

async function answered(run: () => Promise<unknown>): Promise<Response> {
  try {
    return Response.json(await run(), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return Response.json({ error: error.toJSON() }, { status: error.status });
  }
}

const allow = (actor: Actor): void => {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
};

/** POST /api/blog-posts/:id: saves the working copy, every few seconds while someone writes. */
export const postSave = (request: Request, { actor, params }: Args): Promise<Response> =>
  answered(async () => {
    allow(actor);
    const body = (await readJsonBody(request, {
      // Each character of text may have a few of structure around it.
      most: DOCUMENT_LIMITS.characters * 8,
      message: "This article is too long to save.",
      advice: "Split it into two articles.",
    })) as { version?: unknown; content?: unknown; keep?: unknown } | null;
    return savePost(actor, {
      postId: params["id"] ?? "",
      version: typeof body?.version === "number" ? body.version : -1,
      content: body?.content,
      keep: body?.keep === true,
    });
  });

/**
 * POST /api/blog-posts/:id/editing: reports that the article is open in an editor, and returns who else has it open.
 */
export const postEditing = (request: Request, { actor, params }: Args): Promise<Response> =>
  answered(async () => {
    allow(actor);
    const body = (await readJsonBody(request)) as { leaves?: unknown } | null;
    return noteEditing(actor, { postId: params["id"] ?? "", leaves: body?.leaves === true });
  });

/** POST /api/blog-posts/:id/links: checks its links. @param pageExists whether one of our pages has this path */
export const postLinkCheck =
  (pageExists: (path: string) => boolean | Promise<boolean>) =>
  (_request: Request, { actor, params }: Args): Promise<Response> =>
    answered(() => checkArticleLinks(actor, params["id"] ?? "", pageExists));

/** POST /api/blog-images: a picture as the request's body. */
export const postImage = (request: Request, { actor }: Args): Promise<Response> =>
  answered(async () => {
    allow(actor);
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      parts.push(part);
      // One more byte shows that it's too large.
      if (bytes > IMAGE_LIMITS.bytes) break;
    }
    return saveImage(actor, Buffer.concat(parts));
  });
