import { type RefObject, useEffect, useRef } from "react";
import { Form, useFetcher, useSearchParams } from "react-router";
import type { Viewer } from "#app/features/orders/rules/waiting/waiting-facts.ts";
import { RelativeTime } from "#app/ui/instant.tsx";
import type { ShownProblem } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { contactAdvice } from "../rules/contact-details.ts";
import { isThreadOver, threadWords } from "../rules/thread-words.ts";
import type { ConversationItem } from "../rules/conversation-item.ts";
import type { OrderThread } from "../server/read-thread.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import styles from "./thread.module.css";

/** The page action's result for the thread: which form it was, and which query. */
export type ThreadAnswer = {
  form: string;
  about?: string | undefined;
  error?: ShownProblem | undefined;
  advice?: string | null | undefined;
  typed?: string | undefined;
} | null;

const advise = (text: string) => contactAdvice(text, "typed");

/** The conversation on an order, with the editor's questions in place. Forms post to the current page. */
export function Thread({
  thread,
  part = "all",
  viewer,
  hasEditor,
  status,
  mayWrite,
  messageKey,
  answer,
}: {
  thread: OrderThread;
  /** Only the editor's questions, without a form for messages. */
  part?: "all" | "questions";
  viewer: Viewer;
  hasEditor: boolean;
  /** The order's. */
  status: string;
  mayWrite: boolean;
  /** Makes a resent message count once. */
  messageKey: string;
  answer: ThreadAnswer;
}) {
  const frame = useRef<HTMLDivElement>(null);
  useMarkRead(part === "all" ? thread.unreadUpTo : null, frame);
  const [search] = useSearchParams();
  const pages = Math.max(1, Math.trunc(Number(search.get("messages"))) || 1);
  const below = (item: ConversationItem) =>
    item.kind !== "query" || item.state !== "open" ? null : viewer === "client" ? (
      <AnswerForm
        query={item}
        messageKey={messageKey}
        answer={answer?.form === "answer" && answer.about === item.id ? answer : null}
      />
    ) : viewer === "editor" && item.own ? (
      <Form method="post" className={styles.withdraw}>
        <input type="hidden" name="queryId" value={item.id} />
        <SubmitButton name="intent" value="withdraw" variant="default" size="compact-sm" pending="Withdrawing">
          Withdraw question
        </SubmitButton>
      </Form>
    ) : null;
  const asksStaff = viewer === "client" || viewer === "editor";
  const words = threadWords(viewer, hasEditor, status);
  return (
    <div ref={frame}>
      <Conversation
        questions={part === "questions"}
        items={part === "all" ? thread.items : thread.items.filter((item) => item.kind === "query")}
        unreadFrom={thread.unreadFrom}
        earlier={thread.earlier ? `?messages=${pages + 1}` : null}
        below={below}
        empty={mayWrite ? words.empty : "No messages yet."}
      />
      {mayWrite && part === "all" ? (
        <Composer
          label={words.label}
          send="Send message"
          messageKey={messageKey}
          answer={answer}
          {...(asksStaff ? { advise } : {})}
          {...(words.description ? { description: words.description } : {})}
        >
          {!asksStaff || isThreadOver(status) ? null : thread.needsStaffAt ? (
            <p className="soft small">
              You asked support to join <RelativeTime at={thread.needsStaffAt} /> ago. They'll reply here.
            </p>
          ) : (
            <label className={styles.tick}>
              <input type="checkbox" name="askStaff" value="1" /> Ask support to join this conversation
            </label>
          )}
        </Composer>
      ) : null}
    </div>
  );
}

function AnswerForm({
  query,
  messageKey,
  answer,
}: {
  query: ConversationItem;
  messageKey: string;
  answer: ThreadAnswer;
}) {
  return (
    <Composer
      label="Your answer"
      intent="answer"
      thread={query.id}
      messageKey={`a${messageKey}`}
      answer={answer}
      advise={advise}
      variant="filled"
      send={query.blocking ? "Send answer and resume work" : "Send answer"}
    >
      <input type="hidden" name="queryId" value={query.id} />
    </Composer>
  );
}

/**
 * Reports how far the thread was read, after hydration and while visible. A GET never does.
 * @param upTo null if there's nothing to report @param frame around the thread, which may be in a tab that isn't shown
 */
export function useMarkRead(upTo: string | null, frame?: RefObject<HTMLElement | null>): void {
  const { submit } = useFetcher();
  useEffect(() => {
    if (upTo === null) return undefined;
    const shown = () => document.visibilityState === "visible" && (frame?.current?.checkVisibility() ?? true);
    const say = () => {
      if (!shown()) return;
      stop();
      void submit({ intent: "read", upTo }, { method: "post" });
    };
    // Tells when the tab it's in is opened, wherever the page is scrolled to.
    const observer = frame?.current ? new IntersectionObserver(say, { rootMargin: "100000px" }) : null;
    const stop = () => {
      document.removeEventListener("visibilitychange", say);
      observer?.disconnect();
    };
    document.addEventListener("visibilitychange", say);
    if (frame?.current) observer?.observe(frame.current);
    say();
    return stop;
  }, [upTo, submit, frame]);
}

/** The editor's question form, explaining what a blocking question does. */
export function AskForm({
  mayPause,
  answer,
  messageKey,
}: {
  mayPause: boolean;
  answer: ThreadAnswer;
  messageKey: string;
}) {
  return (
    <div className={styles.ask}>
      <Composer
        label="Ask the author"
        intent="query"
        messageKey={`q${messageKey}`}
        answer={answer}
        send="Send question"
        pending="Sending"
        advise={advise}
        description="Ask about anything the manuscript doesn't make clear. We'll email your question to the author."
      >
        {mayPause ? (
          <label className={styles.tick}>
            <input type="checkbox" name="blocking" value="1" />{" "}
            <span>
              <b>I can't continue without an answer.</b> The order is on hold until the author answers, and all due
              dates move by that time. If no answer comes, you can continue without one after some days.
            </span>
          </label>
        ) : (
          <p className="soft small">
            This question won't put the due date on hold. Only a first edit in progress can be paused.
          </p>
        )}
      </Composer>
    </div>
  );
}
