import type { AttachmentView } from "./attachment.ts";

/** One thing said, noted or done in a conversation, as its reader may see it. */
export type ConversationItem = {
  id: string;
  kind: "message" | "note" | "event" | "query" | "answer";
  /** client, editor, visitor, support, admin, system. */
  authorRole: string;
  authorName: string;
  own: boolean;
  body: string;
  /** ISO. */
  at: string;
  attachments: AttachmentView[];
  /** Who has seen it, in words ("the author"), and since when the latest of them (ISO). */
  seenBy?: string[];
  seenAt?: string | null;
  /** For a question: how it stands, and whether the clock stands with it. */
  state?: "open" | "answered" | "withdrawn" | null;
  blocking?: boolean;
  /** For an answer: the words of the question. */
  answers?: string | null;
};
