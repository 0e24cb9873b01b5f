import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { type HumanCheckAnswer, workOut } from "#app/features/accounts/rules/human-check.ts";
import { type ChatView, promiseWords } from "../../rules/chat.ts";
import { CHAT_CSS } from "./chat-widget-css.ts";
import { newKey, post, UNREACHABLE, type Refusal } from "./chat-request.ts";
import { lineElement } from "./chat-elements.ts";
import { makePanel } from "./chat-panel.ts";
import { kept, keep } from "./chat-storage.ts";

// The visitors' chat: a standalone script that CHAT_BOOT (chat-boot.ts) loads on demand.

/** Stores only that this browser has a conversation and whether the panel was open. Messages come from the server. */
const MARK = "stet.chat";
const OPEN = "stet.chat.open";
const DRAFT = "stet.chat.draft";
const RETRY_MS = 10_000;
const PATIENCE_MS = 400;
const NOTHING: ChatView = { lines: [], open: false, reachable: false, unread: 0, promise: null };

/** One chat attached to one bubble. */
class Chat {
  private view: ChatView = NOTHING;
  private stream: EventSource | undefined;
  private human: Promise<string | null> | undefined;
  private clientKey = newKey();
  private isOpen = false;
  private readonly link: HTMLAnchorElement;
  private readonly parts = makePanel();

  constructor(link: HTMLAnchorElement) {
    this.link = link;
    const { panel, form, close } = this.parts;
    const host = link.parentElement!.querySelector<HTMLElement>("[data-chat-panel]")!;
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CHAT_CSS);
    root.adoptedStyleSheets = [sheet];
    root.replaceChildren(panel);

