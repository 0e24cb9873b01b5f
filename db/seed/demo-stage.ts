import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { acceptInvite } from "#app/features/matching/server/accept-invite.ts";
import type { ChoicesPatch } from "#app/features/orders/rules/draft/choices.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { attachFile } from "#app/features/orders/server/uploads/attach-file.ts";
import { countFile } from "#app/features/orders/server/uploads/count-file.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { passQa } from "#app/features/orders/server/review/pass-qa.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { rateOrder } from "#app/features/orders/server/lifecycle/rate-order.ts";
import { readDocumentQueries } from "#app/features/orders/server/work/read-document-queries.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { NEEDS_A_LOOK } from "#app/features/documents/rules/gate/findings.ts";
import { resolveFindings } from "#app/features/orders/server/review/resolve-findings.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { FileRole } from "#app/features/orders/rules/draft/file-role.ts";
import { startResponse } from "#app/features/orders/server/drafts/start-response.ts";
import { startReEdit } from "#app/features/orders/server/drafts/start-re-edit.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { checkPayment } from "#app/features/payments/server/checkout/settle-payment.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { type Manuscript, laterOf, letterFor, sourceOf, trackedOf } from "./manuscripts.ts";
import { CARDS, payAtSandbox } from "./pay-at-sandbox.ts";
import { ada } from "./demo-people.ts";
import { GOOD, REPLY, REVIEWS } from "./demo-reviewers.ts";

/** Leaves out kinds without any. */
const ignoreMissing = (error: unknown): number => {
  if (error instanceof Problem && error.kind === "not-found") return 0;
  throw error;
};
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Moves through the past and wraps the product's commands for the demo's story. */
export class Stage {
  private readonly base: Date;
  private moment: Date;
  private card: keyof typeof CARDS = "usual";
  private organizationId: string | null = null;
  private creditLineId: string | null = null;
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

  /** The organization that pays for the next orders, from its balance or on its credit. */
  paidBy(organizationId: string, creditLineId: string | null = null): this {
    this.organizationId = organizationId;
    this.creditLineId = creditLineId;
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
    const { organizationId } = this;
    if (organizationId) await choosePayer(author, { orderId: id, organizationId, titleHidden: false });
    await quoteOrder(author, { orderId: id });
    if (organizationId) {
      await payFromBalance(author, { orderId: id, creditLineId: this.creditLineId });
      await drainJobs();
      return;
    }
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
    let { outcome } = await submitWork(editor, { noAi: true, orderId: id, letter: letterFor(m, author.displayName) });
    if (outcome === "sheet") {
      // The editor confirms that changes beyond language are intended.
      for (const kind of NEEDS_A_LOOK)
        await resolveFindings(editor, {
          orderId: id,
          sourceFileId: source.id,
          kind,
          reason: "Corrected to agree with the rest of the text.",
        }).catch(ignoreMissing);
      ({ outcome } = await submitWork(editor, { noAi: true, orderId: id }));
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
