import { dayOf } from "#app/platform/rules/core/day.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { LEGAL_DOCUMENTS, LEGAL_TITLES, type LegalDocument } from "#app/features/accounts/rules/legal.ts";
import { currentVersions, listOwnLegalTexts } from "#app/features/accounts/server/legal/legal-documents.ts";
import { findCompany } from "#app/features/company/server/find-company.ts";
import { findShopOpening } from "#app/features/company/server/find-shop.ts";
import { findPaidTest, findTestPayment } from "#app/features/payments/server/checkout/test-payment.ts";
import { registrationName } from "#app/features/tax/rules/registration.ts";
import { countRegistrations, listOpenRegistrations } from "#app/features/tax/server/registrations.ts";
import { domainOfSender } from "../../rules/mail-dns.ts";
import { type SetupState, setupRows } from "../../rules/setup.ts";
import { listSteps, priceMark } from "./setup-steps.ts";

const iso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Whether an admin has read a legal text. Those that admins wrote were approved by two. */
const isRead = (name: LegalDocument, version: string, steps: Awaited<ReturnType<typeof listSteps>>): boolean =>
  steps.some((s) => s.step === "legal" && s.item === name && s.data["version"] === version) ||
  !listOwnLegalTexts(name).some((own) => own.version === version);

/** The tax row. A confirmation that there are no registrations doesn't outlive a registration. */
async function readTaxState(
  db: Reader,
  confirmed: { doneAt: Date | null; data: Record<string, unknown> } | undefined,
): Promise<SetupState["tax"]> {
  const today = dayOf(now());
  const rows = await listOpenRegistrations(today, db);
  const words = (status: "approved" | "proposed") =>
    rows
      .filter((it) => it.status === status)
      .map((it) => `${registrationName(it)}: ${it.number}${it.validFrom > today ? ` from ${it.validFrom}` : ""}`);
  return {
    registered: words("approved"),
    proposed: words("proposed"),
    noneConfirmedAt: confirmed?.data["ever"] === (await countRegistrations(db)) ? iso(confirmed?.doneAt) : null,
  };
}

/** Finds out how far the setup is. Only reads rows, and calls no outside service. */
export async function readSetupState(db: Reader = database()): Promise<SetupState> {
  const steps = await listSteps(db);
  const inForce = await currentVersions(db);
  const step = (name: string, item = "") => steps.find((s) => s.step === name && s.item === item);
  const { demo, origins, mail } = config();
  const prices = step("prices");
  const email = step("email");
  const dns = step("dns");
  const paid = await findPaidTest(db);
  const latest = await findTestPayment(db);
  const webhook = await db
    .selectFrom("provider_events")
    .select("receivedAt")
    .orderBy("receivedAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const failedMail = text(email?.data["key"])
    ? await db
        .selectFrom("mail")
        .select(["status", "failure"])
        .where("key", "=", text(email?.data["key"])!)
        .executeTakeFirst()
    : undefined;
  const editors = await db
    .selectFrom("editors")
    .select(sql<number>`count(*) filter (where "matchReady")::int`.as("ready"))
    .executeTakeFirstOrThrow();
  const applications = await db
    .selectFrom("editor_applications")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("status", "<>", "draft")
    .executeTakeFirstOrThrow();
  const posts = await db
    .selectFrom("blog_posts")
    .select(sql<number>`count(*)::int`.as("n"))
    .where("status", "=", "published")
    .executeTakeFirstOrThrow();
  const domain = domainOfSender(mail.from);
  const dnsOf = dns?.data["domain"] === domain ? dns : undefined;
  return {
    demo,
    company: await findCompany(db),
    tax: await readTaxState(db, step("tax")),
    prices: {
      confirmedAt: iso(prices?.doneAt),
      changedSince: prices?.data["mark"] !== priceMark(await pricingAt(now(), db)),
    },
    card: {
      webhookAt: iso(webhook?.receivedAt),
      paidAt: iso(paid?.paidAt),
      refundedAt: iso(paid?.refundedAt),
      failure: latest?.failure ?? null,
    },
    email: {
      sentAt: email ? iso(email.updatedAt) : null,
      sentTo: text(email?.data["to"]),
      confirmedAt: iso(email?.doneAt),
      failure:
        failedMail?.status === "failed"
          ? `The mail server rejected the test email${failedMail.failure ? `: ${failedMail.failure}` : "."}`
          : null,
    },
    legal: {
      documents: LEGAL_DOCUMENTS.length,
      read: LEGAL_DOCUMENTS.filter((name) => isRead(name, inForce[name], steps)).length,
    },
    domain: { app: origins.app },
    dns: {
      domain,
      checkedAt: iso(dnsOf?.updatedAt),
      spf: dnsOf?.data["spf"] === true,
      dkim: dnsOf?.data["dkim"] === true,
      dmarc: dnsOf?.data["dmarc"] === true,
      reachable: dnsOf?.data["reachable"] === true,
    },
    editors: {
      ready: editors.ready,
      applied: applications.n,
      invited: steps.filter((s) => s.step === "editor_invite").length,
    },
    articles: posts.n,
  };
}

/** The setup checklist as its page shows it. @throws refused unless admin */
export async function readSetup(actor: Actor) {
  if (!may(actor, "operations")) throw refused("Only an admin can see the setup checklist.");
  const state = await readSetupState();
  const steps = await listSteps();
  const inForce = await currentVersions();
  const dns = steps.find((s) => s.step === "dns");
  return {
    openedAt: iso(await findShopOpening()),
    rows: setupRows(state, actor.timeZone ?? "UTC"),
    company: await findCompany(),
    registered: state.tax.registered.length + state.tax.proposed.length > 0,
    pricing: await pricingAt(now()),
    countries: listCountries(),
    documents: LEGAL_DOCUMENTS.map((name) => {
      const version = inForce[name];
      return {
        name,
        title: LEGAL_TITLES[name],
        version,
        read: isRead(name, version, steps),
      };
    }),
    sender: config().mail.from,
    ownEmail: actor.email,
    selector: text(dns?.data["selector"]) ?? "",
    invited: steps
      .filter((s) => s.step === "editor_invite")
      .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
      .slice(0, 20)
      .map((s) => ({ email: s.item, at: s.updatedAt.toISOString() })),
  };
}
export type SetupView = Awaited<ReturnType<typeof readSetup>>;
