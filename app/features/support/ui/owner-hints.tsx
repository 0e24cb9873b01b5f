import type { ReactNode } from "react";
import { Link } from "react-router";
import type { TicketCategory } from "../rules/ticket.ts";

type Hints = Partial<Record<TicketCategory, { title: string; words: ReactNode }>>;

/** What most people who write about something look for, and where it stands already. */
export const HINTS: Record<"client" | "editor", Hints> = {
  client: {
    order: {
      title: "A question to your editor?",
      words: (
        <>
          Ask it on the order’s own page, under <Link to="/my-orders">My orders</Link>: your editor reads it there,
          beside the files, and so do we when you ask for us.
        </>
      ),
    },
    refunds: {
      title: "What goes back is worked out by rule",
      words: (
        <>
          “Cancel order” on the order’s page shows the amount before you agree. Money for work that came late goes back
          by itself. All of it is in the <Link to="/refund-revision-policy">refund and revision policy</Link>. A
          revision is free, and asked for on the order’s page.
        </>
      ),
    },
    payment: {
      title: "Invoices and credit notes",
      words: (
        <>
          Every payment and refund stands under <Link to="/my-payments">Payments</Link> with its document as a PDF.
          Banks take up to ten days to show what came back. What an invoice says of you is in your{" "}
          <Link to="/profile/edit#billing">billing details</Link>.
        </>
      ),
    },
    account: {
      title: "Change it yourself",
      words: (
        <>
          Name and address of billing are under <Link to="/profile/edit">Profile</Link>; e-mail, password and second
          factor under <Link to="/profile/settings">Settings</Link>.
        </>
      ),
    },
    technical: {
      title: "What helps us to see it too",
      words: <>What you did, what you saw, and with which browser. A picture of the screen says most.</>,
    },
  },
  editor: {
    order: {
      title: "A question to the author?",
      words: (
        <>
          Ask it on the order’s own page, under <Link to="/editor/orders">Orders</Link>. A blocking question stops your
          clock until it is answered.
        </>
      ),
    },
    payment: {
      title: "What you have earned, and when it is paid",
      words: (
        <>
          Each earning, how it was worked out, and the next payout stand under{" "}
          <Link to="/editor/editor-payouts">My payouts</Link>; self-billed invoices under{" "}
          <Link to="/editor/invoice-history">Invoice history</Link>.
        </>
      ),
    },
    account: {
      title: "Change it yourself",
      words: (
        <>
          E-mail, password and second factor are under <Link to="/editor/settings">Settings</Link>; fields, hours and
          days away under <Link to="/editor/settings/matching">Matching settings</Link>.
        </>
      ),
    },
    technical: {
      title: "What helps us to see it too",
      words: (
        <>
          What you did, what you saw, and with which browser and which Word. A picture of the screen says most; if the
          gate refuses a file, send that file along.
        </>
      ),
    },
    kyc: {
      title: "How your documents stand",
      words: (
        <>
          What was read, what is asked for and why stands under <Link to="/editor/kyc">KYC</Link>. Send documents there,
          not here: only the people who review them can open them.
        </>
      ),
    },
  },
};
