import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import type { Notice, NoticeContext, ReaderRoles, StaffFeed } from "#app/platform/rules/core/fact-words.ts";
import { orderPage } from "#app/features/orders/rules/order-page.ts";

/** The role a staff feed is written for: its links lead to pages that each of its readers may open. */
export const feedRoles = (feed: StaffFeed): ReaderRoles => ({
  isAdmin: feed === "admin",
  isSupport: feed === "support",
  isEditor: false,
});

/** Where a notice links to for its reader, or null when nothing it mentions has a page. */
export const noticeLink = (notice: Notice<FactKind>, fact: Fact, about: NoticeContext): string | null =>
  notice.link ? notice.link(fact, about) : orderPage(notice.to, fact.orderId, about.reader);
