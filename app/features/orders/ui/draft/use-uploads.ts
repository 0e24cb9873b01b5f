import type Uppy from "@uppy/core";
import { useCallback, useEffect, useRef, useState } from "react";
import type { FileRole } from "../../rules/draft/file-role.ts";
import type { UploadPurpose } from "../../server/uploads/upload-policy.ts";
import { MAX_FILE_BYTES } from "../../rules/draft/file-limits.ts";

export type UploadState = "sending" | "reading" | "paused" | "offline" | "failed" | "refused";
/** One file being uploaded. `failed` can be retried as it is; `refused` can't. */
export type Uploading = {
  key: string;
  name: string;
  bytes: number;
  sent: number;
  state: UploadState;
  message?: string;
  advice?: string;
};

type Meta = {
  orderId: string;
  purpose: string;
  sourceFileId?: string;
  role?: string;
  filename?: string;
  filetype?: string;
};
type Carrier = { uppy: Uppy<Meta, Record<string, never>>; orderId: string };

/** Delays between retries when the connection or the server is down: about a minute in total, then the user decides. */
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Uploads files in parts that survive a lost connection. After a reload, the same file continues where it stopped.
 * @param ensureOrder returns the order the files belong to; called once, before the first byte
 * @param onArrived called for each file the server has received (counted or refused: reload it)
 */
export function useUploads({
  purpose,
  sourceFileId,
  role,
  ensureOrder,
  onArrived,
}: {
  purpose: UploadPurpose;
  sourceFileId?: string;
  role?: FileRole | undefined;
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
      // A file that was uploaded and then removed from the order may be added again. (Removing it from Uppy's list
      // would try to delete it on the server.)
      onBeforeFileAdded: (file, files) => !files[file.id] || files[file.id]!.progress.uploadComplete === true,
      meta: { orderId, purpose, ...(sourceFileId ? { sourceFileId } : {}), ...(role ? { role } : {}) },
    });
    // The address names the order (and the source of a tracked copy, or what the file is for), so that a partial upload
    // is never resumed for another one.
    uppy.use(Tus, {
      endpoint: `/api/files?for=${orderId}.${purpose}${sourceFileId ? `.${sourceFileId}` : ""}${role ? `.${role}` : ""}`,
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
  }, [purpose, sourceFileId, role, put]);

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
              message: `This file is ${Math.ceil(file.size / 1048576)} MB. The limit is ${MAX_FILE_BYTES / 1048576} MB.`,
              advice: "Save it with compressed pictures, or split it into parts and add them all.",
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
            message: "The connection was lost before the upload started.",
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
              message: "This file is already uploading.",
              advice: "You don't need to add it again.",
            },
          );
        }
      }
    },
    [open, put],
  );

  // Show a lost connection immediately. The upload itself resumes when the connection is back.
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

  // Ask before leaving while an upload is running.
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

/** What a failed upload says: the server's message if there is one. */
function saidBy(error: unknown): Partial<Uploading> {
  const response = (error as { originalResponse?: { getStatus(): number; getBody(): string } | null }).originalResponse;
  const status = response?.getStatus() ?? 0;
  try {
    const { error: said } = JSON.parse(response?.getBody() ?? "") as { error: { message: string; advice: string } };
    // Out of storage (507) also has a server message, and can be retried.
    if (status >= 400 && said.message)
      return { state: status < 500 ? "refused" : "failed", message: said.message, advice: said.advice };
  } catch {
    // The response has no message we can read.
  }
  return {
    state: "failed",
    message: status ? "We couldn't accept this file." : "The connection was lost.",
    advice: "Try again to continue where the upload stopped.",
  };
}
