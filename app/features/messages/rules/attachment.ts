/** Limits for attachments: `bytes` per file, `each` files per message. */
export const ATTACHMENT_LIMITS = { bytes: 20 * 1024 * 1024, each: 5 } as const;

/** A file, as shown to readers of its message. Served at `/api/attachments/{id}`. */
export type AttachmentView = { id: string; name: string; bytes: number; contentType: string };

/** Allowed types, by content, never by name. `mark` is the text on the file icon. */
export const ATTACHMENT_TYPES = {
  docx: {
    contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    mark: "docx",
    words: "Word document",
  },
  doc: { contentType: "application/msword", mark: "doc", words: "Word document" },
  odt: { contentType: "application/vnd.oasis.opendocument.text", mark: "odt", words: "OpenDocument text" },
  rtf: { contentType: "application/rtf", mark: "rtf", words: "Rich text" },
  pdf: { contentType: "application/pdf", mark: "pdf", words: "PDF" },
  text: { contentType: "text/plain", mark: "txt", words: "Plain text" },
  png: { contentType: "image/png", mark: "png", words: "Image" },
  jpeg: { contentType: "image/jpeg", mark: "jpg", words: "Image" },
  gif: { contentType: "image/gif", mark: "gif", words: "Image" },
  webp: { contentType: "image/webp", mark: "webp", words: "Image" },
  zip: { contentType: "application/zip", mark: "zip", words: "Archive" },
} as const;
export type AttachmentType = keyof typeof ATTACHMENT_TYPES;

const byContentType = new Map(Object.values(ATTACHMENT_TYPES).map((type) => [type.contentType as string, type]));

/** The label next to an attachment's name: "png", "Image". Plain text uses its extension: "csv", "tex". */
export function attachmentKind({ name, contentType }: Pick<AttachmentView, "name" | "contentType">): {
  mark: string;
  words: string;
} {
  const type = byContentType.get(contentType);
  if (!type) return { mark: "file", words: "File" };
  const ending = /\.([a-z0-9]{1,4})$/i.exec(name)?.[1]?.toLowerCase();
  return { mark: type.mark === "txt" && ending ? ending : type.mark, words: type.words };
}

/** Whether a browser may show it on our page. */
export const isPicture = (contentType: string): boolean => /^image\/(?:png|jpeg|gif|webp)$/.test(contentType);

/** For a file input's `accept`. Only a hint; the server checks the content. */
export const ATTACHMENT_ACCEPT = ".docx,.doc,.odt,.rtf,.pdf,.txt,.csv,.tex,.md,.bib,.png,.jpg,.jpeg,.gif,.webp,.zip";

export const ATTACHMENT_WORDS =
  "Word, OpenDocument, RTF, PDF, plain text, images, or .zip. Up to 5 files per message, 20 MB each.";
