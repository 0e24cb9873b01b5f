import { currentKeyVersion, seal } from "./sealing.ts";
import { sha256, storage } from "./storage.ts";
import { openSealed } from "./stored-file.ts";

/** The columns of an encrypted file. */
export type SealedFile = {
  id: string;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  keyVersion: number;
};

/** Encrypts and stores files, then records them with `keep`. If that fails, nothing stays stored. */
export async function storeSealed<R>(
  files: readonly { id: string; folder: string; contentType: string; bytes: Uint8Array }[],
  keep: (stored: SealedFile[]) => Promise<R>,
): Promise<R> {
  const stored = files.map((f) => ({
    id: f.id,
    contentType: f.contentType,
    bytes: f.bytes.length,
    sha256: sha256(f.bytes),
    storageKey: `${f.folder}/${f.id}`,
    keyVersion: currentKeyVersion(),
  }));
  const put: string[] = [];
  try {
    for (const [i, file] of stored.entries()) {
      put.push(file.storageKey);
      await storage().put(file.storageKey, seal(files[i]!.bytes, file.id));
    }
    return await keep(stored);
  } catch (error) {
    await Promise.allSettled(put.map((key) => storage().remove(key)));
    throw error;
  }
}

/**
 * A stored file, decrypted, for a viewer that can't run anything. The caller has checked permission and logged the
 * opening.
 */
export async function sealedFile(
  request: Request,
  file: { id: string; storageKey: string; contentType: string },
): Promise<Response> {
  const bytes = await openSealed(file);
  const ending = file.contentType.replace(/^.*\//, "").replace("jpeg", "jpg");
  const download = new URL(request.url).searchParams.has("download");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": file.contentType,
      "content-length": String(bytes.length),
      "content-disposition": `${download ? "attachment" : "inline"}; filename="${file.id}.${ending}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}
