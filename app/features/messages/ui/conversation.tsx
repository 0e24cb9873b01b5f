import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { useTimeZone } from "#app/platform/browser/core/now.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { RelativeTime } from "#app/ui/instant.tsx";
import { formatBytes } from "#app/ui/file-row.tsx";
import { type AttachmentView, attachmentKind, isPicture } from "../rules/attachment.ts";
import type { ConversationItem } from "../rules/conversation-item.ts";
import { linkParts } from "../rules/link-parts.ts";
import styles from "./conversation.module.css";

export type { ConversationItem };

const ROLES: Record<string, string> = {
  client: "Author",
  editor: "Editor",
  reader: "Second reader",
  visitor: "Visitor",
  support: "Support",
  admin: "Staff",
  system: "",
};
const STATES = { open: "Open question", answered: "Answered question", withdrawn: "Withdrawn question" } as const;

/** The "New" line stays in place until the reader writes something. */
function useNewFrom(items: readonly ConversationItem[], unreadFrom: string | null): string | null {
  const [held, hold] = useState(unreadFrom);
  if (unreadFrom !== null && unreadFrom !== held && !items.some((item) => item.id === held)) hold(unreadFrom);
  const from = items.findIndex((item) => item.id === held);
  if (from < 0) return null;
  const written = items.findLastIndex((item) => item.own);
  return written > from ? unreadFrom : held;
}

/**
 * A conversation, oldest first, accessible to screen readers: days, a "New" line, own messages, internal notes,
 * attachments and read marks.
 */
export function Conversation({
  items,
  empty,
  unreadFrom = null,
  earlier,
  below,
  attachmentQuery = "",
  questions = false,
}: {
  items: readonly ConversationItem[];
  /** Shown without messages. */
  empty: ReactNode;
  /** The first item the reader hasn't seen. */
  unreadFrom?: string | null;
  /** URL of older messages, linked above the list. */
  earlier?: string | null;
  /** Content below an item, such as an answer form. */
  below?: (item: ConversationItem) => ReactNode;
  /** Query added to attachment URLs for readers without an account: "?t=...". */
  attachmentQuery?: string;
  /** Only questions, which their page shows a second time among the messages. That's where their addresses lead. */
  questions?: boolean;
}) {
  const zone = useTimeZone();
  const { now } = useSite();
  const newFrom = useNewFrom(items, unreadFrom);
  if (items.length === 0) return <p className="soft">{empty}</p>;
  const days = items.map((item) => formatDay(new Date(item.at), zone, new Date(now)));
  return (
    <div role="log" aria-label={questions ? "Questions" : "Messages"} aria-relevant="additions">
      {earlier ? (
        <p className={styles.earlier}>
          <Link to={earlier} preventScrollReset>
            Earlier messages
          </Link>
        </p>
      ) : null}
      <ol className={styles.list}>
        {items.map((item, i) => (
          <li key={item.id} id={questions ? undefined : item.id} className={styles.item}>
            {days[i] === days[i - 1] ? null : (
              <p className={styles.day}>
                <span>{days[i]}</span>
              </p>
            )}
            {item.id === newFrom ? (
              <p className={styles.new}>
                <span>New</span>
              </p>
            ) : null}
            {item.kind === "event" ? (
              <p className={styles.event}>
                {item.body} <span aria-hidden>·</span> <RelativeTime at={item.at} />
              </p>
            ) : (
              <Said item={item} query={attachmentQuery} below={below?.(item)} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Said({ item, query, below }: { item: ConversationItem; query: string; below: ReactNode }) {
  const role = ROLES[item.authorRole];
  return (
    <article
      className={styles.said}
      data-kind={item.kind}
      data-state={item.state ?? undefined}
      data-own={item.own || undefined}
    >
      <p className={styles.head}>
        <b>{item.own ? "You" : item.authorName}</b>
        {role && !item.own && !item.authorName.toLowerCase().includes(role.toLowerCase()) ? <span>{role}</span> : null}
        {item.kind === "query" ? (
          <span className={styles.kind}>
            {STATES[item.state ?? "open"]}
            {item.state === "open" && item.blocking ? ", due date on hold" : ""}
          </span>
        ) : null}
        {item.kind === "answer" ? <span>Answer</span> : null}
        {item.kind === "note" ? <span className={styles.kind}>Internal note, visible only to staff</span> : null}
        <RelativeTime at={item.at} />
      </p>
      {item.answers ? <p className={styles.quoted}>{item.answers}</p> : null}
      <p className={styles.body}>
        <Linked text={item.body} />
      </p>
      {item.attachments.length > 0 ? <Attachments of={item.attachments} query={query} /> : null}
      {item.seenBy && item.seenBy.length > 0 ? (
        <p className={styles.seen}>
          <span aria-hidden>✓</span> Seen by {joinWords(item.seenBy)}
          {item.seenAt ? (
            <>
              , <RelativeTime at={item.seenAt} />
            </>
          ) : null}
        </p>
      ) : null}
      {below}
    </article>
  );
}

/** A text with clickable links, which open in a new window without a referrer. */
function Linked({ text }: { text: string }) {
  return linkParts(text).map((part, i) =>
    part.href ? (
      <a key={i} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  );
}

/** Larger images are shown on request. */
const MOST_SHOWN = 5_000_000;

/**
 * Files with their names and sizes; pictures are shown.
 * @param query added to their URLs for readers without an account
 */
export function Attachments({ of, query = "" }: { of: readonly AttachmentView[]; query?: string }) {
  return (
    <ul className={styles.attachments} aria-label="Attachments">
      {of.map((file) => {
        const kind = attachmentKind(file);
        const href = `/api/attachments/${file.id}${query}`;
        return (
          <li key={file.id}>
            {isPicture(file.contentType) && file.bytes <= MOST_SHOWN ? (
              <a
                href={`${href}${query ? "&" : "?"}inline`}
                target="_blank"
                rel="noopener"
                className={styles.picture}
                aria-label={`View ${file.name}`}
              >
                <img src={`${href}${query ? "&" : "?"}inline`} alt="" loading="lazy" />
              </a>
            ) : (
              <span className={styles.mark} aria-hidden>
                {kind.mark}
              </span>
            )}
            <span className={styles.file}>
              <a href={href} download>
                {file.name}
              </a>{" "}
              <span className="soft small">
                {kind.words}, <span className="figures">{formatBytes(file.bytes)}</span>
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
