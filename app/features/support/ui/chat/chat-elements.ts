import type { ChatLine } from "../../rules/chat.ts";

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function timeText(iso: string): string {
  const at = new Date(iso);
  const today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat("en-US", {
    ...(today ? {} : { month: "short", day: "numeric" }),
    hour: "numeric",
    minute: "2-digit",
  }).format(at);
}

export function lineElement(line: ChatLine): HTMLElement {
  const who = line.from === "visitor" ? "You" : (line.name ?? "Support");
  return make(
    "div",
    { class: "line", "data-from": line.from },
    make("p", { class: "who" }, `${who} `, make("time", { datetime: line.at }, timeText(line.at))),
    make("p", { class: "body" }, line.body),
  );
}
