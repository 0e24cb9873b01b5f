import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { escapeHtml } from "#app/platform/rules/text/escape-html.ts";
import { plainPage } from "#app/platform/server/public-pages/plain-page.ts";
import { readForm } from "#app/platform/server/requests/read-body.ts";
import { findGroup, isGroup } from "../rules/notice-groups.ts";
import { unsubscribe, findEnding } from "./unsubscribe.ts";
import { END_PATH, type EndTopic } from "./end-token.ts";

const emailsOf = (topic: EndTopic): string =>
  isGroup(topic)
    ? `emails about ${findGroup(topic).about}`
    : topic === "digest-daily"
      ? "the daily summary"
      : "the weekly summary";
/** Matches "emails" or "summary". */
const them = (topic: EndTopic): string => (isGroup(topic) ? "them" : "it");
const settings = (): string =>
  `<p><a href="${escapeHtml(appUrl(config().origins, "/notifications?view=settings"))}">Manage all notification settings</a></p>`;
const button = (token: string, what: "end" | "resume", label: string): string =>
  `<form method="post" action="${END_PATH}?${new URLSearchParams({ token })}"><input type="hidden" name="what" value="${what}"><button>${escapeHtml(label)}</button></form>`;

/** GET /api/unsubscribe: the page behind an email's unsubscribe link. Only its button changes anything. */
export async function showEnding(request: Request): Promise<Response> {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  try {
    const { topic, on } = await findEnding(token);
    const letters = emailsOf(topic);
    return on
      ? plainPage(
          200,
          `Unsubscribe from ${letters}?`,
          `<p>${isGroup(topic) ? "Your bell and other emails stay as they are." : "Your other emails stay as they are."}</p>${button(token, "end", isGroup(topic) ? "Unsubscribe" : "Turn off summary")}${settings()}`,
        )
      : plainPage(
          200,
          `You're not subscribed to ${letters}`,
          `<p>You can subscribe to ${them(topic)} again at any time.</p>${button(token, "resume", `Resubscribe`)}${settings()}`,
        );
  } catch (error) {
    return notOurs(error);
  }
}

/**
 * POST /api/unsubscribe: the button of that page, and one-click unsubscribe from mail clients
 * (`List-Unsubscribe=One-Click`, RFC 8058), which has no session.
 */
export async function postEnding(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const form = await readForm(request).catch(() => new FormData());
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const what = form.get("what") === "resume" && form.get("List-Unsubscribe") === null ? "resume" : "end";
  try {
    const { topic, on } = await unsubscribe(actor, { token, what });
    const letters = emailsOf(topic);
    return on
      ? plainPage(
          200,
          `You're subscribed to ${letters} again`,
          `<p>${isGroup(topic) ? "We'll email you from the next notification on." : "The next one arrives at 7:00 in the morning, your time, if there's something new."}</p>${button(token, "end", `Unsubscribe`)}${settings()}`,
        )
      : plainPage(
          200,
          `You've unsubscribed from ${letters}`,
          `<p>${isGroup(topic) ? "Your bell and other emails stay as they are." : "Your other emails stay as they are."}</p>${button(token, "resume", `Resubscribe`)}${settings()}`,
        );
  } catch (error) {
    return notOurs(error);
  }
}

function notOurs(error: unknown): Response {
  if (!(error instanceof Problem)) throw error;
  return plainPage(error.status, error.message, `<p>${escapeHtml(error.advice)}</p>${settings()}`);
}
