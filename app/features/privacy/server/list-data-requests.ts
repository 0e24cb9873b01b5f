import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { OPEN_REQUESTS, canData } from "../rules/data-request.ts";
import { findClosureBlockers } from "./closure-blockers.ts";

const MOST = 200;

const requestsOf = (db: Reader) =>
  db
    .selectFrom("data_requests as d")
    .innerJoin("users as u", "u.uid", "d.uid")
    .leftJoin("users as a", "a.uid", "d.decidedBy")
    .select([
      "d.id",
      "d.uid",
      "d.kind",
      "d.status",
      "d.reason",
      "d.note",
      "d.createdAt",
      "d.dueAt",
      "d.decidedAt",
      "d.doneAt",
      "d.expiresAt",
      "d.bytes",
      "u.displayName as name",
      "u.email",
      "u.isEditor",
      "a.displayName as decidedBy",
    ]);

/**
 * Everyone's requests, for admins: open ones by deadline, with what must be settled first, then the latest answered
 * ones.
 */
export async function listDataRequests(actor: Actor, db: Reader = database()) {
  if (!canData.decide(actor)) throw refused();
  const open = await requestsOf(db)
    .where("d.status", "in", [...OPEN_REQUESTS])
    .orderBy("d.dueAt")
    .limit(MOST)
    .execute();
  const answered = await requestsOf(db)
    .where("d.status", "not in", [...OPEN_REQUESTS])
    .orderBy("d.createdAt", "desc")
    .limit(50)
    .execute();
  const waiting = await Promise.all(
    open.map(async (row) => ({
      ...row,
      obstacles: row.status === "waiting" ? await findClosureBlockers(db, row.uid) : [],
    })),
  );
  return { waiting, answered };
}

/** How many requests an admin has to decide. */
export async function countDataRequests(db: Reader = database()): Promise<number> {
  const { n } = await db
    .selectFrom("data_requests")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** What the page about a person's own data shows. */
export async function readOwnData(uid: string, now: Date, db: Reader = database()) {
  const rows = await db
    .selectFrom("data_requests")
    .selectAll()
    .where("uid", "=", uid)
    .orderBy("createdAt", "desc")
    .limit(20)
    .execute();
  const ready = rows.find(
    (r) => r.kind === "export" && (r.status === "making" || (r.status === "ready" && r.expiresAt! > now)),
  );
  const erasure = rows.find((r) => r.kind === "erasure");
  return {
    export: ready
      ? {
          id: ready.id,
          status: ready.status,
          bytes: ready.bytes,
          createdAt: ready.createdAt,
          expiresAt: ready.expiresAt,
        }
      : null,
    erasure: erasure
      ? { status: erasure.status, createdAt: erasure.createdAt, dueAt: erasure.dueAt, note: erasure.note }
      : null,
    open: await findClosureBlockers(db, uid),
  };
}
