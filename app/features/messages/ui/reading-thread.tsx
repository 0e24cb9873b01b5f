import { Textarea } from "@mantine/core";
import { useEffect } from "react";
import { Form, useFetcher } from "react-router";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { ReadingThread } from "../server/reading-thread/read-reading-thread.ts";
import { Conversation } from "./conversation.tsx";
import styles from "./thread.module.css";

const WORDS = {
  reader: {
    label: "Message to the first editor",
    hint: "The first editor and our staff read this. The author doesn't.",
    empty: "Ask the first editor about their changes here. Our staff can read along, but the author can't.",
  },
  editor: {
    label: "Message to the second reader",
    hint: "The second reader and our staff read this. The author doesn't.",
    empty: "Talk to the second reader here. Our staff can read along, but the author can't.",
  },
  staff: {
    label: "Message to both editors",
    hint: "The second reader and the first editor read this. The author doesn't.",
    empty: "The second reader and the first editor haven't written to each other.",
  },
} as const;

/**
 * The conversation about a second reading. Posts `intent=reading_message` and `intent=reading_read` to the page that
 * shows it.
 * @param answer of the page's action, for this form
 */
export function ReadingMessages({
  thread,
  messageKey,
  answer,
}: {
  thread: ReadingThread | null;
  messageKey: string;
  answer:
    | { form: string; error?: ShownProblem | undefined; typed?: Record<string, string> | undefined }
    | undefined
    | null;
}) {
  useMarkRead(thread);
  if (!thread || (!thread.mayWrite && thread.items.length === 0)) return null;
  const words = WORDS[thread.role];
  const own = answer?.form === "reading_message" ? answer : null;
  return (
    <Section title="Messages about the second reading" id="reading-messages">
      {thread.earlier ? <p className="soft small">Older messages aren't shown here.</p> : null}
      <Conversation items={thread.items} unreadFrom={thread.unreadFrom} empty={words.empty} />
      {thread.mayWrite ? (
        <Form
          method="post"
          key={thread.items.filter((item) => item.own).length}
          className={styles.reading}
          preventScrollReset
        >
          <ErrorNote problem={own?.error} />
          <input type="hidden" name="readingId" value={thread.readingId} />
          <input type="hidden" name="clientKey" value={`r${messageKey}`} />
          <Textarea
            name="body"
            label={words.label}
            description={words.hint}
            autosize
            minRows={3}
            maxLength={5_000}
            required
            defaultValue={own?.error ? (own.typed?.["body"] ?? "") : ""}
            error={fieldError(own?.error, "body")}
          />
          {thread.role === "staff" ? null : (
            <label className={styles.tick}>
              <input type="checkbox" name="askStaff" value="1" /> Ask support to reply
            </label>
          )}
          <SubmitButton name="intent" value="reading_message" pending="Sending">
            Send message
          </SubmitButton>
        </Form>
      ) : null}
    </Section>
  );
}

/** Reports how far it was read, while it's visible. A GET never does. */
function useMarkRead(thread: ReadingThread | null): void {
  const { submit } = useFetcher();
  const [readingId, upTo] = [thread?.readingId, thread?.unreadUpTo ?? null];
  useEffect(() => {
    if (upTo === null || readingId === undefined) return undefined;
    const say = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", say);
      void submit({ intent: "reading_read", readingId, upTo }, { method: "post" });
    };
    document.addEventListener("visibilitychange", say);
    say();
    return () => document.removeEventListener("visibilitychange", say);
  }, [readingId, upTo, submit]);
}
