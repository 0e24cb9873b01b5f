import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, likePattern, pageOf } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { ContactStatus } from "../rules/contact-flow.ts";
import type { ContactListQuery } from "../rules/contact-list.ts";
import { type ContactTopic, excerpt, mayReadContact } from "../rules/contact-message.ts";

type Head = {
  id: string;
  name: string;
  email: string;
  topic: ContactTopic;
  status: ContactStatus;
  signedIn: boolean;
  createdAt: string;
  movedAt: string | null;
};
export type ContactRow = Head & { message: string };

/** The most rows of one CSV. */
const CSV_ROWS = 50_000;

async function read(
  query: ContactListQuery,
  stretch: (total: number) => { page: number; pages: number; offset: number; limit: number },
): Promise<ListPage<ContactRow>> {
  const {
    q,
    filters: { status, topic },
  } = query;
  const conditions: RawBuilder<boolean>[] = [sql<boolean>`true`];
  if (status === "") conditions.push(sql<boolean>`status <> 'closed'`);
  else if (status !== "all") conditions.push(sql<boolean>`status = ${status}`);
  if (topic) conditions.push(sql<boolean>`topic = ${topic}`);
  if (q) {
    const like = likePattern(q);
    conditions.push(sql<boolean>`(name ilike ${like} or email ilike ${like} or message ilike ${like})`);
  }
  const where = sql<boolean>`${sql.join(conditions, sql` and `)}`;
  const { n } = await database()
    .selectFrom("contact_messages")
    .select(sql<number>`count(*)::int`.as("n"))
    .where(where)
    .executeTakeFirstOrThrow();
  const { page, pages, offset, limit } = stretch(n);
  const column = {
    createdAt: sql`"createdAt"`,
    name: sql`lower(name)`,
    topic: sql`topic`,
    status: sql`array_position(array['new','open','closed'], status)`,
  }[query.sort];
  const rows = await database()
    .selectFrom("contact_messages")
    .selectAll()
    .where(where)
    .orderBy(sql`${column} ${sql.raw(query.desc ? "desc" : "asc")}`)
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    total: n,
    page,
    pages,
    rows: rows.map(({ id, name, email, topic: about, status: state, message, uid, createdAt, movedAt }) => ({
      id,
      name,
      email,
      topic: about,
      status: state,
      message,
      signedIn: uid !== null,
      createdAt: createdAt.toISOString(),
      movedAt: movedAt?.toISOString() ?? null,
    })),
  };
}

function asStaff(actor: Actor): void {
  if (!mayReadContact(actor)) throw refused("Only support can read contact messages.");
}

/** One page of contact messages, without the full text. @throws Problem refused */
export async function listContactMessages(
  actor: Actor,
  query: ContactListQuery,
): Promise<ListPage<Head & { excerpt: string }>> {
  asStaff(actor);
  const found = await read(query, (total) => pageOf(total, query.page));
  return { ...found, rows: found.rows.map(({ message, ...row }) => ({ ...row, excerpt: excerpt(message) })) };
}

/** All matching messages with full text, for a file. @throws Problem refused */
export async function allContactMessages(actor: Actor, query: ContactListQuery): Promise<ContactRow[]> {
  asStaff(actor);
  return (await read(query, () => ({ page: 1, pages: 1, offset: 0, limit: CSV_ROWS }))).rows;
}
