import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { type FormEvent, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { Composer } from "#app/features/messages/ui/composer.tsx";
import type { ConversationItem } from "#app/features/messages/ui/conversation.tsx";
import { RelativeTime } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { type MacroFill, fillMacro } from "../../rules/desk.ts";
import { hereWords } from "../../rules/here.ts";
import { mentionOf } from "../../rules/mentions.ts";
import { usePresence } from "./use-presence.ts";
import { TICKET_LIMITS, type TicketCategory } from "../../rules/ticket.ts";
import type { MacroView } from "../../rules/ticket-view.ts";
import type { DeskThreadAnswer } from "../../server/desk/act-on-thread.ts";
import styles from "./desk-answer.module.css";
import { MacroPicker } from "../macros/macro-picker.tsx";

const AFTER = [
  ["waiting", "Wait for customer", "Send and wait for customer"],
  ["resolved", "Resolve", "Send and resolve"],
  ["open", "Keep open", "Send and keep open"],
] as const;
type After = (typeof AFTER)[number][0];

/** The newest item: ids sort by creation time. */
const newest = (items: readonly ConversationItem[]): string =>
  items.reduce((last, it) => (it.id > last ? it.id : last), "");

/**
 * How far the writer has read: what the page showed when they started writing. Later items count as unread until the
 * writer confirms.
 */
function useSeen(items: readonly ConversationItem[], answer: DeskThreadAnswer | undefined) {
  const last = newest(items);
  const [pinned, pin] = useState<string | null>(null);
  const [heard, hear] = useState(answer);
  if (answer !== heard) {
    hear(answer);
    if (answer?.form === "answer") pin(answer.held ? answer.held.seenId : answer.error ? pinned : null);
  }
  const seenId = pinned ?? last;
  const onInput = (event: FormEvent) => {
    const area = event.target;
    if (!(area instanceof HTMLTextAreaElement) || area.name !== "body") return;
    const { value } = area;
    pin((now) => (value.trim() === "" ? null : (now ?? last)));
  };
  return {
    seenId,
    news: items.filter((it) => it.id > seenId && !it.own && it.kind !== "event"),
    onInput,
    catchUp: () => pin(last),
  };
}

/** Inserts a paragraph at the cursor as if it had been typed, with an empty line to what is before and after it. */
function insert(area: HTMLTextAreaElement | null, text: string): void {
  if (!area) return;
  area.focus();
  const before = area.value.slice(0, area.selectionStart).trimEnd();
  const behind = area.value.slice(area.selectionEnd);
  if (before) area.setSelectionRange(before.length, area.selectionEnd);
  area.setRangeText(
    `${before ? "\n\n" : ""}${text}${behind.trim() ? "\n\n" : ""}`,
    area.selectionStart,
    area.selectionEnd,
    "end",
  );
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Inserts a word at the cursor as if it had been typed, with a space around it. */
function insertWord(area: HTMLTextAreaElement | null, word: string): void {
  if (!area) return;
  area.focus();
  const before = area.value.slice(0, area.selectionStart);
  const gap = before === "" || before.endsWith(" ") || before.endsWith("\n") ? "" : " ";
  area.setRangeText(`${gap}${word} `, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Where staff write an answer to the customer or an internal note. Each has its own form and draft, so neither can be
 * sent as the other.
 */
export function DeskAnswer({
  kind,
  id,
  items,
  answer,
  macros,
  messageKey,
  to,
  mayAnswer,
  category,
  fill,
  colleagues = [],
}: {
  kind: "ticket" | "order";
  /** Of the thread. */
  id: string;
  items: readonly ConversationItem[];
  answer: DeskThreadAnswer | undefined;
  macros: readonly MacroView[];
  messageKey: string;
  /** Who receives an answer. */
  to: string;
  mayAnswer: boolean;
  category: TicketCategory | null;
  fill: MacroFill;
  /** Whom a note can mention. */
  colleagues?: readonly { uid: string; displayName: string }[];
}) {
  const [search] = useSearchParams();
  const noting = kind === "ticket" && (search.get("write") === "note" || !mayAnswer);
  const { seenId, news, onInput, catchUp } = useSeen(items, answer);
  const [after, setAfter] = useState<After>("waiting");
  const hydrated = useHydrated();
  const area = useRef<HTMLTextAreaElement>(null);
  const noteArea = useRef<HTMLTextAreaElement>(null);
  const { others, onTyping } = usePresence(id);
  const here = hereWords(others);
  const held = answer?.form === "answer" && answer.error ? answer.held : undefined;
  const [inserted, setInserted] = useState<readonly string[]>([]);
  const [heard, hear] = useState(answer);
  if (answer !== heard) {
    hear(answer);
    if (answer?.form === "answer" && !answer.error) {
      setAfter("waiting");
      setInserted([]);
    }
  }
  const mine = answer ? { form: answer.form, error: answer.error, advice: answer.advice, typed: answer.typed } : null;
  return (
    <section
      className={styles.box}
      data-mode={noting ? "note" : "answer"}
      aria-label={noting ? "Add an internal note" : "Write a reply"}
      id="write"
      onInput={onTyping}
    >
      <p className={styles.here} aria-live="polite">
        {here}
      </p>
      {kind === "ticket" ? (
        <Modes noting={noting} mayAnswer={mayAnswer} to={to} />
      ) : (
        <p className={styles.modes}>
          <span className={styles.reach}>
            Goes to <b>{to}</b>, as support.
          </span>
        </p>
      )}
      {mayAnswer ? (
        <div className={styles.pane} data-pane hidden={noting} onInput={onInput}>
          <WhileWriting held={held} news={news} catchUp={catchUp} />
          <Composer
            label={kind === "ticket" ? "Your reply" : "Your message"}
            intent="answer"
            send={
              held
                ? "Send anyway"
                : kind === "order"
                  ? "Send as support"
                  : hydrated
                    ? AFTER.find(([value]) => value === after)![2]
                    : "Send reply"
            }
            messageKey={messageKey}
            answer={mine}
            variant="filled"
            maxLength={kind === "ticket" ? TICKET_LIMITS.message : 5_000}
            textRef={area}
          >
            <input type="hidden" name="seenId" value={held?.seenId ?? seenId} />
            <input type="hidden" name="macroIds" value={inserted.join(" ")} />
            <div className={styles.options}>
              {kind === "ticket" ? (
                <fieldset className={styles.after}>
                  <legend>Then</legend>
                  {AFTER.map(([value, label]) => (
                    <label key={value}>
                      <input
                        type="radio"
                        name="after"
                        value={value}
                        checked={after === value}
                        onChange={() => setAfter(value)}
                      />
                      {label}
                    </label>
                  ))}
                </fieldset>
              ) : null}
              {hydrated && macros.length > 0 ? (
                <MacroPicker
                  macros={macros}
                  category={category}
                  onPick={({ id, body }) => {
                    insert(area.current, fillMacro(body, fill));
                    setInserted((all) => (all.includes(id) ? all : [...all, id]));
                  }}
                />
              ) : null}
            </div>
          </Composer>
        </div>
      ) : null}
      {kind === "ticket" ? (
        <div className={styles.pane} data-pane hidden={!noting}>
          <Composer
            label="Internal note"
            intent="note"
            send="Add note"
            pending="Adding"
            messageKey={`n${messageKey}`}
            answer={mine}
            maxLength={TICKET_LIMITS.message}
            variant="default"
            attachments={false}
            textRef={noteArea}
          >
            {hydrated && colleagues.length > 0 ? (
              <label className={styles.macro}>
                <span className="unseen">Mention a colleague</span>
                <select
                  value=""
                  onChange={(event) => {
                    if (event.currentTarget.value) insertWord(noteArea.current, mentionOf(event.currentTarget.value));
                  }}
                >
                  <option value="">Mention a colleague</option>
                  {colleagues.map(({ uid, displayName }) => (
                    <option key={uid} value={displayName}>
                      {displayName}
                    </option>
                  ))}
                </select>
              </label>
            ) : null}
          </Composer>
        </div>
      ) : null}
    </section>
  );
}

/** The two kinds of message, each with its reach. */
function Modes({ noting, mayAnswer, to }: { noting: boolean; mayAnswer: boolean; to: string }) {
  const [search] = useSearchParams();
  const tab = (mode: "answer" | "note") => {
    const next = new URLSearchParams(search);
    next.delete("write");
    if (mode === "note") next.set("write", "note");
    return `?${next}`;
  };
  return (
    <nav aria-label="Message type" className={styles.modes}>
      {mayAnswer ? (
        <Link
          to={tab("answer")}
          replace
          preventScrollReset
          data-write="answer"
          aria-current={noting ? undefined : "page"}
        >
          Reply
        </Link>
      ) : null}
      <Link to={tab("note")} replace preventScrollReset data-write="note" aria-current={noting ? "page" : undefined}>
        Internal note
      </Link>
      <span className={styles.reach}>
        {noting ? (
          "Only staff can see this. Write @ and a colleague's name to tell them."
        ) : (
          <>
            Goes to <b>{to}</b>.
          </>
        )}
      </span>
    </nav>
  );
}

/** What arrived since the writer started: a refusal that lists it, or a notice while it is still only on the page. */
function WhileWriting({
  held,
  news,
  catchUp,
}: {
  held: DeskThreadAnswer["held"];
  news: readonly ConversationItem[];
  catchUp: () => void;
}) {
  if (held)
    return (
      <Notice tone="attention" title="New while you were writing">
        <ul className={styles.missed}>
          {held.by.map((it) => (
            <li key={it.id}>
              <b>{it.name}</b>
              {it.note ? " (internal note)" : ""}, <RelativeTime at={it.at} /> ago: <q>{it.words}</q>
            </li>
          ))}
        </ul>
      </Notice>
    );
  if (news.length === 0) return null;
  const names = joinWords([...new Set(news.map((it) => it.authorName))]);
  const did = news.every((it) => it.kind === "note")
    ? "left a note"
    : news.some((it) => it.authorRole === "support" || it.authorRole === "admin")
      ? "answered"
      : "wrote";
  return (
    <Notice
      tone="attention"
      title={`${names} ${did} while you were writing.`}
      action={
        <button type="button" className={styles.plain} onClick={catchUp}>
          I've read it
        </button>
      }
    >
      <a href={`#${news[0]!.id}`}>Read it</a> before you send your answer.
    </Notice>
  );
}
