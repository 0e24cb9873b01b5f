import type { Actor } from "#app/platform/rules/actor.ts";
import { Problem } from "#app/platform/rules/errors.ts";
import { appUrl } from "#app/platform/rules/origins.ts";
import { config } from "#app/platform/server/config.ts";
import { escapeHtml, plainPage } from "#app/platform/server/plain-page.ts";
import { readForm } from "#app/platform/server/read-body.ts";
import { findGroup, isGroup } from "../rules/notice-groups.ts";
import { endLetters, findEnding } from "./end-letters.ts";
import { END_PATH, type EndTopic } from "./end-token.ts";

const lettersOf = (topic: EndTopic): string =>
  isGroup(topic)
    ? `letters about ${findGroup(topic).about}`
    : topic === "digest-daily"
      ? "the daily summary"
      : "the weekly summary";
/** Letters are several, a summary is one. */
const them = (topic: EndTopic): string => (isGroup(topic) ? "them" : "it");
const settings = (): string =>
  `<p><a href="${escapeHtml(appUrl(config().origins, "/notifications?view=settings"))}">Choose all that you are sent</a></p>`;
const button = (token: string, what: "end" | "resume", label: string): string =>
  `<form method="post" action="${END_PATH}?${new URLSearchParams({ token })}"><input type="hidden" name="what" value="${what}"><button>${escapeHtml(label)}</button></form>`;

/** GET /api/unsubscribe: what the link of a letter's foot opens. It ends nothing yet: its button does. */
export async function showEnding(request: Request): Promise<Response> {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  try {
    const { topic, on } = await findEnding(token);
    const letters = lettersOf(topic);
    return on
      ? plainPage(
          200,
          `End ${letters}?`,
          `<p>${isGroup(topic) ? "They stay in the bell as you have chosen, and other letters come as before." : "Other letters come as before."}</p>${button(token, "end", isGroup(topic) ? "End these letters" : "End this summary")}${settings()}`,
        )
      : plainPage(
          200,
          `You are not sent ${letters}`,
          `<p>There is nothing to end. If you want ${them(topic)} after all, one press brings ${them(topic)} back.</p>${button(token, "resume", `Send ${them(topic)} again`)}${settings()}`,
        );
  } catch (error) {
    return notOurs(error);
  }
}

/** POST /api/unsubscribe: the button of that page, and the one click of mailboxes (`List-Unsubscribe=One-Click`, RFC 8058), which come without a session. */
export async function postEnding(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const form = await readForm(request).catch(() => new FormData());
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const what = form.get("what") === "resume" && form.get("List-Unsubscribe") === null ? "resume" : "end";
  try {
    const { topic, on } = await endLetters(actor, { token, what });
    const letters = lettersOf(topic);
    return on
      ? plainPage(
          200,
          `You are sent ${letters} again`,
          `<p>${isGroup(topic) ? "They come from the next one on." : "It comes at the next seven in your morning, when there is something to say."}</p>${button(token, "end", `End ${them(topic)} after all`)}${settings()}`,
        )
      : plainPage(
          200,
          `You are no longer sent ${letters}`,
          `<p>${isGroup(topic) ? "The bell tells you as you have chosen, and other letters come as before." : "Other letters come as before."}</p>${button(token, "resume", `Send ${them(topic)} again`)}${settings()}`,
        );
  } catch (error) {
    return notOurs(error);
  }
}

function notOurs(error: unknown): Response {
  if (!(error instanceof Problem)) throw error;
  return plainPage(error.status, error.message, `<p>${escapeHtml(error.advice)}</p>${settings()}`);
}
