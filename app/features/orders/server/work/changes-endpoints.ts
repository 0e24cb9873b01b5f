import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import { replay, type LogLine } from "#app/features/documents/rules/explore/decision-log.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { contentDisposition } from "../../rules/draft/file-name.ts";
import { exploreFile, explorePicture } from "./explore-file.ts";
import { explorePage } from "./explore-other.ts";
import { fileFor } from "./file-for.ts";
import { listDecisions, saveDecisions } from "./save-decisions.ts";
import { recordOpening } from "./record-view.ts";

type Args = { actor: Actor; params: Record<string, string> };

const MOST_BYTES = 2 * 1024 * 1024;
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Manuscripts are never cached. */
const PRIVATE = { "cache-control": "private, no-store", "x-content-type-options": "nosniff" };

/** Compressed JSON, or plain for clients that can't decompress it. */
function packed(request: Request, bytes: Uint8Array): Response {
  const headers = {
    ...PRIVATE,
    "content-type": "application/json",
    vary: "accept-encoding",
  };
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(request.headers.get("accept-encoding") ?? ""))
    return new Response(new Uint8Array(gunzipSync(bytes)), { headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, "content-encoding": "gzip", "content-length": String(bytes.length) },
  });
}

/**
 * GET /api/files/:id/changes: the index of a tracked copy's changes; with ?bundle=n a bundle of its text, with
 * ?picture=n one of its pictures, with ?page=n a page of an annotated PDF. Open to anyone who may download the file.
 */
export async function getChanges(request: Request, { actor, params }: Args): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const picture = searchParams.get("picture");
  if (picture !== null)
    return new Response(await explorePicture(actor, params.id ?? "", Number(picture)), {
      headers: { ...PRIVATE, "content-type": "image/webp", "content-security-policy": "sandbox; default-src 'none'" },
    });
  const page = searchParams.get("page");
  if (page !== null)
    return new Response(await explorePage(actor, params.id ?? "", Number(page)), {
      headers: {
        ...PRIVATE,
        "content-type": "image/svg+xml",
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      },
    });
  const { file, order, explored } = await exploreFile(actor, params.id ?? "");
  const bundle = searchParams.get("bundle");
  if (bundle !== null) {
    const bytes = explored.bundles[Number(bundle)];
    if (!bytes) throw notFound("part of this document");
    return packed(request, bytes);
  }
  await recordOpening(actor, file, order, "changes tracked");
  return packed(request, explored.index);
}

/** GET /api/files/:id/decisions: the reader's own decisions so far. */
export async function getDecisions(_request: Request, { actor, params }: Args): Promise<Response> {
  const { file } = await fileFor(actor, params.id ?? "");
  return Response.json(
    { lines: await listDecisions(actor, file.id) },
    { headers: { "cache-control": "private, no-store" } },
  );
}

const Body = z.object({ seen: z.int().min(0), lines: z.array(z.unknown()) });

/**
 * POST /api/files/:id/decisions: more lines of the log. 401 means that the session ended: nothing was written, and the
 * browser keeps the lines.
 */
export async function postDecisions(request: Request, { actor, params }: Args): Promise<Response> {
  const body = Body.safeParse(
    await readJsonBody(request, {
      most: MOST_BYTES,
      message: "There are too many decisions to send at once.",
      advice: "Reload the page and continue.",
    }),
  );
  if (!body.success) throw invalid("input", "We couldn't read this request.", "Reload the page and try again.");
  if (actor.kind !== "person")
    return Response.json(
      {
        error: {
          kind: "refused",
          code: "signed_out",
          message: "Your session ended.",
          advice: "Sign in to continue. Nothing is lost.",
          fields: {},
        },
      },
      { status: 401 },
    );
  return Response.json(
    await saveDecisions(actor, { fileId: params.id ?? "", seen: body.data.seen, lines: body.data.lines as LogLine[] }),
    { headers: { "cache-control": "private, no-store" } },
  );
}

/**
 * GET /api/files/:id/revised: the tracked copy with the reader's own decisions applied. Undecided changes stay tracked,
 * or are accepted with ?rest=accept.
 */
export async function getRevised(request: Request, { actor, params }: Args): Promise<Response> {
  const { file, order, explored } = await exploreFile(actor, params.id ?? "");
  const { chosen } = replay(await listDecisions(actor, file.id));
  const acceptRest = new URL(request.url).searchParams.get("rest") === "accept";
  const decided: [number, "accept" | "reject"][] = acceptRest
    ? Array.from({ length: explored.summary.total }, (_, i) => [i + 1, chosen.get(i + 1) ?? "accept"])
    : [...chosen].filter(([id]) => id <= explored.summary.total);
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-revised-"));
  try {
    const out = path.join(folder, "revised.docx");
    const done = await withStored(file, (local) => engine().revise(local, out, decided));
    if (!done.ok) throw invalid(done.code, done.message, done.advice);
    const bytes = await readFile(out);
    await recordOpening(actor, file, order, "download revised");
    return new Response(new Uint8Array(bytes), {
      headers: {
        ...PRIVATE,
        "content-type": DOCX,
        "content-length": String(bytes.length),
        "content-disposition": contentDisposition(`${file.name.replace(/\.docx$/i, "")} (my choices).docx`),
        "content-security-policy": "sandbox; default-src 'none'",
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
