import { CHAT_LIMITS } from "../../rules/chat.ts";
import { make } from "./chat-elements.ts";

/** The chat's panel: the conversation above, and the form to write a message below. */
export function makePanel() {
  const status = make("p", { class: "status", role: "status" });
  const log = make("div", { class: "log", role: "log", "aria-label": "Conversation", tabindex: "0" });
  const message = make("textarea", {
    id: "message",
    rows: "3",
    maxlength: String(CHAT_LIMITS.message),
    required: "",
  });
  const name = make("input", {
    id: "name",
    type: "text",
    autocomplete: "name",
    maxlength: String(CHAT_LIMITS.name),
  });
  const email = make("input", {
    id: "email",
    type: "email",
    autocomplete: "email",
    maxlength: String(CHAT_LIMITS.email),
    "aria-describedby": "why",
  });
  const about = make("div", { class: "about" });
  const problem = make("p", { class: "problem", role: "alert" });
  const send = make("button", { type: "submit" }, "Send");
  const close = make("button", { type: "button", class: "close", "aria-label": "Close the chat" }, "×");
  about.append(
    make("div", {}, make("label", { for: "name" }, "Name ", make("span", {}, "(optional)")), name),
    make("div", {}, make("label", { for: "email" }, "Email ", make("span", {}, "(optional)")), email),
    make("p", { id: "why" }, "So we can reply if you leave."),
  );
  const form = make(
    "form",
    { novalidate: "" },
    about,
    make("label", { for: "message" }, "Message"),
    message,
    problem,
    make("div", { class: "foot" }, make("p", {}, "Please don't send your manuscript here."), send),
  );
  const panel = make(
    "section",
    { role: "dialog", "aria-labelledby": "title", hidden: "" },
    make("header", {}, make("div", {}, make("h2", { id: "title" }, "Contact support"), status), close),
    log,
    form,
  );
  return { panel, form, close, status, log, message, name, email, about, problem, send };
}