    this.parts.message.value = kept("sessionStorage", DRAFT) ?? "";
    this.parts.message.addEventListener("input", () => {
      keep("sessionStorage", DRAFT, this.parts.message.value);
      // A changed text is a new message.
      this.clientKey = newKey();
    });
    this.parts.message.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.submit();
    });
    close.addEventListener("click", () => this.close(true));
    const over = new AbortController();
    const { signal } = over;
    /** The user may have navigated to a page without this bubble. */
    const here = (): boolean => {
      if (link.isConnected) return true;
      over.abort();
      this.stream?.close();
      return false;
    };
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && here() && this.isOpen) this.close(true);
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (here() && this.isOpen && !event.composedPath().includes(host) && !event.composedPath().includes(link))
          this.close(false);
      },
      { signal },
    );
    document.addEventListener(
      "visibilitychange",
      () => {
        if (here()) this.listen(document.visibilityState === "visible");
      },
      { signal },
    );
    link.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      link.click();
    });
    link.setAttribute("role", "button");
    link.setAttribute("aria-haspopup", "dialog");
    link.setAttribute("aria-expanded", "false");
  }

  async toggle(): Promise<void> {
    if (this.isOpen) return this.close(true);
    // Open right away, even if the response is slow.
    await Promise.race([this.refresh(), new Promise((done) => setTimeout(done, PATIENCE_MS))]);
    this.open(true);
  }

  /** Continue a conversation: show new answers at the bubble and restore the panel as it was before navigation. */
  async follow(): Promise<void> {
    await this.refresh();
    if (this.view.lines.length > 0 && kept("sessionStorage", OPEN)) this.open(false);
  }

  private open(takesFocus: boolean): void {
    this.isOpen = true;
    this.parts.panel.hidden = false;
    this.link.setAttribute("aria-expanded", "true");
    keep("sessionStorage", OPEN, "1");
    if (!this.view.open) this.prepare();
    this.draw();
    this.parts.log.scrollTop = this.parts.log.scrollHeight;
    if (takesFocus) this.parts.message.focus();
    void this.markSeen();
  }

  private close(returnsFocus: boolean): void {
    this.isOpen = false;
    this.parts.panel.hidden = true;
    this.link.setAttribute("aria-expanded", "false");
    keep("sessionStorage", OPEN, null);
    if (returnsFocus) this.link.focus();
  }

  /** The human check, computed while the visitor types. */
  private prepare(): void {
    this.human ??= fetchInTime("/api/human-check", { cache: "no-store" })
      .then(async (answer) => workOut((await answer.json()) as HumanCheckAnswer))
      .catch(() => {
        this.human = undefined;
        return null;
      });
  }

  private async submit(): Promise<void> {
    const message = this.parts.message.value.trim();
    if (this.parts.send.disabled) return;
    if (message === "") return this.refuse({ message: "Write your message.", advice: "", fields: { message: "" } });
    this.parts.send.disabled = true;
    this.parts.send.textContent = "Sending";
    try {
      if (!this.view.open) this.prepare();
      const humanCheck = this.view.open ? null : await this.human;
      this.take(
        await post("/api/chat", {
          message,
          name: this.parts.name.value,
          email: this.parts.email.value,
          clientKey: this.clientKey,
          ...(humanCheck ? { humanCheck } : {}),
        }),
      );
      this.parts.message.value = "";
      keep("sessionStorage", DRAFT, null);
      this.clientKey = newKey();
      this.parts.problem.textContent = "";
      this.markInvalid({});
      this.parts.log.scrollTop = this.parts.log.scrollHeight;
    } catch (error) {
      this.refuse(error instanceof Error ? UNREACHABLE : (error as Refusal));
    } finally {
      // A human check answer can be used once.
      this.human = undefined;
      if (!this.view.open) this.prepare();
      this.parts.send.disabled = false;
      this.parts.send.textContent = "Send";
    }
  }

  private refuse({ message, advice, fields = {} }: Refusal): void {
    this.parts.problem.textContent = `${message} ${advice}`.trim();
    this.markInvalid(fields);
    ("email" in fields ? this.parts.email : "name" in fields ? this.parts.name : this.parts.message).focus();
  }

  private markInvalid(fields: Record<string, string>): void {
    for (const field of [this.parts.name, this.parts.email, this.parts.message])
      field.setAttribute("aria-invalid", String(field.id in fields));
  }

  private async refresh(): Promise<void> {
    try {
      const answer = await fetchInTime("/api/chat", { headers: { accept: "application/json" } });
      if (answer.ok) this.take((await answer.json()) as ChatView);
    } catch {
      // Offline: keep what is shown.
    }
  }

  private take(view: ChatView): void {
    const atEnd = this.parts.log.scrollHeight - this.parts.log.scrollTop - this.parts.log.clientHeight < 40;
    this.view = view;
    keep("localStorage", MARK, view.lines.length > 0 ? "1" : null);
    this.draw();
    if (atEnd) this.parts.log.scrollTop = this.parts.log.scrollHeight;
    this.listen(document.visibilityState === "visible");
    void this.markSeen();
  }

  private draw(): void {
    const { lines, open, reachable, promise, unread } = this.view;
    // Append only new lines, so screen readers announce each one once.
    while (this.parts.log.children.length > lines.length) this.parts.log.lastElementChild!.remove();
    lines.forEach((line, i) => {
      const there = this.parts.log.children[i] as HTMLElement | undefined;
      if (there?.dataset["id"] === line.id) return;
      const element = lineElement(line);
      element.dataset["id"] = line.id;
      if (there) there.replaceWith(element);
      else this.parts.log.append(element);
    });
    this.parts.log.hidden = lines.length === 0;
    this.parts.about.hidden = open && reachable;
    const words =
      lines.length > 0 && !open
        ? "This conversation is closed. Your next message begins another."
        : promise
          ? promiseWords(promise, reachable)
          : "";
    if (this.parts.status.textContent !== words) this.parts.status.textContent = words;
    if (unread > 0 && !this.isOpen) {
      this.link.dataset["unread"] = unread > 99 ? "99+" : String(unread);
      this.link.setAttribute("aria-label", `Contact support, ${unread} new`);
    } else {
      delete this.link.dataset["unread"];
      this.link.setAttribute("aria-label", "Contact support");
    }
  }

  private async markSeen(): Promise<void> {
    const last = this.view.lines.findLast((line) => line.from === "staff");
    if (!this.isOpen || this.view.unread === 0 || !last || document.visibilityState !== "visible") return;
    this.view = { ...this.view, unread: 0 };
    // Navigating away right after must not undo this.
    await fetchInTime("/api/chat/seen", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ upTo: last.id }),
      keepalive: true,
    }).catch(() => {});
  }

  /** One stream while the tab is visible; a background tab reloads when it becomes visible. */
  private listen(wanted: boolean): void {
    if (!wanted || !this.view.open || !this.link.isConnected) {
      this.stream?.close();
      this.stream = undefined;
      return;
    }
    if (this.stream) return;
    const stream = (this.stream = new EventSource("/api/chat/live"));
    // Messages sent before the stream opened sent no event.
    stream.addEventListener("open", () => void this.refresh());
    stream.addEventListener("message", () => void this.refresh());
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED) return;
      if (this.stream === stream) this.stream = undefined;
      setTimeout(() => this.listen(document.visibilityState === "visible"), RETRY_MS * (1 + Math.random()));
    });
  }
}

const chats = new WeakMap<HTMLAnchorElement, Chat>();
function chatAt(link: HTMLAnchorElement): Chat {
  let chat = chats.get(link);
  if (!chat) chats.set(link, (chat = new Chat(link)));
  return chat;
}

Object.assign(window, {
  __stetChatWidget: {
    toggle: (link: HTMLAnchorElement) => chatAt(link).toggle(),
    follow: (link: HTMLAnchorElement) => chatAt(link).follow(),
  },
});
