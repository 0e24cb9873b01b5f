import { type Reader, database } from "#app/platform/server/database.ts";

export type ThreadMessage = {
  id: string;
  kind: "message" | "query" | "answer";
  authorRole: string;
  authorName: string;
  authorId: string | null;
  body: string;
  blocking: boolean;
  /** For a question: open, answered, or withdrawn by the editor. */
  state: "open" | "answered" | "withdrawn" | null;
  /** For an answer: the question. */
  answersId: string | null;
  at: string;
};

/** An order's thread, oldest first. Who may read it is the page's question (can.view). */
export async function listMessages(orderId: string, db: Reader = database()): Promise<ThreadMessage[]> {
  const rows = await db.selectFrom("messages as m").leftJoin("users as u", "u.uid", "m.authorId").selectAll("m").select("u.displayName").where("m.orderId", "=", orderId).orderBy("m.id").limit(1_000).execute();
  const answered = new Set(rows.filter((m) => m.kind === "answer").map((m) => m.answersId));
  return rows.map((m) => ({
    id: m.id, kind: m.kind, authorRole: m.authorRole, authorName: m.displayName ?? "Stet", authorId: m.authorId, body: m.body, blocking: m.blocking,
    state: m.kind !== "query" ? null : m.answeredAt === null ? "open" : answered.has(m.id) ? "answered" : "withdrawn", answersId: m.answersId, at: m.createdAt.toISOString(),
  }));
}
