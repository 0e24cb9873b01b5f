import type { At, AtOrNull, OrNull, Flag, Count } from "./columns.ts";

export interface MessagesTable {
  id: string;
  orderId: string;
  authorId: OrNull<string>;
  authorRole: "client" | "editor" | "support" | "admin" | "system";
  kind: "message" | "query" | "answer";
  body: string;
  blocking: Flag;
  /** For an answer: the query it answers. */
  answersId: OrNull<string>;
  answeredAt: AtOrNull;
  fileId: OrNull<string>;
  createdAt: At;
  /** Chosen by the sender's browser, to store a message once even if it's sent twice. */
  clientKey: OrNull<string>;
}

/** A message about a second reading, between its reader, the order's editor, and staff. */
export interface ReadingMessagesTable {
  id: string;
  readingId: string;
  orderId: string;
  authorId: OrNull<string>;
  authorRole: "reader" | "editor" | "support" | "admin";
  body: string;
  createdAt: At;
  clientKey: OrNull<string>;
}

/** An order's conversation as staff see it: its latest activity, and whether somebody asked for staff. */
export interface OrderThreadsTable {
  orderId: string;
  lastAt: At;
  lastRole: string;
  messages: Count;
  needsStaffAt: AtOrNull;
  assigneeId: OrNull<string>;
}

/** A file for a message. Has no message until it's sent, and is deleted if it never is. */
export interface AttachmentsTable {
  id: string;
  orderId: OrNull<string>;
  ticketId: OrNull<string>;
  messageId: OrNull<string>;
  name: string;
  contentType: string;
  bytes: number;
  sha256: string;
  storageKey: string;
  uploadedBy: OrNull<string>;
  uploadedByKeyHash: OrNull<string>;
  createdAt: At;
  removedAt: AtOrNull;
}

/** How far somebody has read a conversation; `thread` is the id of an order or of a ticket. */
export interface ThreadReadsTable {
  thread: string;
  uid: string;
  lastReadId: string;
  readAt: At;
}
