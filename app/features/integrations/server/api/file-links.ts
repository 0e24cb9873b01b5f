import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { API_BASE } from "#app/platform/rules/requests/api-error.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { downloadFile } from "#app/features/orders/server/work/download-file.ts";
import { LINK_MS } from "../../rules/api-terms.ts";
import { type Caller, callerOfKeyId } from "../keys/find-key.ts";

const proofOf = (fileId: string, keyId: string, until: string): string =>
  createHmac("sha256", config().secret).update(["api file", fileId, keyId, until].join("\n")).digest("base64url");

/**
 * A link to a file that needs no key, for an hour. It stops working with the key it was made with, and what its owner
 * may open is decided again when it's used.
 */
export function fileLink(fileId: string, { keyId }: Pick<Caller, "keyId">): { url: string; url_expires_at: string } {
  const until = after(now(), LINK_MS);
  const at = String(until.getTime());
  const query = new URLSearchParams({ key: keyId, until: at, proof: proofOf(fileId, keyId, at) });
  return {
    url: addressOn(config().origins.api, `${API_BASE}/files/${fileId}/content?${query}`),
    url_expires_at: until.toISOString(),
  };
}

/** GET /api/v1/files/:id/content. @throws refused for a link that's wrong, old, or of a revoked key */
export async function openFileLink(request: Request, { id = "" }: Record<string, string>): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const [keyId, until, proof] = [search.get("key") ?? "", search.get("until") ?? "", search.get("proof") ?? ""];
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(id, keyId, until))];
  const isOurs = given.length === right.length && timingSafeEqual(given, right);
  const caller = isOurs && Number(until) > now().getTime() ? await callerOfKeyId(keyId) : null;
  if (!caller?.scopes.includes("files"))
    throw new Problem("refused", "link_expired", "This link has expired, or it's wrong.", "Ask the API for a new one.");
  return downloadFile(request, { actor: caller.actor, params: { id } });
}
