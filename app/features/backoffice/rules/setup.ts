import { count } from "#app/platform/rules/core/count.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";

/** The steps of the checklist in its order, each with its title. */
export const SETUP_TITLES = {
  company: "Company details",
  tax: "Tax registrations",
  prices: "Prices and currency",
  card: "Card payments",
  email: "Email",
  legal: "Legal texts",
  domain: "Domain",
  dns: "Email authentication (SPF, DKIM, DMARC)",
  editors: "First editors",
  article: "First article",
} as const;
export const SETUP_STEPS = Object.keys(SETUP_TITLES) as SetupStep[];
export type SetupStep = keyof typeof SETUP_TITLES;

/** The facts the checklist is based on. Instants are ISO. */
export type SetupState = {
  /** Whether this is a demo, whose card provider and mailbox are part of the product, so there is nothing to test. */
  demo: boolean;
  company: { legalName: string; town: string } | null;
  /** Approved registrations that haven't ended and proposed ones, in words, and when an admin confirmed there are none. */
  tax: { registered: string[]; proposed: string[]; noneConfirmedAt: string | null };
  prices: { confirmedAt: string | null; changedSince: boolean };
  card: { webhookAt: string | null; paidAt: string | null; refundedAt: string | null; failure: string | null };
  email: { sentAt: string | null; sentTo: string | null; confirmedAt: string | null; failure: string | null };
  legal: { documents: number; read: number };
  domain: { app: string };
  dns: { domain: string; checkedAt: string | null; spf: boolean; dkim: boolean; dmarc: boolean; reachable: boolean };
  editors: { ready: number; applied: number; invited: number };
  articles: number;
};

export type SetupRow = {
  step: SetupStep;
  title: string;
  /** Without it the shop can't be opened. */
  required: boolean;
  done: boolean;
  /** The result. */
  says: string;
};

const isLocal = (url: string): boolean => /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url);

type InWords = (iso: string) => string;

function cardSays({ demo, card }: SetupState, at: InWords): string {
  if (card.paidAt)
    return `A test payment arrived ${at(card.paidAt)}${card.refundedAt ? " and was refunded" : ". Its refund is on the way"}.`;
  if (card.failure) return card.failure;
  if (demo) return "The demo's own card provider: it needs no test, and nobody is charged.";
  return card.webhookAt
    ? `The card provider reached us ${at(card.webhookAt)}. Make a test payment.`
    : "The card provider hasn't reached us yet. Make a test payment: it's refunded as soon as it arrives.";
}

function emailSays({ demo, email }: SetupState, at: InWords): string {
  if (email.confirmedAt) return `A test email arrived ${at(email.confirmedAt)}.`;
  if (email.failure) return email.failure;
  if (demo) return "Emails stay in the demo's mailbox, so they need no test.";
  return email.sentAt
    ? `Sent to ${email.sentTo} ${at(email.sentAt)}. Open the link in it to confirm that it arrived.`
    : "Send yourself a test email and confirm that it arrived.";
}

function taxSays({ tax }: SetupState, at: InWords): string {
  const { registered, proposed, noneConfirmedAt } = tax;
  if (registered.length > 0) return `${registered.join("; ")}. Charged and named on invoices where it applies.`;
  if (proposed.length > 0)
    return `${proposed.join("; ")} needs approval on the tax page. Until then, no tax is charged.`;
  return noneConfirmedAt
    ? `Not registered for tax anywhere, confirmed ${at(noneConfirmedAt)}. No tax is charged.`
    : "Add every registration for VAT, GST, or sales tax, or confirm that the company has none.";
}

