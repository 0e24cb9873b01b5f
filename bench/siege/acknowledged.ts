/** What people were told is done, recorded by them and checked afterward in the database and the object store. */
import { createHash } from "node:crypto";
import type pg from "pg";
import type { S3Double } from "#boot/testing/s3-double.ts";
import { BUCKET } from "./services.ts";

export type Kind =
  | "account"
  | "file"
  | "placed"
  | "paid"
  | "message"
  | "contact"
  | "ticket"
  | "answer"
  | "taken"
  | "submitted"
  | "accepted";
/** `id` is the thing's id, or a text that's unique to it. */
export type Acknowledged = { kind: Kind; id: string; sha256?: string };

/** Finds which of these ids aren't there. */
const QUERIES: Record<Kind, string> = {
  account: `select email as id from auth_user where "emailVerified" and email = any($1)`,
  file: `select id from files where id = any($1)`,
  placed: `select id from orders where status not in ('draft', 'quoted') and id = any($1)`,
  paid: `select id from orders where "paidAt" is not null and id = any($1)`,
  message: `select body as id from messages where body = any($1)`,
  contact: `select message as id from contact_messages where message = any($1)`,
  ticket: `select id from tickets where id = any($1)`,
  answer: `select body as id from ticket_messages where body = any($1)`,
  taken: `select id from invites where status = 'accepted' and id = any($1)`,
  submitted: `select "orderId" as id from submissions where "submittedAt" is not null and "orderId" = any($1)`,
  accepted: `select id from orders where "acceptedAt" is not null and id = any($1)`,
};

export class Ledger {
  readonly told: Acknowledged[] = [];

  add(kind: Kind, id: string, sha256?: string): void {
    this.told.push({ kind, id, ...(sha256 ? { sha256 } : {}) });
  }

  counts(): Record<string, number> {
    return Object.fromEntries(
      Object.keys(QUERIES).map((kind) => [kind, this.told.filter((it) => it.kind === kind).length]),
    );
  }

  /** Acknowledged things that are missing, duplicated or changed. */
  async missing(db: pg.Pool, s3: S3Double): Promise<string[]> {
    const lost: string[] = [];
    const told = [...this.told];
    for (const [kind, query] of Object.entries(QUERIES)) {
      const ids = [...new Set(told.filter((it) => it.kind === kind).map((it) => it.id))];
      const { rows } = await db.query<{ id: string }>(query, [ids]);
      const found = new Map<string, number>();
      for (const { id } of rows) found.set(id, (found.get(id) ?? 0) + 1);
      for (const id of ids) if (!found.has(id)) lost.push(`${kind} ${id} is missing`);
      if (kind === "message" || kind === "answer" || kind === "contact")
        for (const [id, times] of found) if (times > 1) lost.push(`${kind} ${id} is there ${times} times`);
    }
    for (const { kind, id, sha256 } of told) {
      if (kind !== "file") continue;
      const stored = s3.objects.get(`${BUCKET}/${id}`);
      if (stored === undefined) lost.push(`file ${id} isn't in the object store`);
      else if (createHash("sha256").update(stored.body).digest("hex") !== sha256)
        lost.push(`file ${id} has other bytes in the object store`);
    }
    return lost;
  }
}
