import { database } from "#app/platform/server/core/database.ts";
import { deviceWords } from "../../rules/device.ts";

/** `here` is the session that asks. Networks aren't stored. */
export type SessionRow = { id: string; device: string; here: boolean; startedAt: Date; lastSeenAt: Date };

const MOST = 100;

/** Where a person is signed in: this session first, then by when it was last seen. */
export async function listSessions(uid: string, currentId: string): Promise<SessionRow[]> {
  const rows = await database()
    .selectFrom("auth_session")
    .select(["id", "userAgent", "createdAt", "lastSeenAt"])
    .where("userId", "=", uid)
    .where("expiresAt", ">", new Date())
    .orderBy("lastSeenAt", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    device: deviceWords(row.userAgent),
    here: row.id === currentId,
    startedAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
  }));
  return [...sessions.filter((s) => s.here), ...sessions.filter((s) => !s.here)];
}