/** The rows of the checklist, each as it was found to be. @param zone the reader's time zone */
export function setupRows(state: SetupState, zone: string): SetupRow[] {
  const at = (iso: string): string => formatInstant(new Date(iso), zone);
  const { demo, company, tax, prices, card, email, legal, domain, dns, editors } = state;
  const records = [dns.spf ? null : "SPF", dns.dkim ? null : "DKIM", dns.dmarc ? null : "DMARC"].filter(
    (name) => name !== null,
  );
  return [
    {
      step: "company",
      title: SETUP_TITLES.company,
      required: true,
      done: company !== null,
      says: company
        ? `${company.legalName}, ${company.town}. On every invoice from now on.`
        : "Invoices and legal texts need the seller's legal name, address, and company registration.",
    },
    {
      step: "tax",
      title: SETUP_TITLES.tax,
      required: true,
      done: tax.registered.length > 0 || (tax.proposed.length === 0 && tax.noneConfirmedAt !== null),
      says: taxSays(state, at),
    },
    {
      step: "prices",
      title: SETUP_TITLES.prices,
      required: true,
      done: prices.confirmedAt !== null && !prices.changedSince,
      says:
        prices.confirmedAt === null
          ? "Check the prices clients will pay."
          : prices.changedSince
            ? `Prices have changed since they were confirmed ${at(prices.confirmedAt)}. Check them again.`
            : `Confirmed ${at(prices.confirmedAt)}.`,
    },
    {
      step: "card",
      title: SETUP_TITLES.card,
      required: true,
      done: card.paidAt !== null || (demo && card.failure === null),
      says: cardSays(state, at),
    },
    {
      step: "email",
      title: SETUP_TITLES.email,
      required: true,
      done: email.confirmedAt !== null || (demo && email.failure === null),
      says: emailSays(state, at),
    },
    {
      step: "legal",
      title: SETUP_TITLES.legal,
      required: true,
      done: legal.read >= legal.documents,
      says:
        legal.read >= legal.documents
          ? `All ${legal.documents} approved in their current version.`
          : `${legal.read} of ${legal.documents} approved in their current version. Have a lawyer read them.`,
    },
    {
      step: "domain",
      title: SETUP_TITLES.domain,
      required: false,
      done: domain.app.startsWith("https://") && !isLocal(domain.app),
      says: isLocal(domain.app)
        ? `${domain.app} can be reached from this machine only. Set PUBLIC_URL to your domain.`
        : domain.app.startsWith("https://")
          ? `People sign in at ${domain.app}.`
          : `${domain.app} isn't encrypted. Put a proxy that speaks HTTPS in front, and set PUBLIC_URL.`,
    },
    {
      step: "dns",
      title: SETUP_TITLES.dns,
      required: false,
      done: dns.checkedAt !== null && dns.reachable && records.length === 0,
      says:
        dns.checkedAt === null
          ? `Not checked yet. Without these records, mailboxes may reject email from ${dns.domain}.`
          : !dns.reachable
            ? `The DNS of ${dns.domain} couldn't be read ${at(dns.checkedAt)}. Try again.`
            : records.length === 0
              ? `All three found for ${dns.domain} ${at(dns.checkedAt)}.`
              : `Not found for ${dns.domain}: ${records.join(", ")} (checked ${at(dns.checkedAt)}).`,
    },
    {
      step: "editors",
      title: SETUP_TITLES.editors,
      required: false,
      done: editors.ready > 0,
      says:
        editors.ready > 0
          ? `${count(editors.ready, "editor is", "editors are")} ready to take orders.`
          : `No editor is ready to take orders, so no due date can be promised yet. ${count(editors.invited, "person", "people")} invited, ${count(editors.applied, "application")} received.`,
    },
    {
      step: "article",
      title: SETUP_TITLES.article,
      required: false,
      done: state.articles > 0,
      says:
        state.articles > 0
          ? `${count(state.articles, "article is", "articles are")} published.`
          : "The blog is empty. An article about how you work helps people find you.",
    },
  ];
}

/** The required rows that aren't done. */
export const missingToOpen = (rows: readonly SetupRow[]): SetupRow[] => rows.filter((row) => row.required && !row.done);
