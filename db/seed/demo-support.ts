import type { Actor } from "#app/platform/rules/core/actor.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { answerContact } from "#app/features/support/server/contact/answer-contact.ts";
import { answerTicket } from "#app/features/support/server/tickets/answer-ticket.ts";
import { assignTicket } from "#app/features/support/server/tickets/assign-ticket.ts";
import { changeTicket } from "#app/features/support/server/tickets/change-ticket.ts";
import { markTicketRead } from "#app/features/support/server/tickets/mark-ticket-read.ts";
import { mergeTickets } from "#app/features/support/server/tickets/merge-tickets.ts";
import { noteOnTicket } from "#app/features/support/server/tickets/note-on-ticket.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { rateTicket } from "#app/features/support/server/own/rate-ticket.ts";
import { replyToken } from "#app/features/support/server/chat/reply-token.ts";
import { replyToTicket } from "#app/features/support/server/tickets/reply-to-ticket.ts";
import { resolveTicket } from "#app/features/support/server/tickets/resolve-ticket.ts";
import { saveMacro } from "#app/features/support/server/macros/save-macro.ts";
import { replyByToken } from "#app/features/support/server/chat/visitor-ticket.ts";
import { watchTickets } from "#app/features/support/server/tickets/watch-tickets.ts";
import { personOf } from "./cast.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const noor = personOf("noor");
const sam = personOf("sam");
const ada = personOf("ada");
const ben = personOf("ben");

const MACROS = [
  {
    title: "Thanks, we're looking into it",
    category: null,
    body: "Dear {name},\n\nThank you for contacting us. I'm looking into {number} and will reply here as soon as I can.\n\nKind regards",
  },
  {
    title: "Change invoice details",
    category: "payment",
    body: "Dear {name},\n\nAn issued invoice can't be changed, but your next one will use the details in your profile. Please add your institution's name, address, and VAT number there under Billing. If your finance office needs this invoice corrected as well, let me know and I'll ask our accountant for a corrected copy.",
  },
  {
    title: "Refund status",
    category: "refunds",
    body: "Dear {name},\n\nWe sent the refund for {order} to your original card on the day it was approved. It can take up to ten days to appear, sometimes under the original payment date. If you don't see it by then, send me the last four digits of the card and I'll get the bank reference for you.",
  },
  {
    title: "Late order",
    category: "order",
    body: "Dear {name},\n\nI'm sorry that {order} is late. I've spoken to the editor. If it's delivered more than 30 minutes late, part of the price is refunded automatically, so you don't need to ask. If you'd rather not wait, the order page shows your refund before you cancel.",
  },
  {
    title: "KYC: proof of address",
    category: "kyc",
    body: "Dear {name},\n\nA proof of address is a document from the last 90 days that shows your name and home address: an electricity, water, or landline bill, a bank statement, or a letter from a tax office or city. It must be different from your identity document. A photo is fine if all four corners are visible.",
  },
  {
    title: "Upload stopped",
    category: "technical",
    body: "Dear {name},\n\nYou can resume an upload that stopped: open the form again in the same browser and choose the same file, and it continues where it left off. If it stops at the same place again, tell me the file size and your browser, and I'll check on our side.",
  },
] as const;

type Step = { ago: number; run: () => Promise<unknown> };

/**
 * Creates tickets in every status with the product's own commands, at realistic times. Runs after orders and contact
 * messages, which some tickets refer to. The job queue must be open. Moves the clock and releases it at the end. Does
 * nothing if there are tickets.
 */
export async function seedSupport(base: Date): Promise<void> {
  if (await database().selectFrom("tickets").select("id").limit(1).executeTakeFirst()) return;
  try {
    setClock(after(base, -45 * DAY));
    for (const macro of MACROS) await saveMacro(sam, macro);
    for (const { ago, run } of (await story(base)).toSorted((a, b) => b.ago - a.ago)) {
      setClock(after(base, -ago));
      await run();
      await drainJobs();
    }
    // Older notifications have been read.
    const old = after(base, -6 * DAY);
    await database()
      .updateTable("notifications")
      .set({ read: true, unread: false, readAt: old })
      .where("userId", "is not", null)
      .where("kind", "like", "ticket.%")
      .where("createdAt", "<", old)
      .execute();
  } finally {
    setClock(null);
  }
}

