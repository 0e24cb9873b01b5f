import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { noteReport } from "#app/features/partners/server/change-partners.ts";
import { partnerReportEmail } from "#app/features/partners/server/report-email.ts";
import { lockPartner } from "#app/features/partners/server/find-partner.ts";
import { monthWords, spanOfMonth } from "../../rules/books.ts";
import { figureLines, figuresInShort, monthBefore } from "../../rules/partner-figures.ts";
import { figuresOfMonth } from "./read-partners.ts";

/** The last orders of a month are counted by then. */
const COUNTED_AFTER_MS = 6 * HOUR;

/**
 * Clock rule: emails each partner the figures of the month that ended, once. A partner whose partnership ended before
 * the month gets none. Safe to run twice, and by two workers at once.
 */
export async function reportPartners(now: Date): Promise<number> {
  const month = monthBefore(now);
  const { startsAt: from, endsAt: to } = spanOfMonth(month);
  if (now < after(to, COUNTED_AFTER_MS)) return 0;
  const due = database()
    .selectFrom("partners")
    .select("id")
    .where("contactEmail", "<>", "")
    .where("startsAt", "<", to)
    .where((e) => e.or([e("reportedMonth", "is", null), e("reportedMonth", "<", month)]))
    .where((e) => e.or([e("endedAt", "is", null), e("endedAt", ">=", from)]))
    .where((e) => e.or([e("endsAt", "is", null), e("endsAt", ">", from)]))
    .orderBy("id");
  return sweep("report to a partner", due, async ({ tx, fact }, { id }) => {
    const partner = await lockPartner(tx, id);
    if (partner.contactEmail === "" || (partner.reportedMonth ?? "") >= month) return false;
    const figures = await figuresOfMonth(partner, month);
    const text = partnerReportEmail({
      ...partner,
      month: monthWords(month),
      inShort: figuresInShort(figures),
      figures: figureLines(figures),
    });
    await post(tx, {
      key: `partner-report:${id}:${month}`,
      to: partner.contactEmail,
      subject: text.heading,
      ...(await renderEmail(text)),
      kind: "partner.report",
    });
    await noteReport(tx, partner, month);
    await fact("partner.reported", { subjectId: id, data: { partnerId: id, name: partner.name, month } });
    return true;
  });
}
