import { appUrl } from "#app/platform/rules/requests/origins.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { LEGAL_TITLES, type LegalDocument, isContract } from "../../rules/legal.ts";

/** How many people are emailed per transaction. */
const AT_ONCE = 100;

type About = { document: LegalDocument; version: string };
type Holder = { uid: string; email: string; displayName: string };

const keyOf = ({ document, version }: About, uid: string, what: "new" | "canceled"): string =>
  `legal:${document}:${version}:${what}:${uid}`;

/** Tells someone about a new version of a contract before it takes effect. */
export function newVersionEmail(of: About & { name: string; summary: string; effectiveAt: string }): EmailText {
  const { origins, siteName } = config();
  const day = formatLongDay(of.effectiveAt.slice(0, 10));
  const title = LEGAL_TITLES[of.document];
  return {
    key: "legal.approved",
    reader: { name: of.name },
    values: { document: title, day, changes: of.summary },
    heading: `${title}: new version from ${day}`,
    paragraphs: [
      `Dear ${of.name},`,
      `A new version of our ${title.toLowerCase()} takes effect on ${day}.`,
      `What changes: ${of.summary}`,
      "The current version applies until then. You can read both on the page.",
    ],
    button: { label: "Read the new version", url: appUrl(origins, `/${of.document}?version=${of.version}`) },
    footer: reasonFor(of.document, siteName),
  };
}

/** Tells the same people that it was canceled. */
export function canceledVersionEmail(of: About & { name: string }): EmailText {
  const { origins, siteName } = config();
  const title = LEGAL_TITLES[of.document];
  return {
    key: "legal.canceled",
    reader: { name: of.name },
    values: { document: title },
    heading: `${title}: the new version was canceled`,
    paragraphs: [
      `Dear ${of.name},`,
      `The new version of our ${title.toLowerCase()} that we told you about won't take effect. The current version still applies.`,
    ],
    button: { label: "Read the current version", url: appUrl(origins, `/${of.document}`) },
    footer: reasonFor(of.document, siteName),
  };
}

const reasonFor = (document: LegalDocument, siteName: string): string =>
  document === "editor-agreement"
    ? `You're getting this email because you're an editor at ${siteName}. It's about our contract, so it can't be turned off.`
    : `You're getting this email because you have an account at ${siteName}. It's about our contract, so it can't be turned off.`;

/** People who can sign in, one batch at a time. For the editor agreement, only the editors among them. */
function holders(db: Reader, document: LegalDocument, afterUid: string): Promise<Holder[]> {
  return db
    .selectFrom("users as u")
    .innerJoin("auth_user as a", "a.id", "u.uid")
    .select(["u.uid", "u.email", "u.displayName"])
    .where("a.emailVerified", "=", true)
    .$if(document === "editor-agreement", (q) => q.where("u.isEditor", "=", true))
    .where("u.uid", ">", afterUid)
    .orderBy("u.uid")
    .limit(AT_ONCE)
    .execute();
}

/**
 * Reaction to an approved or canceled version of a contract that account holders are told about: emails each of them
 * once. Safe to repeat: it continues with those who haven't been emailed. A canceled version isn't sent to anyone else,
 * and only those who were told about it are told that it was canceled.
 */
export async function mailLegalVersion(fact: Fact): Promise<void> {
  if (fact.kind !== "legal.approved" && fact.kind !== "legal.canceled") return;
  const { document, version } = fact.data;
  if (!isContract(document) || (fact.kind === "legal.approved" && !fact.data.announced)) return;
  for (let last = ""; ;) {
    const people = await holders(database(), document, last);
    if (people.length === 0) return;
    const goesOn = await transact(SYSTEM, async ({ tx }) => {
      if (fact.kind === "legal.approved") {
        // Locked until these emails are in the outbox, so that a cancellation finds everyone who was told.
        const row = await tx
          .selectFrom("legal_versions")
          .select("status")
          .where("id", "=", fact.subjectId)
          .forShare()
          .executeTakeFirst();
        if (row?.status !== "approved") return false;
        for (const { uid, email, displayName } of people) {
          const { summary, effectiveAt } = fact.data;
          const text = newVersionEmail({ document, version, name: displayName, summary, effectiveAt });
          await mail(tx, { key: keyOf(fact.data, uid, "new"), to: email, kind: "legal.approved" }, text);
        }
        return true;
      }
      const told = await tx
        .selectFrom("mail")
        .select("key")
        .where(
          "key",
          "in",
          people.map(({ uid }) => keyOf(fact.data, uid, "new")),
        )
        .execute();
      const keys = new Set(told.map((it) => it.key));
      for (const { uid, email, displayName } of people)
        if (keys.has(keyOf(fact.data, uid, "new")))
          await mail(
            tx,
            { key: keyOf(fact.data, uid, "canceled"), to: email, kind: "legal.canceled" },
            canceledVersionEmail({ document, version, name: displayName }),
          );
      return true;
    });
    if (!goesOn) return;
    last = people.at(-1)!.uid;
  }
}

async function mail(tx: Reader, to: { key: string; to: string; kind: string }, text: EmailText): Promise<void> {
  await post(tx, { ...to, subject: text.heading, ...(await renderEmail(text)) });
}
