import EmailReplyParser from "email-reply-parser";
import { convert } from "html-to-text";

/** Enough for any reply: what's beyond it is the conversation that it quotes. */
const MOST_TEXT = 50_000;
/** Mail programs wrap a text in many times as much HTML. */
const MOST_HTML = 200_000;
/** Parts nested deeper are left out. Quoted conversations reach about a hundred. */
const DEEPEST = 300;
const LEFT_OUT = "…";

/**
 * The text someone wrote in an email, without the quoted conversation and the signature. The libraries can take
 * quadratic time, so this runs only in a thread with limits.
 */
export function replyText(email: { text: string; html: string }): string {
  const text = email.text.trim() ? email.text : plainOf(email.html);
  const reply = new EmailReplyParser()
    .parseReply(text.slice(0, MOST_TEXT).replaceAll("\r\n", "\n"))
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return reply === LEFT_OUT ? "" : reply;
}

/** For the few mail programs that send only HTML. Quoted text is left out or marked as a quotation. */
const plainOf = (html: string): string =>
  convert(html.slice(0, MOST_HTML), {
    wordwrap: false,
    limits: { maxDepth: DEEPEST, ellipsis: LEFT_OUT },
    selectors: [
      { selector: ".gmail_quote", format: "skip" },
      { selector: "#divRplyFwdMsg", format: "skip" },
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
    ],
  });
