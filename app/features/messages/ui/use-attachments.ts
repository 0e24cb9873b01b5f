import { useCallback, useEffect, useRef, useState } from "react";
import { ATTACHMENT_LIMITS, type AttachmentView } from "../rules/attachment.ts";
import { removeAttachment, uploadAttachment } from "./upload-attachment.ts";

/** A file of the message being written: uploading (`part` of 1), stored (`view`) or rejected (`error`). */
export type AddedFile = {
  key: string;
  name: string;
  bytes: number;
  part: number;
  view: AttachmentView | null;
  error: string | null;
};

let made = 0;

/** The files of the message being written, uploaded while typing so that sending is instant. */
export function useAttachments() {
  const [files, setFiles] = useState<AddedFile[]>([]);
  const running = useRef(new Map<string, () => void>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const stop of all.values()) stop();
    };
  }, []);
  const change = useCallback(
    (key: string, set: Partial<AddedFile>) =>
      setFiles((all) => all.map((file) => (file.key === key ? { ...file, ...set } : file))),
    [],
  );

  const add = useCallback(
    (chosen: Iterable<File>) => {
      const fresh = [...chosen].map((file) => ({
        file,
        added: {
          key: `f${++made}`,
          name: file.name,
          bytes: file.size,
          part: 0,
          view: null,
          error: null,
        } satisfies AddedFile as AddedFile,
      }));
      setFiles((all) => {
        let room = ATTACHMENT_LIMITS.each - all.filter((one) => one.error === null).length;
        return [
          ...all,
          ...fresh.map(({ added }) => {
            if (added.bytes > ATTACHMENT_LIMITS.bytes)
              return {
                ...added,
                error: "It's larger than 20 MB. Compress its images or send it in parts.",
              };
            return room-- > 0
              ? added
              : {
                  ...added,
                  error: `You can attach up to ${ATTACHMENT_LIMITS.each} files to a message. Send this one with the next message.`,
                };
          }),
        ];
      });
      for (const { file, added } of fresh) {
        if (file.size > ATTACHMENT_LIMITS.bytes) continue;
        const { done, stop } = uploadAttachment(file, (part) => change(added.key, { part }));
        running.current.set(added.key, stop);
        done
          .then(
            (view) =>
              setFiles((all) => {
                // Rejected for lack of space or removed in the meantime: don't keep it.
                if (!all.some((one) => one.key === added.key && one.error === null)) removeAttachment(view.id);
                return all.map((one) =>
                  one.key === added.key && one.error === null ? { ...one, view, part: 1, name: view.name } : one,
                );
              }),
            (error: unknown) =>
              change(added.key, { error: error instanceof Error ? error.message : "We couldn't upload the file." }),
          )
          .finally(() => running.current.delete(added.key));
      }
    },
    [change],
  );

  const remove = useCallback((file: AddedFile) => {
    running.current.get(file.key)?.();
    setFiles((all) => all.filter((one) => one.key !== file.key));
    if (file.view) removeAttachment(file.view.id);
  }, []);

  /** Unsent files uploaded before this page loaded. */
  const restore = useCallback(
    (views: readonly AttachmentView[]) =>
      setFiles(views.map((view) => ({ key: view.id, name: view.name, bytes: view.bytes, part: 1, view, error: null }))),
    [],
  );
  const clear = useCallback(() => setFiles([]), []);
  return { files, add, remove, restore, clear, busy: files.some((file) => file.view === null && file.error === null) };
}
