import { fetchInTime, networkLimitMs } from "#app/platform/browser/core/fetch-in-time.ts";
import { readJson } from "#app/platform/rules/requests/read-json.ts";
import type { AttachmentView } from "../rules/attachment.ts";

type Said = AttachmentView & { error?: { message?: string; advice?: string } };

/**
 * Uploads one file for a message. Uses XMLHttpRequest because fetch doesn't report upload progress.
 * Ends after as long without progress as other requests have for their answer.
 * @param onProgress between 0 and 1
 * @returns `done` rejects with an Error to show to the user; `stop` cancels
 */
export function uploadAttachment(
  file: File,
  onProgress: (part: number) => void,
): { done: Promise<AttachmentView>; stop: () => void } {
  const request = new XMLHttpRequest();
  let stalled = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const hear = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      stalled = true;
      request.abort();
    }, networkLimitMs());
  };
  const done = new Promise<AttachmentView>((resolve, reject) => {
    request.upload.addEventListener("progress", (event) => {
      hear();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      const said = readJson(request.responseText) as Said | null;
      if (request.status === 200 && said?.id) resolve(said);
      else
        reject(
          new Error(
            [
              said?.error?.message ?? "We couldn't upload the file.",
              said?.error?.advice ?? "Try again in a moment.",
            ].join(" "),
          ),
        );
    });
    request.addEventListener("error", () =>
      reject(new Error("Connection lost. Attach the file again when you're back online.")),
    );
    request.addEventListener("abort", () =>
      reject(new Error(stalled ? "The connection is too slow. Attach the file again." : "Upload canceled.")),
    );
    request.addEventListener("loadend", () => clearTimeout(silence));
    request.open("POST", "/api/attachments");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name));
    hear();
    request.send(file);
  });
  return { done, stop: () => request.abort() };
}

/** Removes an unsent file. If that fails, it's deleted after a day anyway. */
export const removeAttachment = (id: string): void =>
  void fetchInTime(`/api/attachments/${id}/remove`, { method: "POST" }).catch(() => {});
