/** The id of our email in a Message-ID that looks like ours, or null. Whether we gave it is another question. */
export const mailIdLike = (messageId: string): string | null =>
  /^<?(eml_[0-9a-z]{26})@/i.exec(messageId.trim())?.[1]?.toLowerCase() ?? null;
