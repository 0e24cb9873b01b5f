import type { ReactNode } from "react";
import { Link } from "react-router";
import type { TicketCategory } from "../../rules/ticket.ts";

type Hints = Partial<Record<TicketCategory, { title: string; words: ReactNode }>>;

/** For each topic, what most people look for and where to find it. */
export const HINTS: Record<"client" | "editor", Hints> = {
  client: {
    order: {
      title: "Have a question for your editor?",
      words: (
        <>
          Ask on the order page, under <Link to="/my-orders">My orders</Link>. Your editor answers there, and you can
          ask support to join.
        </>
      ),
    },
    refunds: {
      title: "How refunds work",
      words: (
        <>
          “Cancel order” on the order page shows your refund before you confirm. Refunds for late delivery are
          automatic. You can also request a free revision on the order page. See the{" "}
          <Link to="/refund-revision-policy">refund and revision policy</Link>.
        </>
      ),
    },
    payment: {
      title: "Invoices and credit notes",
      words: (
        <>
          You'll find every payment and refund under <Link to="/my-payments">Payments</Link>, each with a PDF. Refunds
          can take up to ten days to appear on your statement. To change the details on your invoices, edit your{" "}
          <Link to="/profile/edit#billing">billing details</Link>.
        </>
      ),
    },
    account: {
      title: "Change it yourself",
      words: (
        <>
          Change your name and billing address under <Link to="/profile/edit">Profile</Link>, and your email, password,
          and two-factor authentication under <Link to="/profile/settings">Settings</Link>.
        </>
      ),
    },
    technical: {
      title: "What to include",
      words: <>Tell us what you did, what you saw, and which browser you use. A screenshot helps most.</>,
    },
  },
  editor: {
    order: {
      title: "Have a question for the author?",
      words: (
        <>
          Ask on the order page, under <Link to="/editor/orders">Orders</Link>. A blocking question puts your due date
          on hold until the author answers.
        </>
      ),
    },
    payment: {
      title: "Your earnings and payouts",
      words: (
        <>
          You'll find each earning, how it's calculated, and your next payout under{" "}
          <Link to="/editor/editor-payouts">My payouts</Link>. Self-billed invoices are under{" "}
          <Link to="/editor/invoice-history">Invoice history</Link>.
        </>
      ),
    },
    account: {
      title: "Change it yourself",
      words: (
        <>
          Change your email, password, and two-factor authentication under <Link to="/editor/settings">Settings</Link>,
          and your fields, hours, and days off under <Link to="/editor/settings/matching">Matching settings</Link>.
        </>
      ),
    },
    technical: {
      title: "What to include",
      words: (
        <>
          Tell us what you did, what you saw, and which browser and version of Word you use. A screenshot helps most. If
          a delivery check rejects a file, attach it.
        </>
      ),
    },
    kyc: {
      title: "Document status",
      words: (
        <>
          The status of your documents, and anything we still need, is under <Link to="/editor/kyc">KYC</Link>. Upload
          documents there, where only reviewers can open them.
        </>
      ),
    },
  },
};
