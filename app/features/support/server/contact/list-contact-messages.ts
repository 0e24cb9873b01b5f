import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { wordsOf } from "#app/platform/rules/text/search.ts";
import { MOST_READ, prefixQuery } from "#app/platform/server/lists/search.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { type List, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import type { ContactListQuery, ContactRow } from "../../rules/contact-list.ts";
import { excerpt, mayReadContact } from "../../rules/contact-message.ts";

/** All matching messages with their full text. @throws Problem refused */
export function contactMessageList(actor: Actor, query: ContactListQuery): List<ContactRow> {
  if (!mayReadContact(actor)) throw refused("Only support can read contact messages.");
  const {
    q,
    filters: { status, topic },
  } = query;
  const where: RawBuilder<boolean>[] = [];
  if (status === "") where.push(sql<boolean>`status <> 'closed'`);
  else if (status !== "all") where.push(sql<boolean>`status = ${status}`);
  if (topic) where.push(sql<boolean>`topic = ${topic}`);
  if (q) {
    const words = wordsOf(q);
    where.push(
      words.length > 0
        ? sql<boolean>`id = any(array(select x.id from contact_messages x
            where fold_words(x.name || ' ' || x.email || ' ' || x.message) @@ ${prefixQuery(words)} limit ${MOST_READ}))`
        : sql<boolean>`false`,
    );
  }
  const column = {
    createdAt: sql`"createdAt"`,
    name: sql`lower(name)`,
    topic: sql`topic`,
    status: sql`array_position(array['new','open','closed'], status)`,
  }[query.sort];
  type Raw = Omit<ContactRow, "createdAt" | "movedAt"> & { createdAt: Date; movedAt: Date | null };
  return sqlList(
    {
      select: sql`id, name, email, topic, status, message, uid is not null as "signedIn", "createdAt", "movedAt"`,
      from: sql`contact_messages`,
      where,
      order: [notNull(column, query.desc), notNull(sql`id`, true)],
    },
    (rows: Raw[]): ContactRow[] =>
      rows.map((r) => ({
        ...r,
        createdAt: r.createdAt,
        movedAt: r.movedAt,
      })),
  );
}

/** One page of contact messages, without the full text. @throws Problem refused */
export async function listContactMessages(
  actor: Actor,
  query: ContactListQuery,
): Promise<ListPage<ContactRow & { excerpt: string }>> {
  const found = await listPage(contactMessageList(actor, query), query);
  return { ...found, rows: found.rows.map(({ message, ...row }) => ({ ...row, excerpt: excerpt(message ?? "") })) };
}
