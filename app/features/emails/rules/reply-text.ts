import EmailReplyParser from "email-reply-parser";
import { convert } from "html-to-text";

const MOST = 200_000;

/** The text someone wrote in an email, without the quoted conversation and the signature. */
export function replyText(email: { text: string; html: string }): string {
  const text = email.text.trim() ? email.text : plainOf(email.html);
  return new EmailReplyParser()
    .parseReply(text.slice(0, MOST).replaceAll("\r\n", "\n"))
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

/** For the few mail programs that send only HTML. Quoted text is left out or marked as a quotation. */
const plainOf = (html: string): string =>
  convert(html.slice(0, MOST), {
    wordwrap: false,
    selectors: [
      { selector: ".gmail_quote", format: "skip" },
      { selector: "#divRplyFwdMsg", format: "skip" },
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
    ],
  });