/** A person's latest order in one of these statuses. */
async function orderOf(who: { userId: string } | { assignedTo: string }, ...states: OrderStatus[]): Promise<string> {
  const [column, uid] = "userId" in who ? (["userId", who.userId] as const) : (["assignedTo", who.assignedTo] as const);
  const row = await database()
    .selectFrom("orders")
    .select("id")
    .where(column, "=", uid)
    .where("status", "in", states)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function story(base: Date): Promise<Step[]> {
  const steps: Step[] = [];
  const ids = new Map<string, string>();
  const id = (name: string): string => ids.get(name)!;
  const at = (ago: number, run: Step["run"]) => void steps.push({ ago, run });
  const opens = (ago: number, name: string, by: Actor, it: Parameters<typeof openTicket>[1]) =>
    at(ago, async () => void ids.set(name, (await openTicket(by, it)).id));
  const answers = (ago: number, name: string, by: Actor, body: string, standing?: "waiting" | "resolved" | "open") =>
    at(ago, async () => {
      await markTicketRead(by, { ticketId: id(name) });
      await answerTicket(by, { ticketId: id(name), body, ...(standing ? { after: standing } : {}) });
    });
  const replies = (ago: number, name: string, by: Actor, body: string) =>
    at(ago, async () => {
      await markTicketRead(by, { ticketId: id(name) });
      await replyToTicket(by, { ticketId: id(name), body });
    });
  const takes = (ago: number, name: string, by: typeof sam) =>
    at(ago, () => assignTicket(by, { ticketId: id(name), assigneeId: by.uid }));
  const notes = (ago: number, name: string, by: Actor, body: string) =>
    at(ago, () => noteOnTicket(by, { ticketId: id(name), body }));

  const [cancelled, halfway, sentBack, waiting, closed] = await Promise.all([
    orderOf({ userId: amara.uid }, "refunded", "cancelled"),
    orderOf({ userId: mei.uid }, "cancelled", "refunded"),
    orderOf({ assignedTo: priya.uid }, "changes_required"),
    orderOf({ userId: amara.uid }, "awaiting_client", "in_progress", "assigned"),
    orderOf({ userId: amara.uid }, "closed", "accepted"),
  ]);

  // Closed automatically and rated.
  opens(41 * DAY, "certificate", amara, {
    subject: "Editing statement for the journal",
    category: "order",
    orderId: closed,
    body: "Dear support,\n\nThe journal asks for a statement that the manuscript was edited by a professional editor, with the date and the extent of the work. Is the editor's letter enough, or do you provide a statement?\n\nAmara Osei",
  });
  answers(
    41 * DAY - 3 * HOUR,
    "certificate",
    sam,
    "Dear Dr. Osei,\n\nMost journals accept the editor's letter, because it gives the order, the date, and the changes. If yours needs its own statement, send me the wording and I'll ask Jonas Weber to sign it.\n\nKind regards\nSam Okafor",
  );
  replies(
    40 * DAY,
    "certificate",
    amara,
    "The letter was enough. The editorial office just confirmed it. Thank you for the quick answer.",
  );
  at(40 * DAY - 30 * MINUTE, () => resolveTicket(amara, { ticketId: id("certificate") }));
  at(40 * DAY - 40 * MINUTE, () =>
    rateTicket(amara, { ticketId: id("certificate"), rating: 5, comment: "A clear answer the same morning." }),
  );
  at(40 * DAY - 2 * HOUR, () => markTicketRead(sam, { ticketId: id("certificate") }));
  at(25 * DAY, () => watchTickets(after(base, -25 * DAY)));

  // An editor's, resolved.
  opens(12 * DAY, "passport", jonas, {
    subject: "My passport expires in January",
    category: "kyc",
    body: "My passport expires on January 14 and the new one takes six weeks. Will my verification lapse in the meantime, and can I keep taking orders? I could send the application receipt.",
  });
  takes(12 * DAY - 50 * MINUTE, "passport", ada);
  notes(
    12 * DAY - 55 * MINUTE,
    "passport",
    ada,
    "An identity card would work too. He has lived in Freiburg for years and should have one. Ask him first.",
  );
  answers(
    12 * DAY - HOUR,
    "passport",
    ada,
    "Dear Jonas,\n\nYou can keep working until it expires, and your earnings aren't affected. A national identity card works just as well. If you have one, upload both sides under KYC and you won't need the passport.\n\nAda Lindqvist",
  );
  replies(11 * DAY, "passport", jonas, "I do have one and hadn't thought of it. I've uploaded both sides.");
  answers(
    11 * DAY - 4 * HOUR,
    "passport",
    ada,
    "They're approved and valid until 2031. You don't need to do anything else.",
    "resolved",
  );

  // About a refund, with its order; waiting for the author.
  opens(9 * DAY, "refund", amara, {
    subject: "When will I get my refund?",
    category: "refunds",
    orderId: cancelled,
    body: "I canceled this order within the hour, and the page says it's refunded in full. I don't see it on my card yet. Our department closes its books at the end of the month. When can I expect it?",
  });
  takes(9 * DAY - 25 * MINUTE, "refund", sam);
  answers(
    9 * DAY - 30 * MINUTE,
    "refund",
    sam,
    "Dear Dr. Osei,\n\nWe sent the refund a few minutes after you canceled, and the credit note is under Payments. It can take up to ten days to appear. Some banks list it under the original payment date, so please check there too.\n\nSam Okafor",
  );
  replies(
    2 * DAY + 6 * HOUR,
    "refund",
    amara,
    "It's been a week and there is nothing, either under the payment date or later. Could you find out where it is?",
  );
  notes(
    2 * DAY + 5 * HOUR,
    "refund",
    sam,
    "The provider says “succeeded”, with a reference. Her bank is in Accra and took twelve days last time.",
  );
  answers(
    2 * DAY + 4 * HOUR,
    "refund",
    sam,
    "I checked with the provider: the money arrived at your bank's clearing house, so your bank can trace it. Please send me the last four digits of the card, and I'll send you the reference your bank needs.",
  );

  // Another refund: urgent, assigned, unresolved.
  opens(3 * DAY, "share", mei, {
    subject: "How was the kept amount calculated?",
    category: "refunds",
    orderId: halfway,
    body: "The journal withdrew its call and I canceled. I understand that the editor's work has to be paid. But the page says you kept more than the abstract and introduction, which is all I've seen. Could someone go through it with me?",
  });
  at(3 * DAY - 40 * MINUTE, () => changeTicket(sam, { ticketId: id("share"), priority: "high" }));
  takes(3 * DAY - 45 * MINUTE, "share", sam);
  notes(
    3 * DAY - HOUR,
    "share",
    sam,
    "Jonas had reported 760 words by then. That's the basis, and it matches the ledger. She's comparing it with the file she downloaded, which ends earlier.",
  );
  answers(
    3 * DAY - 80 * MINUTE,
    "share",
    sam,
    "Dear Mei-Ling,\n\nThe kept amount is based on the words the editor had reported when you canceled: 760, which covers the abstract, the introduction, and the first part of the methods. I've asked Jonas Weber for his copy from that time and will write again when I have it.",
    "open",
  );

  // An editor's question about QA: waiting for her.
  opens(2 * DAY + 2 * HOUR, "qa", priya, {
    subject: "QA says I moved two sentences",
    category: "order",
    orderId: sentBack,
    body: "The review says I moved two sentences of the discussion. In my tracked copy they're in the same place: I split one and joined the other. Could the reviewer look again or tell me which two they mean? This counts toward my trial.",
  });
  takes(2 * DAY, "qa", ben);
  answers(
    2 * DAY - 30 * MINUTE,
    "qa",
    ben,
    "Dear Priya,\n\nI mean the second and fourth sentences of the last paragraph. After the split, the half about boosters comes before the one about records, which reverses the author's order. Undo that and submit again, and I'll review it the same day. A redo doesn't end a trial.\n\nBen Castillo",
  );

  // Opened twice by the same person, merged.
  opens(46 * HOUR, "upload", mei, {
    subject: "Upload stops at 80%",
    category: "technical",
    body: "My manuscript with its figures is 64 MB. The upload gets to 80% and then stops. I've tried three times, at home and at the university.",
  });
  opens(45 * HOUR, "upload again", mei, {
    subject: "Upload problem again",
    category: "technical",
    body: "I forgot to mention that it's Safari on a Mac, and the university network uses a proxy. On my phone's connection it worked right away.",
  });
  at(44 * HOUR, () => mergeTickets(sam, { fromId: id("upload again"), intoId: id("upload") }));
  takes(44 * HOUR - MINUTE, "upload", sam);
  answers(
    44 * HOUR - 10 * MINUTE,
    "upload",
    sam,
    "Dear Mei-Ling,\n\nThank you for trying another connection, because that tells us most of what we need. Some proxies cut off connections after five minutes. The upload continues where it stopped if you open the form again in the same browser and choose the same file.\n\nDo you know what time it stopped? Then I can find it on our side.",
  );
  replies(
    20 * HOUR,
    "upload",
    mei,
    "It stopped at 14:20 and at 14:41, Singapore time. And you're right: when I chose the file again, it continued from 80%.",
  );

  // From a newcomer, resolved and not yet rated.
  opens(30 * HOUR, "address", noor, {
    subject: "Which document proves my address?",
    category: "kyc",
    body: "I've just moved, and I share a flat where all the bills come by email. Would my registration from the Utrecht town hall work? It's two weeks old and shows my name and new address.",
  });
  answers(
    28 * HOUR,
    "address",
    sam,
    "Dear Noor,\n\nYes, a town registration is ideal. A photo is fine if all four corners are visible. We usually review it within one business day.\n\nSam Okafor",
    "resolved",
  );

  // At risk: most of the promised two hours have passed.
  opens(103 * MINUTE, "earlier", amara, {
    subject: "The journal moved our deadline",
    category: "order",
    orderId: waiting,
    body: "The special issue's editors now want the revision on Thursday instead of in two weeks. Can I get this order sooner, and what would it cost? I can answer your editor's question about the hedgerows today.",
  });
  at(101 * MINUTE, () => changeTicket(ada, { ticketId: id("earlier"), priority: "high" }));
  at(5 * MINUTE, () => watchTickets(after(base, -5 * MINUTE)));

  // Just arrived.
  opens(22 * MINUTE, "payout", jonas, {
    subject: "Which payout includes last week's orders?",
    category: "payment",
    body: "Two orders were accepted on Wednesday and show as available. Will they be in the mid-month payout, or is it too late for that? I'm asking because of my quarterly tax return.",
  });

  // From the contact form: answered by email, with a reply through its link.
  const ingrid = await database()
    .selectFrom("contact_messages")
    .select(["id", "createdAt"])
    .where("name", "=", "Ingrid Solheim")
    .executeTakeFirst();
  if (ingrid) {
    const ago = base.getTime() - ingrid.createdAt.getTime();
    at(
      ago - 170 * MINUTE,
      async () =>
        void ids.set(
          "thesis",
          (
            await answerContact(sam, {
              id: ingrid.id,
              body: "Dear Ingrid Solheim,\n\nYes, you can order chapters one to four now and the fifth in March, with the same editor. You can choose a preferred editor in the order form, and they're invited before anyone else.\n\nIf you say in the instructions that Latin quotations must stay as they are, the editor won't change them.\n\nSam Okafor",
            })
          ).ticketId,
        ),
    );
    at(ago - 26 * HOUR, () =>
      replyByToken(NOBODY, {
        token: replyToken(id("thesis")),
        body: "Thank you, that's exactly what I need. One more thing: does the price treat the thesis's 82,000 words as one order, even in two parts?",
      }),
    );
    at(ago - 27 * HOUR, async () => {
      await markTicketRead(sam, { ticketId: id("thesis") });
      await answerTicket(sam, {
        ticketId: id("thesis"),
        body: "They count as two orders, each priced by its own word count. Both are long enough for the volume discount.",
        after: "resolved",
      });
    });
  }
  return steps;
}
