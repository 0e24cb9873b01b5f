import type { Actor } from "#app/platform/rules/actor.ts";
import { NOBODY } from "#app/platform/rules/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/time.ts";
import { setClock } from "#app/platform/server/clock.ts";
import { database } from "#app/platform/server/database.ts";
import { drainJobs } from "#app/platform/server/jobs.ts";
import { answerContact } from "#app/features/support/server/answer-contact.ts";
import { answerTicket } from "#app/features/support/server/answer-ticket.ts";
import { assignTicket } from "#app/features/support/server/assign-ticket.ts";
import { changeTicket } from "#app/features/support/server/change-ticket.ts";
import { markTicketRead } from "#app/features/support/server/mark-ticket-read.ts";
import { mergeTickets } from "#app/features/support/server/merge-tickets.ts";
import { noteOnTicket } from "#app/features/support/server/note-on-ticket.ts";
import { openTicket } from "#app/features/support/server/open-ticket.ts";
import { rateTicket } from "#app/features/support/server/rate-ticket.ts";
import { replyToken } from "#app/features/support/server/reply-token.ts";
import { replyToTicket } from "#app/features/support/server/reply-to-ticket.ts";
import { resolveTicket } from "#app/features/support/server/resolve-ticket.ts";
import { saveMacro } from "#app/features/support/server/save-macro.ts";
import { replyByToken } from "#app/features/support/server/visitor-ticket.ts";
import { watchTickets } from "#app/features/support/server/watch-tickets.ts";
import { personOf } from "./cast.ts";

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
    title: "Thank you, we are looking",
    category: null,
    body: "Dear {name},\n\nthank you for writing. I have {number} in front of me and am looking into it; you will hear from me here.\n\nKind regards",
  },
  {
    title: "Invoice with other details",
    category: "payment",
    body: "Dear {name},\n\nan invoice that was issued cannot be changed, but its next one takes what your profile says. Please put the institution’s name, address and VAT number there under Billing. If your finance office needs this invoice with them as well, tell me, and I will ask our accountant for a corrected copy.",
  },
  {
    title: "Where a refund is",
    category: "refunds",
    body: "Dear {name},\n\nthe refund for {order} left us on the day it was decided and goes back to the card that paid. Banks take up to ten days to show it, sometimes beneath the day of the payment. If it is not there after that, send me the last four digits of the card and I will ask for the bank’s reference.",
  },
  {
    title: "Late order: what happens now",
    category: "order",
    body: "Dear {name},\n\n{order} is late, and I am sorry for it. I have spoken to the editor. When it comes more than 30 minutes late, part of the price goes back to you by itself; you need not ask. If you would rather not wait, the order page shows what a cancellation gives back before you decide.",
  },
  {
    title: "KYC: proof of address",
    category: "kyc",
    body: "Dear {name},\n\na proof of address is a document of the last 90 days that shows your name and your home: a bill for electricity, water or a landline, a bank statement, a letter of the tax office or the town. It must be another document than the one that proves who you are. A photograph is enough if all four corners are on it.",
  },
  {
    title: "Upload that stops",
    category: "technical",
    body: "Dear {name},\n\nan upload that stops can be gone on with: open the form again in the same browser and choose the same file, and it continues where it stopped. If it stops at the same place twice, tell me the size of the file and the browser, and I will look at what our side says.",
  },
] as const;

type Step = { ago: number; run: () => Promise<unknown> };

