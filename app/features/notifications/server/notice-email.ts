import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import { type Notice, type NoticeContext, noticesOf } from "#app/platform/rules/core/fact-words.ts";
import { valuesOf } from "#app/platform/rules/mail/email-template.ts";
import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import type { EmailText } from "#app/platform/server/mail/email.tsx";
import { type GroupKey, findGroup } from "../rules/notice-groups.ts";
import { noticeLink } from "../rules/notice-link.ts";
import { endUrl } from "./end-token.ts";

export type EmailRecipient = {
  uid: string;
  displayName: string;
  timeZone: string;
  /** The organization whose program it is. Its emails go to people who can't open the program's orders. */
  programOf?: string | null;
};

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

/** The name of a notice's email: its kind and recipient, with a number if the kind has several for that recipient. */
export function noticeKey(kind: FactKind, notice: Notice<FactKind>): string {
  const same = noticesOf(factWords(), kind).filter(({ to }) => to === notice.to);
  const at = same.indexOf(notice);
  return `${kind}:${notice.to}${at > 0 ? `:${at + 1}` : ""}`;
}

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
  const button = reader.programOf
    ? { label: "Open organization", url: appUrl(config().origins, `/organizations/${reader.programOf}`) }
    : link && { label, url: appUrl(config().origins, link) };
  const { order } = about;
  const due = notice.to === "editor" ? order?.editorDueAt : order?.dueAt;
  return {
    key: noticeKey(fact.kind, notice),
    reader: { uid: reader.uid, name: reader.displayName, timeZone: reader.timeZone },
    values: {
      ...valuesOf(fact.data, order?.currency),
      ...(order ? { order: order.number, title: order.title } : {}),
      ...(order ? { total: { minor: order.totalMinor, currency: order.currency } } : {}),
      ...(due ? { "due date": { at: due.toISOString() } } : {}),
    },
    heading: notice.title(fact, about),
    paragraphs: [`Dear ${reader.displayName},`, ...paragraphs],
    ...(button ? { button } : {}),
    footer: footOf(whyOf(notice.to, group, about), paragraphs, reader.timeZone),
    ...endOf(reader.uid, group),
  };
}
