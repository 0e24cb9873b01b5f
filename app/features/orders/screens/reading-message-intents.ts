import { markReadingRead } from "#app/features/messages/server/reading-thread/mark-reading-read.ts";
import { postReadingMessage } from "#app/features/messages/server/reading-thread/post-reading-message.ts";
import { type Intent, intent } from "#app/platform/server/requests/page-frame.ts";

type Page = { request: Request; params: object };

/** What the second reader, the first editor, and staff do with the messages about a second reading. */
export function readingMessageIntents<Args extends Page, Extra>(): Record<string, Intent<Args, Extra>> {
  return {
    reading_message: intent({
      command: postReadingMessage,
      input: ({ form, text }) => ({
        readingId: text("readingId"),
        body: text("body"),
        clientKey: text("clientKey") || undefined,
        askStaff: form.has("askStaff"),
      }),
      done: "Message sent.",
    }),
    reading_read: intent({
      command: markReadingRead,
      input: ({ text }) => ({ readingId: text("readingId"), upTo: text("upTo") }),
    }),
  };
}
