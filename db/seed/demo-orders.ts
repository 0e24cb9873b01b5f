import { seedPaidIn, seedRates } from "./demo-rates.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { sha256, storage } from "#app/platform/server/core/storage.ts";
import { runClock } from "#app/jobs.ts";
import { issueCertificate } from "#app/features/certificates/server/issue-certificate.ts";
import { acceptReading } from "#app/features/matching/server/accept-reading.ts";
import { watchReaderSearch } from "#app/features/matching/server/invite-readers.ts";
import { acceptInvite } from "#app/features/matching/server/accept-invite.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/choices.ts";
import type { QaScores } from "#app/features/orders/rules/qa.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { attachFile } from "#app/features/orders/server/drafts/attach-file.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { countFile } from "#app/features/orders/server/drafts/count-file.ts";
import { failQa } from "#app/features/orders/server/review/fail-qa.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { passQa } from "#app/features/orders/server/review/pass-qa.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { rateOrder } from "#app/features/orders/server/lifecycle/rate-order.ts";
import { readDocumentQueries } from "#app/features/orders/server/work/read-document-queries.ts";
import { recordProgress } from "#app/features/orders/server/work/record-progress.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { NEEDS_A_LOOK } from "#app/features/documents/rules/gate/findings.ts";
import { resolveFindings } from "#app/features/orders/server/review/resolve-findings.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { FileRole } from "#app/features/orders/rules/file-role.ts";
import { startResponse } from "#app/features/orders/server/drafts/start-response.ts";
import { startReEdit } from "#app/features/orders/server/drafts/start-re-edit.ts";
import { startRevision } from "#app/features/orders/server/work/start-revision.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { findMissedDisputes } from "#app/features/payments/server/disputes/watch-disputes.ts";
import { cancelOrder } from "#app/features/payments/server/cancel-order.ts";
import { cancellationFor, withdrawalOf } from "#app/features/payments/server/cancellation.ts";
import { checkPayment } from "#app/features/payments/server/settle-payment.ts";
import { startChargePayment } from "#app/features/payments/server/start-charge-payment.ts";
import { startPayment } from "#app/features/payments/server/start-payment.ts";
import { withdrawFromContract } from "#app/features/payments/server/withdraw-from-contract.ts";
import { EARLY_START, EXTRA_EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { createSale } from "#app/features/pricing/server/create-sale.ts";
import { giveDiscount } from "#app/features/pricing/server/give-discount.ts";
import { requestQuote } from "#app/features/quotes/server/request-quote.ts";
import { sendOffer } from "#app/features/quotes/server/send-offer.ts";
import { approveRun } from "#app/features/payouts/server/approve-run.ts";
import { prepareRun } from "#app/features/payouts/server/prepare-run.ts";
import { sendRun } from "#app/features/payouts/server/send-run.ts";
import { settleRun } from "#app/features/payouts/server/settle-run.ts";
import { actorOf, personOf } from "./cast.ts";
import { GEOLOGISTS } from "./demo-geologists.ts";
import { READERS } from "./demo-readers.ts";
import { seedAccounts } from "./seed-accounts.ts";
import { seedCast } from "./seed-cast.ts";
import { MANUSCRIPTS, type Manuscript, laterOf, letterFor, sourceOf, trackedOf } from "./manuscripts.ts";

/** Leaves out kinds without any. */
const ignoreMissing = (error: unknown): number => {
  if (error instanceof Problem && error.kind === "not-found") return 0;
  throw error;
};
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");
const ben = personOf("ben");
const sam = personOf("sam");

/**
 * Creates orders in every status through the product's own commands and jobs: real manuscripts, real tracked changes,
 * cards charged at the sandbox, and a balanced ledger. Moves the clock and releases it at the end.
 * @param base the current time @throws what a command throws, because a demo that can't be created is a bug
 */
export async function seedOrders(base: Date): Promise<void> {
  const stage = new Stage(base);
  try {
    await coupons(base);
    await tellTheStory(stage);
  } finally {
    setClock(null);
  }
}

/** What two reviewers wrote about the demo's manuscript, and its author's draft of a reply. */
const REVIEWS = [
  "Reviewer 1: The paper is clear and the data are worth publishing. Please say in the methods how the districts were chosen.",
  "Reviewer 2: The discussion claims more than the numbers show. Please name the limits of the survey.",
];
const REPLY = [
  "Dear Editor, we thank both reviewers for they careful reading. Our answers is below.",
  "Reviewer 1 asks how the districts was chosen. We have add a sentence to the methods which explain it.",
  "Reviewer 2 finds that we claim more than the numbers shows. We agree, and we have rewrote the discussion in this sense.",
];

/** Moves through the past and wraps the commands for the demo story. */
class Stage {
  private readonly base: Date;
  private moment: Date;
  private card: keyof typeof CARDS = "usual";
  constructor(base: Date) {
    this.base = base;
    this.moment = base;
  }
  /** Moves to a number of days ago. */
  daysAgo(days: number): this {
    return this.goTo(after(this.base, -days * DAY));
  }
  later(ms: number): this {
    return this.goTo(after(this.moment, ms));
  }
  private goTo(at: Date): this {
    this.moment = at;
    setClock(at);
    return this;
  }
  get now(): Date {
    return this.moment;
  }
  /** The card that pays for the next orders. */
  with(card: keyof typeof CARDS): this {
    this.card = card;
    return this;
  }

  async draft(author: Person, m: Manuscript, choices: ChoicesPatch): Promise<string> {
    const order = await startDraft(author, { fresh: true });
    await this.source(order.id, author, m.file, sourceOf(m, author.displayName));
    await saveDraft(author, {
      orderId: order.id,
      patch: {
        title: m.title,
        service: "copyediting",
        turnaround: "7d",
        documentType: "research-article",
        styleGuide: "apa",
        variant: "UK",
        instructions: "Please keep our terms and the order of the sections.",
        ...choices,
      },
    });
    return order.id;
  }

  source(orderId: string, author: Person, name: string, bytes: Buffer): Promise<void> {
    return this.file(orderId, author, name, bytes, { purpose: "source" });
  }

  /** A new version of a delivered manuscript for its revision, with a section of 330 words more. */
  async newVersion(orderId: string, author: Person, m: Manuscript): Promise<void> {
    const { id: sourceFileId } = await database()
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", orderId)
      .where("purpose", "=", "source")
      .executeTakeFirstOrThrow();
    const added = Array.from(
      { length: 15 },
      (_, i) =>
        `In the second year, plot ${i + 1} was surveyed in weeks ${18 + i} and ${24 + i}, by the same observers and with the same transects.`,
    ).join(" ");
    const bytes = laterOf(m, author.displayName, (line) => line, [added]);
    await this.file(orderId, author, m.file.replace(".docx", " (second year).docx"), bytes, {
      purpose: "version",
      sourceFileId,
    });
  }

  private async file(
    orderId: string,
    author: Person,
    name: string,
    bytes: Buffer,
    about: { purpose: "source" | "version" | "reference"; sourceFileId?: string; role?: FileRole },
  ): Promise<void> {
    const fileId = newId("file", this.moment.getTime());
    await storage().put(fileId, bytes);
    await attachFile(author, {
      fileId,
      orderId,
      ...about,
      name,
      contentType: DOCX,
      bytes: bytes.length,
      sha256: sha256(bytes),
    });
    await countFile(fileId);
  }

  /** A later version of a delivered manuscript: a few sentences changed, one paragraph removed, one added. */
  async reEdited(author: Person, deliveredId: string, m: Manuscript): Promise<string> {
    const { id } = await startReEdit(author, { orderId: deliveredId });
    const added =
      "A reviewer asked whether the pattern holds in a drier year. It does: in the two driest years of the record the ranking of the plots is the same, and only the distance between them grows.";
    const bytes = laterOf(
      m,
      author.displayName,
      (line, i) => (i === 7 ? null : i % 4 === 2 && i < 24 ? line.replace(". ", ", as the reviewers noted. ") : line),
      [added],
    );
    await this.source(id, author, m.file.replace(".docx", " (resubmission).docx"), bytes);
    await this.pay(author, id);
    return id;
  }

  /** A response to reviewers: the version revised for them, their comments, and the author's reply. */
  async respondedTo(author: Person, deliveredId: string, m: Manuscript): Promise<string> {
    const { id } = await startResponse(author, { orderId: deliveredId });
    const bytes = laterOf(m, author.displayName, (line, i) =>
      // References stay the same.
      i % 5 === 2 && !/ \(\d{4}\)\. /.test(line) ? line.replace(". ", ", as reviewer 2 suggested. ") : line,
    );
    await this.source(id, author, m.file.replace(".docx", " (after review).docx"), bytes);
    const plain = (paragraphs: readonly string[]) => buildDocx({ paragraphs: paragraphs.map((text) => ({ text })) });
    await this.file(id, author, "Reviewers' comments.docx", plain(REVIEWS), {
      purpose: "reference",
      role: "reviewer_comments",
    });
    await this.file(id, author, "Reply to the reviewers.docx", plain(REPLY), {
      purpose: "source",
      role: "reply_letter",
    });
    await this.pay(author, id);
    return id;
  }

  async quoted(author: Person, m: Manuscript, choices: ChoicesPatch): Promise<string> {
    const id = await this.draft(author, m, choices);
    await quoteOrder(author, { orderId: id });
    return id;
  }

  async paid(author: Person, m: Manuscript, choices: ChoicesPatch): Promise<string> {
    const id = await this.draft(author, m, choices);
    await this.pay(author, id);
    return id;
  }

  private async pay(author: Person, id: string): Promise<void> {
    await quoteOrder(author, { orderId: id });
    const { url } = await startPayment(author, { orderId: id, earlyStart: EARLY_START.version });
    await this.settle(author, id, url);
  }

  /** Pays an order's open checkout. */
  async settle(author: Person, id: string, url: string): Promise<void> {
    await payAtSandbox(url, author, this.card);
    const payment = await database()
      .selectFrom("payments")
      .select(["id", "orderId", "checkoutSessionId"])
      .where("orderId", "=", id)
      .orderBy("attempt", "desc")
      .executeTakeFirstOrThrow();
    await checkPayment(payment, payment.checkoutSessionId!);
    await drainJobs();
  }

  async taken(id: string, editor: Person): Promise<void> {
    const invite = await database()
      .selectFrom("invites")
      .select("id")
      .where("orderId", "=", id)
      .where("editorId", "=", editor.uid)
      .where("status", "=", "sent")
      .executeTakeFirst();
    if (!invite) {
      const why = await database()
        .selectFrom("match_judgements")
        .select(["reasons"])
        .where("orderId", "=", id)
        .where("editorId", "=", editor.uid)
        .executeTakeFirst();
      throw new Error(`${editor.displayName} was not invited to ${id}: ${why?.reasons.join(" ") ?? "not judged"}`);
    }
    await acceptInvite(editor, { inviteId: invite.id });
    await drainJobs();
  }

  async edited(id: string, editor: Person, author: Person, m: Manuscript): Promise<void> {
    const source = await database()
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", id)
      .where("purpose", "=", "source")
      .executeTakeFirstOrThrow();
    const fileId = newId("file", this.moment.getTime());
    const bytes = trackedOf(m, editor.displayName, this.moment);
    await storage().put(fileId, bytes);
    await attachFile(editor, {
      fileId,
      orderId: id,
      purpose: "tracked",
      sourceFileId: source.id,
      name: m.file.replace(".docx", " (edited).docx"),
      contentType: DOCX,
      bytes: bytes.length,
      sha256: sha256(bytes),
    });
    await readDocumentQueries(fileId);
    let { outcome } = await submitWork(editor, { orderId: id, letter: letterFor(m, author.displayName) });
    if (outcome === "sheet") {
      // The editor confirms that changes beyond language are intended.
      for (const kind of NEEDS_A_LOOK)
        await resolveFindings(editor, {
          orderId: id,
          sourceFileId: source.id,
          kind,
          reason: "The unit was missing.",
        }).catch(ignoreMissing);
      ({ outcome } = await submitWork(editor, { orderId: id }));
    }
    if (outcome !== "submitted") throw new Error(`The gate blocked the demo's own copy of ${m.file}`);
    await drainJobs();
  }

  /** From payment to the author's acceptance, with QA if the rules require it. */
  async finished(
    author: Person,
    editor: Person,
    m: Manuscript,
    choices: ChoicesPatch,
    rating: number,
  ): Promise<string> {
    const id = await this.delivered(author, editor, m, choices);
    this.later(1.5 * DAY);
    await acceptOrder(author, { orderId: id });
    await rateOrder(author, {
      orderId: id,
      overall: rating,
      accuracy: 5,
      clarity: 5,
      instructions: 5,
      communication: rating,
      comment: "",
    });
    await drainJobs();
    return id;
  }

  async delivered(author: Person, editor: Person, m: Manuscript, choices: ChoicesPatch): Promise<string> {
    const id = await this.paid(author, m, choices);
    this.later(40 * MINUTE);
    await this.taken(id, editor);
    this.later(3 * HOUR);
    await startOrder(editor, { orderId: id });
    this.later(2 * DAY);
    await this.edited(id, editor, author, m);
    const status = (await findOrder(id))?.status;
    if (status === "qa_review") {
      this.later(4 * HOUR);
      await passQa(ada, { orderId: id, scores: GOOD, note: "Careful work with helpful comments." });
      await drainJobs();
    }
    return id;
  }
}

/** A second reader at work, in a separate field, which keeps its editors from being invited to the other orders. */
async function secondReading(s: Stage): Promise<void> {
  await seedCast(database(), s.now, Object.values(READERS));
  await seedAccounts(database(), s.now, Object.values(READERS));
  const [ines, tomas] = [actorOf(READERS.ines), actorOf(READERS.tomas)];
  const id = await s.daysAgo(5).paid(mei, MANUSCRIPTS.soil, {
    field: "engineering",
    subfield: "civil-engineering",
    addOns: { secondReader: true },
  });
  await s.later(HOUR).taken(id, ines);
  await startOrder(ines, { orderId: id });
  s.later(60 * HOUR);
  await watchReaderSearch(s.now);
  const invite = await database()
    .selectFrom("reading_invites")
    .select("id")
    .where("orderId", "=", id)
    .where("editorId", "=", tomas.uid)
    .executeTakeFirstOrThrow();
  s.later(HOUR);
  await acceptReading(tomas, { inviteId: invite.id });
  await drainJobs();
  await s.later(38 * HOUR).edited(id, ines, mei, MANUSCRIPTS.soil);
}

/**
 * What changes the price of an order: a coupon, extra charges, a withdrawal, and a delay that staff have to decide
 * about.
 */
async function changedPrices(s: Stage): Promise<void> {
  const people = Object.values(GEOLOGISTS);
  await seedCast(database(), s.daysAgo(24).now, people);
  await seedAccounts(database(), s.now, people);
  const [lena, ruth] = [actorOf(GEOLOGISTS.lena), actorOf(GEOLOGISTS.ruth)];
  const { soil, vaccination, hedgerows, canopy } = MANUSCRIPTS;
  const geology: ChoicesPatch = { field: "earth-environment", subfield: "geology" };
  const begun = async (m: Manuscript, choices: ChoicesPatch): Promise<string> => {
    const id = await s.paid(lena, m, { ...geology, ...choices });
    await s.later(HOUR).taken(id, ruth);
    s.later(2 * HOUR);
    await startOrder(ruth, { orderId: id });
    return id;
  };

  await s.finished(lena, ruth, hedgerows, { ...geology, couponCode: "FIRSTPAPER" }, 5);

  // Delivered and accepted, and then the author told her bank that she never received it.
  await s.daysAgo(13).with("disputed").finished(lena, ruth, canopy, geology, 4);
  s.with("usual");

  // A withdrawal during the work: she pays for the part done.
  s.daysAgo(7);
  const withdrawn = await begun(soil, {});
  s.later(5 * HOUR);
  await recordProgress(ruth, { orderId: withdrawn, words: 300, note: "Abstract done." });
  const right = await withdrawalOf(lena, (await findOrder(withdrawn))!);
  await withdrawFromContract(lena, {
    orderId: withdrawn,
    expectedRefundMinor: right!.terms!.refundMinor,
    reason: "We're submitting in German instead.",
  });
  await drainJobs();

  // A late order for staff to decide about.
  s.daysAgo(4.2);
  const late = await begun(canopy, { turnaround: "3d" });
  s.later(DAY);
  await recordProgress(ruth, { orderId: late, words: 240, note: "Slower than I thought: the tables need checking." });

  // An extra charge that was paid, and one that wasn't yet.
  s.daysAgo(3);
  const extended = await begun(vaccination, {});
  s.later(20 * HOUR);
  const { chargeId } = await chargeExtra(sam, {
    orderId: extended,
    what: "Edit of the cover letter",
    amountMinor: 2_500,
    reason: "You asked for it in your message of yesterday.",
    editorWorks: true,
  });
  s.later(3 * HOUR);
  await s.settle(
    lena,
    extended,
    (await startChargePayment(lena, { chargeId, earlyStart: EXTRA_EARLY_START.version })).url,
  );
  s.daysAgo(1.1);
  const asked = await begun(hedgerows, {});
  s.daysAgo(0.15);
  await chargeExtra(sam, {
    orderId: asked,
    what: "Two more tables",
    amountMinor: 1_800,
    reason: "The tables you sent after ordering aren't in the word count.",
    editorWorks: true,
  });
  await drainJobs();
}

/** An ended sale, and a client's discount from now on. Neither changes the price of an order above. */
async function discounts(s: Stage): Promise<void> {
  s.daysAgo(40);
  await createSale(ada, {
    label: "Autumn sale",
    percent: 15,
    services: ["copyediting", "substantive"],
    startsAt: null,
    endsAt: midnight(after(s.now, 7 * DAY)),
    clientKey: crypto.randomUUID(),
  });
  s.daysAgo(0.1);
  await giveDiscount(ada, {
    uid: GEOLOGISTS.lena.uid,
    percent: 10,
    reason: "An order was late. She has more manuscripts this year.",
    startsAt: null,
    endsAt: midnight(after(s.now, 180 * DAY)),
  });
}

const GOOD: QaScores = { accuracy: 32, language: 23, instructions: 19, formatting: 9, letter: 9 };
const WEAK: QaScores = { accuracy: 24, language: 18, instructions: 12, formatting: 9, letter: 8 };

/** Pays a sandbox checkout through its form, as a browser would, with the card that always works. */
/** The sandbox's test cards: one that simply pays, and one whose holder disputes the payment. */
const CARDS = { usual: "4242424242424242", disputed: "4000000000002685" } as const;

async function payAtSandbox(url: string, author: Person, card: keyof typeof CARDS): Promise<void> {
  const address = `${config().stripe.apiBase ?? ""}${new URL(url).pathname}`;
  const body = new URLSearchParams({
    email: author.email,
    number: CARDS[card],
    expiry: "12 / 49",
    cvc: "123",
    name: author.displayName,
  });
  const answer = await fetch(address, { method: "POST", body, redirect: "manual" });
  if (answer.status >= 400) throw new Error(`The card sandbox answered ${answer.status}`);
}

const midnight = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY) * DAY);