/**
 * Tickets in each of their states, told by the verbs at the times at which they happened. After the orders and the contact messages, which some
 * are about. The job queue must be open; the clock is moved meanwhile and let go at the end. Only where there are no tickets yet.
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
    // Old news has been read.
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

/** An order of somebody's in one of these states, the latest. */
async function orderOf(who: { userId: string } | { assignedTo: string }, ...states: string[]): Promise<string> {
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

  // Closed by the clock, and rated.
  opens(41 * DAY, "certificate", amara, {
    subject: "A line about the editing for the journal",
    category: "order",
    orderId: closed,
    body: "Dear support,\n\nthe journal asks for a statement that the manuscript was edited by a professional editor, with the date and the extent of the work. Is the letter of the editor enough for that, or do you write such a statement?\n\nAmara Osei",
  });
  answers(
    41 * DAY - 3 * HOUR,
    "certificate",
    sam,
    "Dear Dr. Osei,\n\nmost journals take the editor’s letter, since it names the order, the date and what was changed. If yours wants a statement of its own, send me its wording and I will ask Jonas Weber to sign it.\n\nKind regards\nSam Okafor",
  );
  replies(
    40 * DAY,
    "certificate",
    amara,
    "The letter was enough; the editorial office has just confirmed it. Thank you for the quick answer.",
  );
  at(40 * DAY - 30 * MINUTE, () => resolveTicket(amara, { ticketId: id("certificate") }));
  at(40 * DAY - 40 * MINUTE, () =>
    rateTicket(amara, { ticketId: id("certificate"), rating: 5, comment: "A clear answer within the morning." }),
  );
  at(40 * DAY - 2 * HOUR, () => markTicketRead(sam, { ticketId: id("certificate") }));
  at(25 * DAY, () => watchTickets(after(base, -25 * DAY)));

  // An editor's, resolved.
  opens(12 * DAY, "passport", jonas, {
    subject: "My passport runs out in January",
    category: "kyc",
    body: "My passport runs out on 14 January and the new one takes six weeks. Will my KYC become invalid meanwhile, and may I go on taking orders? I could send the receipt of the application.",
  });
  takes(12 * DAY - 50 * MINUTE, "passport", ada);
  notes(
    12 * DAY - 55 * MINUTE,
    "passport",
    ada,
    "Identity card would do as well: he has lived in Freiburg for years and must have one. Ask before we set anything aside.",
  );
  answers(
    12 * DAY - HOUR,
    "passport",
    ada,
    "Dear Jonas,\n\nyou may go on until the day it runs out, and nothing you have earned is touched. A national identity card proves who you are just as well: if you have one, upload both sides under KYC and the passport need not worry you.\n\nAda Lindqvist",
  );
  replies(11 * DAY, "passport", jonas, "I do have one and had not thought of it. Both sides are uploaded now.");
  answers(
    11 * DAY - 4 * HOUR,
    "passport",
    ada,
    "They are approved, and good until 2031. You need do nothing more.",
    "resolved",
  );

  // About a refund, with its order; it waits for the author.
  opens(9 * DAY, "refund", amara, {
    subject: "When will the refund be on my card?",
    category: "refunds",
    orderId: cancelled,
    body: "I cancelled this order within the hour, and the page says that all of it goes back. My card shows nothing yet. The department’s books close at the end of the month: by when can I count on it?",
  });
  takes(9 * DAY - 25 * MINUTE, "refund", sam);
  answers(
    9 * DAY - 30 * MINUTE,
    "refund",
    sam,
    "Dear Dr. Osei,\n\nthe refund left us a few minutes after the cancellation; the credit note is under Payments. Banks take up to ten days to show it, and some book it beneath the day of the payment, so please look there, too.\n\nSam Okafor",
  );
  replies(
    2 * DAY + 6 * HOUR,
    "refund",
    amara,
    "A week has gone by and there is nothing, neither at the day of the payment nor later. Could you find out where it is?",
  );
  notes(
    2 * DAY + 5 * HOUR,
    "refund",
    sam,
    "The provider says “succeeded”, with a reference. Her bank is in Accra and has taken twelve days before.",
  );
  answers(
    2 * DAY + 4 * HOUR,
    "refund",
    sam,
    "I have looked at the provider’s side: the money arrived at your bank’s clearing house, so it can be found. Please tell me the last four digits of the card, and I will send you the reference that your bank asks for.",
  );

  // Another refund: pressing, taken, not solved.
  opens(3 * DAY, "share", mei, {
    subject: "How the part that was kept was worked out",
    category: "refunds",
    orderId: halfway,
    body: "The journal withdrew its call and I cancelled. I understand that the editor’s work must be paid. But the page says that more was kept than the abstract and the introduction, which is all I have seen. Could somebody go through it with me?",
  });
  at(3 * DAY - 40 * MINUTE, () => changeTicket(sam, { ticketId: id("share"), priority: "high" }));
  takes(3 * DAY - 45 * MINUTE, "share", sam);
  notes(
    3 * DAY - HOUR,
    "share",
    sam,
    "Jonas recorded 760 words at the time. That is the basis, and it matches the ledger. She compares it with the file that she downloaded, which ends earlier.",
  );
  answers(
    3 * DAY - 80 * MINUTE,
    "share",
    sam,
    "Dear Mei-Ling,\n\nthe part kept follows the words that the editor had recorded when you cancelled: 760, which is the abstract, the introduction and the first part of the methods. I have asked Jonas Weber for the copy as it stood then, and will write again when I have it.",
    "open",
  );

  // An editor's question about QA: it waits for her.
  opens(2 * DAY + 2 * HOUR, "qa", priya, {
    subject: "Two sentences that I am said to have moved",
    category: "order",
    orderId: sentBack,
    body: "The review says that I moved two sentences of the discussion. In my tracked copy they stand where they were; what I did was to split one and join the other. Could the reviewer look again, or tell me which two are meant? It counts in my trial.",
  });
  takes(2 * DAY, "qa", ben);
  answers(
    2 * DAY - 30 * MINUTE,
    "qa",
    ben,
    "Dear Priya,\n\nI mean the second and the fourth of the last paragraph: after the split, the half about boosters stands before the one about records, which turns the author’s order round. Hand it in with that undone and I will read it the same day. A redo does not end a trial.\n\nBen Castillo",
  );

  // Opened twice by the same person, merged.
  opens(46 * HOUR, "upload", mei, {
    subject: "The upload stops at 80 %",
    category: "technical",
    body: "My manuscript with its figures is 64 MB. The upload runs to 80 %, then stands still. I have tried it three times, at home and at the university.",
  });
  opens(45 * HOUR, "upload again", mei, {
    subject: "Upload, again",
    category: "technical",
    body: "I forgot to say: it is Safari, on a Mac, and the university’s network goes through a proxy. With my phone’s line it went through at once.",
  });
  at(44 * HOUR, () => mergeTickets(sam, { fromId: id("upload again"), intoId: id("upload") }));
  takes(44 * HOUR - MINUTE, "upload", sam);
  answers(
    44 * HOUR - 10 * MINUTE,
    "upload",
    sam,
    "Dear Mei-Ling,\n\nthank you for trying another line: that tells us most of it. Some proxies cut what lasts longer than five minutes. The upload goes on where it stopped if you open the form again in the same browser and choose the same file.\n\nDid you keep the time at which it stopped? Then I can find it on our side.",
  );
  replies(
    20 * HOUR,
    "upload",
    mei,
    "It stopped at 14:20 and at 14:41, Singapore time. And you are right: choosing the file again went on from 80 %.",
  );

  // By somebody new, resolved and not yet rated.
  opens(30 * HOUR, "address", noor, {
    subject: "Which letter proves my address?",
    category: "kyc",
    body: "I have just moved, and all my bills come by e-mail to a flat that I share. Would the registration of the town hall of Utrecht do? It is two weeks old and has my name and the new address on it.",
  });
  answers(
    28 * HOUR,
    "address",
    sam,
    "Dear Noor,\n\nyes, a town’s registration is one of the best. A photograph is enough if all four corners are on it. It is usually looked at within a working day.\n\nSam Okafor",
    "resolved",
  );

  // Warned: two hours were promised, and most of them are gone.
  opens(103 * MINUTE, "earlier", amara, {
    subject: "The reviewers have moved our date",
    category: "order",
    orderId: waiting,
    body: "The editors of the special issue now want the revision on Thursday instead of in two weeks. Is there a way to have this order sooner, and what would it cost? I can answer your editor’s question about the hedgerows today.",
  });
  at(101 * MINUTE, () => changeTicket(ada, { ticketId: id("earlier"), priority: "high" }));
  at(5 * MINUTE, () => watchTickets(after(base, -5 * MINUTE)));

  // Just come in.
  opens(22 * MINUTE, "payout", jonas, {
    subject: "Which run pays last week’s orders?",
    category: "payment",
    body: "Two orders were accepted on Wednesday and show as available. Do they go into the run of the middle of the month, or is it too late for that? I ask because of my quarterly tax return.",
  });

  // From the contact form: answered by letter, and answered back by its link.
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
              body: "Dear Ingrid Solheim,\n\nyes: order chapters one to four now and the fifth in March, and name the same editor for it. The order form has a place for that, and editors see that you asked for them before anybody else does.\n\nQuotations in Latin stay as they are if you say so in the instructions, and they are not changed without a comment.\n\nSam Okafor",
            })
          ).ticketId,
        ),
    );
    at(ago - 26 * HOUR, () =>
      replyByToken(NOBODY, {
        token: replyToken(id("thesis")),
        body: "Thank you, that is just what I need. One more thing: do the 82,000 words of the thesis count as one order for the price, though they come in two parts?",
      }),
    );
    at(ago - 27 * HOUR, async () => {
      await markTicketRead(sam, { ticketId: id("thesis") });
      await answerTicket(sam, {
        ticketId: id("thesis"),
        body: "They count as two orders, each by its own words. Where the price per word falls with the length, both are above that line, so that you lose nothing by it.",
        after: "resolved",
      });
    });
  }
  return steps;
}
