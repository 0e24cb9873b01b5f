import type Uppy from "@uppy/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { UploadPurpose } from "../server/upload-policy.ts";
import { MAX_FILE_BYTES } from "../rules/file-limits.ts";

export type UploadState = "sending" | "reading" | "paused" | "offline" | "failed" | "refused";
/** One file on its way. `refused` cannot be tried again as it is; `failed` can. */
export type Uploading = {
  key: string;
  name: string;
  bytes: number;
  sent: number;
  state: UploadState;
  message?: string;
  advice?: string;
};

type Meta = { orderId: string; purpose: string; sourceFileId?: string; filename?: string; filetype?: string };
type Carrier = { uppy: Uppy<Meta, Record<string, never>>; orderId: string };

/** Waits between tries when the connection or the server is away: about a minute in all, then the person is asked. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Sends files in parts that survive a lost connection; after a reload the same file goes on where it stopped.
 * @param ensureOrder where the files belong: called once, before the first byte
 * @param onArrived called for each file that the server has taken (counted or refused: read it again)
 */
export function useUploads({
  purpose,
  sourceFileId,
  ensureOrder,
  onArrived,
}: {
  purpose: UploadPurpose;
  sourceFileId?: string;
  ensureOrder: () => Promise<string>;
  onArrived: (fileId: string, orderId: string) => void;
}) {
  const [list, setList] = useState<readonly Uploading[]>([]);
  const carrier = useRef<Promise<Carrier> | null>(null);
  const arrived = useRef(onArrived);
  const ensure = useRef(ensureOrder);
  useEffect(() => {
    arrived.current = onArrived;
    ensure.current = ensureOrder;
  });

  const put = useCallback((key: string, change: Partial<Uploading> | null, fresh?: Uploading) => {
    setList((now) => {
      if (change === null) return now.filter((u) => u.key !== key);
      if (now.some((u) => u.key === key)) return now.map((u) => (u.key === key ? { ...u, ...change } : u));
      return fresh ? [...now, { ...fresh, ...change }] : now;
    });
  }, []);

  const open = useCallback(async (): Promise<Carrier> => {
    const orderId = await ensure.current();
    const [{ default: Core }, { default: Tus }] = await Promise.all([import("@uppy/core"), import("@uppy/tus")]);
    const uppy = new Core<Meta, Record<string, never>>({
      autoProceed: true,
      // A file that arrived and was removed from the order may come again. (Taking it out of the list would try to delete it on the server.)
      onBeforeFileAdded: (file, files) => !files[file.id] || files[file.id]!.progress.uploadComplete === true,
      meta: { orderId, purpose, ...(sourceFileId ? { sourceFileId } : {}) },
    });
    // The address names the order (and the source that a copy answers to) so that the note of a half-sent file is never taken up for another one.
    uppy.use(Tus, {
      endpoint: `/api/files?for=${orderId}.${purpose}${sourceFileId ? `.${sourceFileId}` : ""}`,
      retryDelays: RETRY_MS,
      removeFingerprintOnSuccess: true,
      limit: 2,
    });
    uppy.on("upload-progress", (file, progress) => {
      if (!file) return;
      const sent = progress.bytesUploaded ?? 0;
      put(file.id, { sent, state: file.size && sent >= file.size ? "reading" : "sending" });
    });
    uppy.on("upload-success", (file, response) => {
      if (!file) return;
      put(file.id, null);
      arrived.current(response.uploadURL?.split("/").at(-1) ?? "", orderId);
    });
    uppy.on("upload-error", (file, error) => {
      if (file) put(file.id, saidBy(error));
    });
    return { uppy, orderId };
  }, [purpose, sourceFileId, put]);

  const add = useCallback(
    async (files: readonly File[]) => {
      const fit: File[] = [];
      for (const file of files) {
        const key = `${file.name}:${file.size}:${file.lastModified}`;
        if (file.size === 0)
          put(
            key,
            {},
            {
              key,
              name: file.name,
              bytes: 0,
              sent: 0,
              state: "refused",
              message: "This file is empty.",
              advice: "Save your document again, then add the saved file.",
            },
          );
        else if (file.size <= MAX_FILE_BYTES) fit.push(file);
        else
          put(
            key,
            {},
            {
              key,
              name: file.name,
              bytes: file.size,
              sent: 0,
              state: "refused",
              message: `This file has ${Math.ceil(file.size / 1048576)} MB; the most is ${MAX_FILE_BYTES / 1048576} MB.`,
              advice: "Save it with compressed pictures, or split it into parts and add them together.",
            },
          );
      }
      if (fit.length === 0) return;
      for (const file of fit)
        put(
          `wait:${file.name}`,
          { state: "sending" },
          { key: `wait:${file.name}`, name: file.name, bytes: file.size, sent: 0, state: "sending" },
        );
      let it: Carrier;
      try {
        it = await (carrier.current ??= open());
      } catch {
        carrier.current = null;
        for (const file of fit)
          put(`wait:${file.name}`, {
            state: "refused",
            message: "The connection was lost before it began.",
            advice: "Add the file again.",
          });
        return;
      }
      for (const file of fit) {
        put(`wait:${file.name}`, null);
        try {
          const key = it.uppy.addFile({ name: file.name, type: file.type, data: file });
          put(key, {}, { key, name: file.name, bytes: file.size, sent: 0, state: "sending" });
        } catch {
          put(
            `twice:${file.name}`,
            {},
            {
              key: `twice:${file.name}`,
              name: file.name,
              bytes: file.size,
              sent: 0,
              state: "refused",
              message: "This file is on its way already.",
              advice: "It is sent once.",
            },
          );
        }
      }
    },
    [open, put],
  );

  // What a lost connection does is said at once; the sending itself goes on by itself when it is back.
  useEffect(() => {
    const offline = () => setList((now) => now.map((u) => (u.state === "sending" ? { ...u, state: "offline" } : u)));
    const online = () => setList((now) => now.map((u) => (u.state === "offline" ? { ...u, state: "sending" } : u)));
    window.addEventListener("offline", offline);
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("offline", offline);
      window.removeEventListener("online", online);
    };
  }, []);

  // Leaving while bytes are on their way asks first.
  const busy = list.some((u) => u.state === "sending" || u.state === "reading" || u.state === "offline");
  useEffect(() => {
    if (!busy) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [busy]);

  const withUppy = (does: (uppy: Carrier["uppy"]) => void) =>
    void carrier.current?.then(
      (it) => does(it.uppy),
      () => {},
    );
  return {
    list,
    busy,
    add,
    pause: (key: string) =>
      withUppy((uppy) => {
        uppy.pauseResume(key);
        put(key, { state: "paused" });
      }),
    resume: (key: string) =>
      withUppy((uppy) => {
        uppy.pauseResume(key);
        put(key, { state: "sending" });
      }),
    retry: (key: string) =>
      withUppy((uppy) => {
        put(key, { state: "sending" });
        void uppy.retryUpload(key);
      }),
    drop: (key: string) => {
      put(key, null);
      withUppy((uppy) => {
        if (uppy.getFile(key)) uppy.removeFile(key);
      });
    },
  };
}

/** What a failed upload says: the server's own words where it spoke. */
function saidBy(error: unknown): Partial<Uploading> {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  const status = response?.getStatus() ?? 0;
  try {
    const { error: said } = JSON.parse(response?.getBody() ?? "") as { error: { message: string; advice: string } };
    // Out of storage (507) is said in the server's words too, and may be tried again.
    if (status >= 400 && said.message)
      return { state: status < 500 ? "refused" : "failed", message: said.message, advice: said.advice };
  } catch {
    // It did not speak, or not to us.
  }
  return {
    state: "failed",
    message: status ? "The file could not be taken." : "The connection was lost.",
    advice: "What was sent is kept: it goes on from there.",
  };
}
