import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import type { Notice, NoticeContext } from "#app/platform/rules/core/fact-words.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import type { EmailText } from "#app/platform/server/mail/email.tsx";
import { type GroupKey, findGroup } from "../rules/notice-groups.ts";
import { noticeLink } from "../rules/notice-link.ts";
import { endUrl } from "./end-token.ts";

export type EmailRecipient = { uid: string; displayName: string; timeZone: string };

const AN_HOUR = /\b\d{1,2}:\d{2}\b/;

/** The footer of an email: why the reader gets it and which time zone it uses. */
export const footOf = (why: string, said: readonly string[], timeZone: string): string =>
  [why, said.some((it) => AN_HOUR.test(it)) ? `Times are in your time zone (${timeZone}).` : null]
    .filter(Boolean)
    .join(" ");

/** Whether a reply to an email about a conversation joins it. */
export const replyNote = (): string =>
  config().mail.inbound
    ? "You can also reply to this email: your answer joins the conversation."
    : "Replies to this email don't reach us.";

/** The unsubscribe link for a group's emails, or nothing for a group that is always on. */
export function endOf(
  uid: string,
  group: GroupKey | null,
): { end: { url: string; label: string } } | Record<never, never> {
  if (!group || findGroup(group).fixed !== null) return {};
  return {
    end: { url: endUrl({ uid, topic: group }), label: `Unsubscribe from emails about ${findGroup(group).about}` },
  };
}

const whyOf = (to: Notice<FactKind>["to"], group: GroupKey | null, about: NoticeContext): string => {
  const { siteName } = config();
  if (to === "client")
    return `You're getting this email because ${about.order?.number ?? "the order"} is your order at ${siteName}.`;
  if (to === "editor")
    return `You're getting this email because you edit ${about.order?.number ?? "the order"} for ${siteName}.`;
  if (to === "admin") return `You're getting this email because you're an admin at ${siteName}.`;
  if (group === "support") return `You're getting this email because you contacted ${siteName} support.`;
  if (group === "account") return `You're getting this email because you have an account at ${siteName}.`;
  return `You're getting this email because you edit for ${siteName}.`;
};

/**
 * The email of a notice: a greeting, what happened, what to do by when in the reader's time zone, one button, and why
 * they get it.
 */
export function noticeEmail(
  fact: Fact,
  notice: Notice<FactKind>,
  about: NoticeContext,
  reader: EmailRecipient,
): EmailText {
  const group = factWords()[fact.kind].group ?? null;
  const paragraphs = notice.letter?.(fact, about) ?? [notice.body(fact, about)];
  const link = noticeLink(notice, fact, about);
  const label = typeof notice.button === "function" ? notice.button(fact) : (notice.button ?? "Open order");
  return {
    heading: notice.title(fact, about),
    paragraphs: [`Dear ${reader.displayName},`, ...paragraphs],
    ...(link ? { button: { label, url: appUrl(config().origins, link) } } : {}),
    footer: footOf(whyOf(notice.to, group, about), paragraphs, reader.timeZone),
    ...endOf(reader.uid, group),
  };
}
