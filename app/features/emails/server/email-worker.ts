import PostalMime from "postal-mime";
import { answerTasks } from "#app/platform/server/core/answer-tasks.ts";
import { replyText } from "../rules/reply-text.ts";

/** Reads emails in a thread of its own: their parts, and what somebody wrote in them. */
const TASKS = {
  parse: (raw: Uint8Array | string) =>
    PostalMime.parse(raw, { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, forceRfc822Attachments: true }),
  reply: replyText,
};

answerTasks(TASKS);
