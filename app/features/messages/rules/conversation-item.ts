import type { AttachmentView } from "./attachment.ts";

/** One message, note or event in a conversation, limited to what the reader may see. */
export type ConversationItem = {
  id: string;
  kind: "message" | "note" | "event" | "query" | "answer";
  /** client, editor, visitor, support, admin, system. */
  authorRole: string;
  authorName: string;
  own: boolean;
  body: string;
  /** ISO. */
  at: Date;
  attachments: AttachmentView[];
  /** Who has seen it ("the author"), and when the latest of them did. */
  seenBy?: string[];
  seenAt?: Date | null;
  /** For a question: its state, and whether it pauses the clock. */
  state?: "open" | "answered" | "withdrawn" | null;
  blocking?: boolean;
  /** For an answer: the question's text. */
  answers?: string | null;
};