async function coupons(at: Date): Promise<void> {
  await database()
    .insertInto("coupons")
    .values({
      id: newId("coupon"),
      code: "FIRSTPAPER",
      label: "First paper",
      percent: 10,
      capMinor: 5_000,
      minimumMinor: 3_000,
      personLimit: 1,
      services: null,
      turnarounds: null,
      startsAt: midnight(after(at, -60 * DAY)),
      endsAt: midnight(after(at, 300 * DAY)),
      createdAt: after(at, -60 * DAY),
    })
    .onConflict((c) => c.doNothing())
    .execute();
}

async function tellTheStory(s: Stage): Promise<void> {
  const { soil, vaccination, hedgerows, canopy } = MANUSCRIPTS;
  const environment: ChoicesPatch = { field: "earth-environment", subfield: "environmental-science" };
  const ecology: ChoicesPatch = { field: "life-sciences", subfield: "ecology" };
  const health: ChoicesPatch = { field: "health-sciences", subfield: "public-health" };
  const climate: ChoicesPatch = { field: "earth-environment", subfield: "climate-science" };

  // Completed a while ago: accepted, closed, paid out.
  await s.daysAgo(58).finished(amara, jonas, soil, { ...environment, service: "substantive" }, 5);
  await s.daysAgo(54).finished(mei, jonas, hedgerows, { ...ecology, service: "substantive", turnaround: "14d" }, 5);
  const certified = await s.daysAgo(50).finished(amara, priya, vaccination, { ...health, turnaround: "14d" }, 4);
  await issueCertificate(amara, { orderId: certified, showTitle: true, showAuthor: true });
  await s.daysAgo(47).finished(mei, jonas, canopy, { ...climate, service: "substantive" }, 5);
  await database()
    .insertInto("client_editors")
    .values({ userId: amara.uid, editorId: jonas.uid, kind: "preferred", createdAt: s.now })
    .onConflict((c) => c.doNothing())
    .execute();
  s.daysAgo(27);
  await runClock(s.now);
  await drainJobs();
  await payFirstRuns(s);

  // Accepted recently: earnings for the next payout run.
  const canopyDone = await s
    .daysAgo(15)
    .finished(amara, jonas, canopy, { ...climate, service: "substantive", turnaround: "3d" }, 5);
  await s.daysAgo(14.5).finished(mei, priya, hedgerows, { ...ecology, turnaround: "3d" }, 4);

  // An expired quote, and an order refunded in full.
  await s.daysAgo(12).quoted(mei, vaccination, health);
  const changedMind = await s.daysAgo(10).paid(amara, vaccination, health);
  s.later(20 * MINUTE);
  const terms = await cancellationFor(amara, changedMind);
  await cancelOrder(amara, {
    orderId: changedMind,
    expectedRefundMinor: terms!.clientMinor,
    reason: "A co-author asked us to wait.",
  });
  await drainJobs();

  // Canceled during work: part is refunded and part is paid to the editor.
  const halfway = await s.daysAgo(9).paid(mei, soil, { ...environment, service: "substantive", turnaround: "7d" });
  await s.later(HOUR).taken(halfway, jonas);
  await startOrder(jonas, { orderId: halfway });
  s.later(DAY);
  await recordProgress(jonas, { orderId: halfway, words: 760, note: "Abstract and introduction done." });
  s.later(HOUR);
  const partly = await cancellationFor(mei, halfway);
  await cancelOrder(mei, {
    orderId: halfway,
    expectedRefundMinor: partly!.clientMinor,
    reason: "The journal withdrew its call for papers.",
  });
  await drainJobs();

  // Accepted, and still open for a free revision: its author has added a second year of measurements, more than is
  // free.
  const added = await s.daysAgo(17).finished(mei, jonas, hedgerows, { ...ecology, turnaround: "3d" }, 5);
  s.daysAgo(2);
  await s.newVersion(added, mei, hedgerows);

  // In revision, delivered, in QA, and returned by QA.
  const revised = await s.daysAgo(8).delivered(mei, jonas, canopy, { ...climate, turnaround: "3d" });
  s.daysAgo(1.2);
  await requestRevision(mei, {
    orderId: revised,
    note: "Please shorten the discussion by two sentences and use “percent” throughout.",
  });
  await drainJobs();
  s.later(3 * HOUR);
  await startRevision(jonas, { orderId: revised });

  await s
    .daysAgo(5)
    .delivered(amara, jonas, soil, { ...environment, service: "substantive", preferredEditor: jonas.uid });

  const inQa = await s.daysAgo(4).paid(mei, hedgerows, ecology);
  await s.later(30 * MINUTE).taken(inQa, priya);
  await startOrder(priya, { orderId: inQa });
  await s.later(3 * DAY).edited(inQa, priya, mei, hedgerows);

  const sentBack = await s.daysAgo(4.5).paid(amara, vaccination, health);
  await s.later(50 * MINUTE).taken(sentBack, priya);
  await startOrder(priya, { orderId: sentBack });
  await s.later(3 * DAY).edited(sentBack, priya, amara, vaccination);
  s.later(6 * HOUR);
  await failQa(ben, {
    orderId: sentBack,
    scores: WEAK,
    note: "The author asked to keep the order of the sections, but two sentences of the discussion were moved.",
    ignoredInstruction: true,
  });
  await drainJobs();

  // In progress: one waiting for its author, one underway, one on hold, one just accepted.
  const waiting = await s.daysAgo(2).paid(amara, hedgerows, { ...ecology, turnaround: "14d" });
  await s.later(HOUR).taken(waiting, jonas);
  await startOrder(jonas, { orderId: waiting });
  s.later(20 * HOUR);
  await askQuery(jonas, {
    orderId: waiting,
    body: "Hedgerow height is in the model, but how was it measured? I can write the sentence in the methods once I know.",
    blocking: true,
  });

  const atWork = await s.daysAgo(1.5).paid(mei, soil, { ...environment, service: "substantive" });
  await s.later(2 * HOUR).taken(atWork, jonas);
  await startOrder(jonas, { orderId: atWork });
  s.later(12 * HOUR);
  await askQuery(jonas, {
    orderId: atWork,
    body: "“Persistence”: in the statistical or the everyday sense?",
    blocking: false,
  });
  s.later(HOUR);
  const open = await database()
    .selectFrom("messages")
    .select("id")
    .where("orderId", "=", atWork)
    .where("kind", "=", "query")
    .executeTakeFirstOrThrow();
  await answerQuery(mei, {
    orderId: atWork,
    queryId: open.id,
    body: "In the statistical sense, please. I'll add a reference.",
  });
  await recordProgress(jonas, { orderId: atWork, words: 1_620, note: "Done up to the results." });
  await postMessage(mei, { orderId: atWork, body: "Thank you, this already reads much better." });

  const held = await s.daysAgo(1.4).paid(mei, vaccination, health);
  await s.later(HOUR).taken(held, priya);
  await startOrder(priya, { orderId: held });
  await holdOrder(ada, {
    orderId: held,
    reason: "The author is checking with a co-author whether the manuscript can be shared.",
  });

  const fresh = await s.daysAgo(0.3).paid(amara, canopy, { ...climate, turnaround: "14d" });
  await s.later(HOUR).taken(fresh, jonas);
  await drainJobs();

  await secondReading(s);
  await changedPrices(s);
  await discounts(s);

  const resubmitted = await s.daysAgo(0.2).reEdited(amara, canopyDone, canopy);
  await s.later(40 * MINUTE).taken(resubmitted, jonas);
  await startOrder(jonas, { orderId: resubmitted });
  await drainJobs();

  // Capacity for one more order, so this one takes nothing from people trying the demo.
  await database().updateTable("editors").set({ parallelOrders: 5 }).where("uid", "=", priya.uid).execute();
  const underReview = await s.daysAgo(0.15).respondedTo(amara, certified, vaccination);
  await s.later(30 * MINUTE).taken(underReview, priya);
  await startOrder(priya, { orderId: underReview });
  await drainJobs();

  // Custom quotes: one to answer, one with its author.
  const unusual: ChoicesPatch = { service: null, turnaround: null };
  const requested = await s.daysAgo(0.1).draft(mei, vaccination, { ...health, ...unusual });
  await requestQuote(mei, {
    orderId: requested,
    quoteRequirements:
      "I'm submitting to a journal with a word limit of 2,500. Could you also suggest what to cut? The tables come from a co-author and shouldn't be touched.",
    quoteWantedAt: wallClock(after(s.now, 20 * DAY), mei.timeZone ?? "UTC"),
  });
  const withOffer = await s.daysAgo(0.09).draft(mei, canopy, { ...climate, ...unusual });
  const { quoteId } = await requestQuote(mei, {
    orderId: withOffer,
    quoteRequirements: "Three chapters follow this one until March. I'd like the same editor and one price for each.",
  });
  await sendOffer(sam, {
    quoteId,
    service: "substantive",
    total: "75",
    dueAt: wallClock(after(s.now, 12 * DAY), sam.timeZone ?? "UTC"),
    note: "This is the price for each of the four chapters. We'll keep the same editor for all of them.",
  });
  await drainJobs();

  // Looking for an editor, awaiting payment, quoted, and just started.
  await s.daysAgo(0.08).paid(mei, canopy, { ...climate, turnaround: "7d" });
  const unpaid = await s.daysAgo(0.06).quoted(mei, soil, { ...environment, service: "proofreading", turnaround: "3d" });
  await startPayment(mei, { orderId: unpaid });
  await s.daysAgo(0.05).quoted(amara, hedgerows, { ...ecology, service: "proofreading" });
  await s
    .daysAgo(0.04)
    .draft(amara, soil, { service: null, turnaround: null, title: "Soil moisture memory, revised version" });

  s.daysAgo(0);
  await findMissedDisputes(s.now);
  await runClock(s.now);
  await drainJobs();
  // Older notifications have been read.
  const old = after(s.now, -6 * DAY);
  await database()
    .updateTable("notifications")
    .set({ read: true, unread: false, readAt: old })
    .where("userId", "is not", null)
    .where("createdAt", "<", old)
    .execute();
}

/** The first payout runs: Jonas is paid in US dollars, Priya in euros. Later on, she has chosen dollars again. */
async function payFirstRuns(s: Stage): Promise<void> {
  await seedRates(s.now);
  await seedPaidIn(priya.uid, "EUR", after(s.now, -40 * DAY));
  await prepareRun(ada, {});
  const runs = await database().selectFrom("payout_runs").select("id as runId").orderBy("id").execute();
  s.later(2 * HOUR);
  for (const run of runs) {
    await approveRun(ben, run);
    await sendRun(ben, run);
  }
  s.later(DAY);
  for (const run of runs) await settleRun(ada, run);
  await drainJobs();
  await seedPaidIn(priya.uid, "USD", after(s.now, DAY));
}
