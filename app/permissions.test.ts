import path from "node:path";
import { keepAnswer } from "#app/features/organizations/server/single-sign-on/attempts.ts";
import { sealClientSecret } from "#app/features/organizations/server/single-sign-on/find-sign-in.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportedCommands } from "#boot/testing/find-commands.ts";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { deliveredCopy, deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { CONFIDENTIALITY_VERSION } from "#app/features/editors/rules/confidentiality.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { newCertificateId } from "#app/features/documents/rules/certificate/certificate.ts";
import { importStatement } from "./features/backoffice/server/reconciliation/import-statement.ts";
import { decideDuplicates } from "./features/backoffice/server/reconciliation/undo-match.ts";
import { payToken } from "./features/payments/server/shared-quotes/find-shared-quote.ts";
import { replyToken } from "./features/support/server/chat/reply-token.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { GENERIC_PROFILES, REAL_PROFILES } from "#app/features/policy-profiles/rules/first-profiles.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { type Command, commandContext } from "#app/platform/server/core/command.ts";
import { sealJson } from "#app/platform/server/files/sealing.ts";
import type { Insertable } from "kysely";
import type { Database } from "#db/schema.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { findOpenItems } from "#app/features/backoffice/server/books/find-open-items.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import type { DocumentKind } from "#app/features/editors/rules/kyc/kyc.ts";
import type { ApplicationStatus } from "#app/features/editors/rules/application-flow.ts";

/**
 * Every command, tried by every role on someone's object. docs/permissions.md is generated from the server's answers,
 * so any change shows up in review. Every attempt is rolled back.
 */
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 120_000);
afterAll(() => world.close());

const KEY_HASH = "a".repeat(64);
const GUEST: Actor = { kind: "guest", guestKeyHash: KEY_HASH };

/** Amara owns the orders, Jonas edits them; Mei and Priya are another author and another editor. */
const WHO: readonly [string, Actor][] = [
  ["visitor", NOBODY],
  ["visitor with the draft's key", GUEST],
  ["unverified", personOf("uma")],
  ["own author", personOf("amara")],
  ["another author", personOf("mei")],
  ["own editor", personOf("jonas")],
  ["another editor", personOf("priya")],
  ["support", personOf("sam")],
  ["finance", personOf("farah")],
  ["content", personOf("cleo")],
  ["admin", personOf("ada")],
];

// eslint-disable-next-line typescript/no-explicit-any -- commands of every shape, tried alike
type AnyCommand = Command<any, any>;
type Attempt = { on: string; input: (actor: Actor) => Promise<Record<string, unknown>> | Record<string, unknown> };

const uidOf = (actor: Actor): string => (actor.kind === "person" ? actor.uid : "usr_nobody");
const SCORES = { accuracy: 30, language: 20, instructions: 15, formatting: 8, letter: 8 };
const inState =
  (status: Parameters<typeof orderIn>[0], set: Record<string, unknown> = {}) =>
  async () => ({ orderId: (await orderIn(status, { set })).id });
const order = (
  status: Parameters<typeof orderIn>[0],
  extra: Record<string, unknown> = {},
  on = `Amara's order, ${status.replaceAll("_", " ")}`,
): Attempt => ({ on, input: async () => ({ ...(await inState(status)()), ...extra }) });

/** A draft of an email's words, by default the content team's. */
const onTemplate = (
  status: "draft" | "proposed",
  extra: Record<string, unknown> = {},
  draftedBy = "usr_cleo",
): Attempt => ({
  on: `an email's words, ${status === "draft" ? "a draft of the content team's" : "proposed"}`,
  input: async () => {
    const id = newId("emailTemplateVersion");
    await world.db.deleteFrom("email_template_versions").execute();
    await world.db
      .insertInto("email_template_versions")
      .values({
        id,
        email: "order.delivered:client",
        language: "en",
        status,
        content: json({ subject: "Done", body: "{greeting}\n\n{text}\n\n{button}", button: "", footer: "" }),
        basedOn: 0,
        reason: "A test",
        draftedBy,
        draftedAt: NOON,
        ...(status === "proposed" ? { proposedAt: NOON } : {}),
      })
      .execute();
    return { draftId: id, ...extra };
  },
});

const LAB_ID = newId("organization");
const LAB_PEOPLE = "hers, managed by the own editor, with the other editor as a member";
const LAB_DETAILS = {
  organization: "Volta Basin Lab",
  address: "1 University Road",
  country: "GH",
  state: "",
  vatId: "",
  invoiceEmail: "accounts@lab.test",
};
/** Amara's organization. Jonas manages it, and Priya is a member. */
async function lab(): Promise<string> {
  await database()
    .insertInto("organizations")
    .values({
      id: LAB_ID,
      name: LAB_DETAILS.organization,
      billing: json({}),
      invoiceEmail: LAB_DETAILS.invoiceEmail,
      clientKey: "permissions",
      createdAt: NOON,
    })
    .onConflict((c) => c.doNothing())
    .execute();
  await database()
    .insertInto("organization_members")
    .values(
      (["owner", "manager", "member"] as const).map((role, i) => ({
        organizationId: LAB_ID,
        uid: ["usr_amara", "usr_jonas", "usr_priya"][i]!,
        role,
        joinedAt: NOON,
      })),
    )
    .onConflict((c) => c.doNothing())
    .execute();
  return LAB_ID;
}
const onLab = (extra: () => Record<string, unknown> = () => ({})): Attempt => ({
  on: `Amara's organization, ${LAB_PEOPLE}`,
  input: async () => ({ organizationId: await lab(), ...extra() }),
});

/** A domain of Amara's organization, which all addresses here are at. */
async function labDomain(state: "open" | "asked"): Promise<{ organizationId: string; domainId: string }> {
  const organizationId = await lab();
  await world.db.deleteFrom("organization_domains").execute();
  const id = newId("organizationDomain");
  await world.db
    .insertInto("organization_domains")
    .values({
      id,
      organizationId,
      domain: "demo.test",
      token: "token",
      state,
      addedAt: NOON,
      askedBy: "usr_amara",
      askedAt: NOON,
    })
    .execute();
  return { organizationId, domainId: id };
}

const NO_PERCENTS = { proofreading: "", copyediting: "", substantive: "", expert: "" };

/** The single sign-on of Amara's organization, turned on. */
async function labSignIn(): Promise<{ organizationId: string }> {
  const organizationId = await lab();
  await world.db.deleteFrom("organization_sign_in").execute();
  await world.db
    .insertInto("organization_sign_in")
    .values({
      organizationId,
      protocol: "oidc",
      state: "on",
      issuer: "https://login.example.org",
      clientId: "stet",
      secret: sealClientSecret("secret", organizationId),
      changedAt: NOON,
    })
    .execute();
  return { organizationId };
}

/** Prices of Amara's organization, proposed by an admin who isn't in the table. */
async function contract(state: "proposed" | "active"): Promise<string> {
  const organizationId = await lab();
  await world.db
    .updateTable("contract_prices")
    .set({ state: "ended" })
    .where("organizationId", "=", organizationId)
    .execute();
  const id = newId("contractPrice");
  await world.db
    .insertInto("contract_prices")
    .values({
      id,
      organizationId,
      percents: JSON.stringify({ copyediting: 10 }),
      state,
      startsAt: NOON,
      proposedBy: "usr_sam",
      proposedAt: NOON,
    })
    .execute();
  return id;
}

/** Terms of Amara's organization. Only one of them can be in use. */
async function creditLine(state: "asked" | "active"): Promise<string> {
  const organizationId = await lab();
  await world.db
    .updateTable("credit_lines")
    .set({ state: "ended" })
    .where("organizationId", "=", organizationId)
    .execute();
  const id = newId("creditLine");
  await world.db
    .insertInto("credit_lines")
    .values({
      id,
      organizationId,
      kind: "terms",
      state,
      limitMinor: 50_000,
      currency: "USD",
      netDays: 30,
      firstDay: dayOf(NOON),
      askedBy: "usr_amara",
      askedAt: NOON,
    })
    .execute();
  return id;
}

/** A write-off of Amara's organization, proposed by an admin who isn't in the table. */
async function writeOff(): Promise<string> {
  const organizationId = await lab();
  await world.db.deleteFrom("write_offs").where("organizationId", "=", organizationId).execute();
  const id = newId("writeOff");
  await world.db
    .insertInto("write_offs")
    .values({
      id,
      organizationId,
      amountMinor: 5_000,
      currency: "USD",
      reason: "It was dissolved.",
      proposedBy: "usr_sam",
      proposedAt: NOON,
    })
    .execute();
  return id;
}

let monthsStated = 0;
/** A line of a statement that Amara's organization disputes. */
async function lineDispute(): Promise<string> {
  const creditLineId = await creditLine("active");
  const organizationId = await lab();
  const { id: orderId } = await orderIn("paid", { set: { organizationId } });
  const [statementId, paymentId, id] = [newId("accountStatement"), newId("payment"), newId("lineDispute")];
  await world.db
    .insertInto("account_statements")
    .values({
      id: statementId,
      organizationId,
      number: `ST-${statementId}`,
      // An organization has one for a month.
      toAt: after(NOON, (monthsStated += 1)),
      currency: "USD",
      amountMinor: 5_000,
      document: json({}),
      issuedAt: NOON,
      dueAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("payments")
    .values({
      id: paymentId,
      orderId,
      attempt: 9,
      status: "succeeded",
      amountMinor: 5_000,
      currency: "USD",
      creditLineId,
      statementId,
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("line_disputes")
    .values({
      id,
      organizationId,
      statementId,
      paymentId,
      amountMinor: 5_000,
      currency: "USD",
      reason: "Nobody ordered it.",
      openedAt: NOON,
    })
    .execute();
  return id;
}

/** A tax certificate of Amara's organization. */
async function exemption(state: "asked" | "active"): Promise<{ exemptionId: string }> {
  const id = newId("taxExemption");
  await world.db
    .insertInto("tax_exemptions")
    .values({
      id,
      organizationId: await lab(),
      place: "US-NY",
      certificate: "EX-1",
      lastDay: "2027-06-30",
      state,
      file: json(PDF_FILE("tax-exemptions")),
      askedBy: "usr_amara",
      askedAt: NOON,
    })
    .execute();
  return { exemptionId: id };
}
const PDF_FILE = (folder: string) => ({
  id: "file_none",
  bytes: 8,
  sha256: "",
  storageKey: `${folder}/none`,
  keyVersion: 1,
});

async function erasure(): Promise<string> {
  const id = newId("dataRequest");
  await database()
    .insertInto("data_requests")
    .values({ id, uid: "usr_amara", kind: "erasure", status: "waiting", createdAt: NOON, dueAt: NOON })
    .onConflict((c) => c.columns(["uid", "kind"]).where("status", "in", ["making", "waiting", "erasing"]).doNothing())
    .execute();
  return (
    await database().selectFrom("data_requests").select("id").where("uid", "=", "usr_amara").executeTakeFirstOrThrow()
  ).id;
}

async function invite(status: "sent" | "accepted" = "sent"): Promise<string> {
  const { id } = await orderIn("paid");
  const inviteId = newId("invite");
  await database()
    .insertInto("invites")
    .values({
      id: inviteId,
      orderId: id,
      editorId: "usr_jonas",
      wave: 1,
      status,
      payMinor: 8_000,
      currency: "USD",
      score: json({}),
      sentAt: NOON,
      expiresAt: after(NOON, HOUR),
      seenAt: null,
      respondedAt: null,
    })
    .execute();
  return inviteId;
}
async function certificate(): Promise<string> {
  const { id: orderId } = await orderIn("delivered");
  const submissionId = newId("submission");
  await database()
    .insertInto("submissions")
    .values({
      id: submissionId,
      orderId,
      editorId: "usr_jonas",
      round: 1,
      status: "delivered",
      createdAt: NOON,
      submittedAt: NOON,
      deliveredAt: NOON,
    })
    .execute();
  const id = newCertificateId();
  await database()
    .insertInto("certificates")
    .values({ id, orderId, submissionId, facts: json({}), seal: Buffer.alloc(8), pdfBytes: 1, issuedAt: NOON })
    .execute();
  return id;
}
const onProposal: Attempt = {
  on: "a later date that Amara proposed",
  input: async () => {
    const { id: orderId } = await orderIn("in_progress");
    const { dueAt } = await database()
      .selectFrom("orders")
      .select("dueAt")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const proposalId = newId("dateProposal");
    await database()
      .insertInto("date_proposals")
      .values({
        id: proposalId,
        orderId,
        proposedBy: "usr_amara",
        side: "client",
        oldDueAt: dueAt!,
        newDueAt: after(dueAt!, 24 * HOUR),
        reason: "A test",
        payBp: 10_000,
        editorPayMinor: 8_250,
        clientAgreedAt: NOON,
        createdAt: NOON,
        expiresAt: after(NOON, 24 * HOUR),
      })
      .execute();
    return { proposalId };
  },
};
/** A quote of Amara's that she shared. */
const onSharedQuote = (
  input: (quote: { id: string; createdAt: Date }) => Record<string, unknown>,
  on = "a quote that Amara shared",
  validUntilAt = after(NOON, 30 * DAY),
): Attempt => ({
  on,
  input: async () => {
    const { id: orderId } = await orderIn("quoted");
    const { price, quotedAt } = await database()
      .selectFrom("orders")
      .select(["price", "quotedAt"])
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const id = newId("sharedQuote");
    await database()
      .insertInto("shared_quotes")
      .values({
        id,
        number: id,
        orderId,
        quotedAt: quotedAt ?? NOON,
        price: json(price),
        document: json({}),
        validUntilAt,
        createdAt: NOON,
      })
      .execute();
    return input({ id, createdAt: NOON });
  },
});
const onCharge: Attempt = {
  on: "an extra charge on Amara's order",
  input: async () => {
    const { id: orderId } = await orderIn("in_progress");
    const { price } = await database()
      .selectFrom("orders")
      .select("price")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const chargeId = newId("charge");
    await database()
      .insertInto("order_charges")
      .values({
        id: chargeId,
        orderId,
        kind: "extra",
        reason: "A test",
        lines: json([]),
        price: json(price),
        listMinor: 100,
        discountMinor: 0,
        taxMinor: 0,
        totalMinor: 100,
        currency: "USD",
        createdAt: NOON,
        expiresAt: after(NOON, 24 * HOUR),
      })
      .execute();
    return { chargeId };
  },
};
const onDifference: Attempt = {
  on: "a word count that Jonas reported on Amara's order",
  input: async () => {
    const { id: orderId } = await orderIn("in_progress");
    const differenceId = newId("wordDifference");
    await database()
      .insertInto("word_differences")
      .values({
        id: differenceId,
        orderId,
        reportedBy: "usr_jonas",
        side: "editor",
        paidWords: 5_000,
        reportedWords: 5_400,
        reason: "A test",
        createdAt: NOON,
      })
      .execute();
    return { differenceId, words: 5_400, note: "A test" };
  },
};
const onChange: Attempt = {
  on: "a change that Amara proposed",
  input: async () => {
    const { id: orderId } = await orderIn("in_progress");
    const { price } = await database()
      .selectFrom("orders")
      .select("price")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    const changeId = newId("orderChange");
    await database()
      .insertInto("order_changes")
      .values({
        id: changeId,
        orderId,
        proposedBy: "usr_amara",
        side: "client",
        what: json(["A test"]),
        earlierMs: 0,
        price: json(price),
        reason: "A test",
        oldTotalMinor: 15_000,
        clientAgreedAt: NOON,
        createdAt: NOON,
        expiresAt: after(NOON, 24 * HOUR),
      })
      .execute();
    return { changeId };
  },
};
const onWebhook = (extra: Record<string, unknown> = {}): Attempt => ({
  on: "a webhook of Amara's",
  input: async () => {
    const id = newId("webhook");
    await database()
      .insertInto("webhook_endpoints")
      .values({
        id,
        ownerKind: "person",
        ownerId: "usr_amara",
        url: `https://hooks.uni-bonn.de/${id}`,
        description: "",
        events: json(["order.paid"]),
        secret: sealJson("whsec_", `webhook secret ${id}`),
        status: "active",
        createdAt: NOON,
      })
      .execute();
    return { endpointId: id, ...extra };
  },
});
/** An order of Amara's that Jonas edits and Priya reads as its second reader, or could. */
const reading = (
  status: "searching" | "taken",
  extra: Record<string, unknown> = {},
  by: "order" | "reading" | "invite" = "reading",
): Attempt => ({
  on:
    status === "taken"
      ? "a second reading of Amara's order, which another editor has"
      : by === "invite"
        ? "an invite to another editor for a second reading of Amara's order"
        : "a second reading of Amara's order, open to all",
  input: async () => {
    const readerId = status === "taken" ? "usr_priya" : null;
    const { id: orderId } = await orderIn("second_reading", { service: "expert", set: { readerId } });
    const readingId = newId("reading");
    await database()
      .insertInto("second_readings")
      .values({
        id: readingId,
        orderId,
        status,
        readerId,
        level: readerId ? "senior" : null,
        createdAt: NOON,
        searchFromAt: NOON,
        openAt: NOON,
        takenAt: readerId ? NOON : null,
      })
      .execute();
    const inviteId = newId("readingInvite");
    if (by === "invite")
      await database()
        .insertInto("reading_invites")
        .values({
          id: inviteId,
          readingId,
          orderId,
          editorId: "usr_priya",
          wave: 1,
          level: "senior",
          payMinor: 8_000,
          currency: "USD",
          sentAt: NOON,
          expiresAt: after(NOON, HOUR),
        })
        .execute();
    return { ...(by === "order" ? { orderId } : by === "invite" ? { inviteId } : { readingId }), ...extra };
  },
});
/** An order of Amara's without its file, so there are no words to price. */
async function withoutFile(status: "draft" | "quote_requested"): Promise<string> {
  const { id } = await orderIn(status);
  await database().updateTable("files").set({ removedAt: NOON }).where("orderId", "=", id).execute();
  return id;
}
/** Amara's custom quote request with its offer, which Jonas was asked to agree to. */
const onQuote = (
  status: "waiting" | "offered",
  offer: "asking" | "agreed" | "sent" | null,
  extra: Record<string, unknown> = {},
  on = "a request of Amara's for a custom quote",
): Attempt => ({
  on,
  input: async () => {
    const orderId = await withoutFile("quote_requested");
    const quoteId = newId("customQuote");
    await database()
      .insertInto("custom_quotes")
      .values({
        id: quoteId,
        orderId,
        userId: "usr_amara",
        status,
        reason: "wish",
        requirements: "A test",
        askedAt: NOON,
        dueAt: after(NOON, 24 * HOUR),
        createdAt: NOON,
        updatedAt: NOON,
      })
      .execute();
    const offerId = newId("quoteOffer");
    const { price } = await database()
      .selectFrom("orders")
      .select("price")
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    if (offer)
      await database()
        .insertInto("quote_offers")
        .values({
          id: offerId,
          quoteId,
          orderId,
          status: offer,
          service: "copyediting",
          addOns: json({}),
          price: json(price),
          totalMinor: price!.totalMinor,
          currency: "USD",
          ordinaryMinor: price!.listMinor,
          windowMs: price!.windowMs,
          ...(offer === "sent" ? { sentAt: NOON } : { editorId: "usr_jonas", editorPayMinor: 8_250, askedAt: NOON }),
          askExpiresAt: after(NOON, 24 * HOUR),
          expiresAt: after(NOON, 24 * HOUR),
          createdBy: "usr_ada",
          createdAt: NOON,
        })
        .execute();
    return { quoteId, offerId, ...extra };
  },
});
const TERMS = {
  service: "copyediting",
  total: "150",
  dueAt: "2026-12-05T12:00",
  brief: "A test of this",
  editorId: "",
};
const onSentOffer = (extra: Record<string, unknown> = {}) =>
  onQuote("offered", "sent", extra, "an offer to Amara for her request");
const onAsk = (offer: "asking" | "agreed") =>
  onQuote("waiting", offer, {}, "an offer for Amara's request that Jonas was asked to agree to");
let views = 0;
async function view(): Promise<string> {
  await database().deleteFrom("saved_views").execute();
  const id = newId("view");
  await database()
    .insertInto("saved_views")
    .values({ id, uid: "usr_amara", list: "my-orders", name: `View ${++views}`, search: "show=done", createdAt: NOON })
    .execute();
  return id;
}
const priyaIs = (level: "trial" | "lead") =>
  database().updateTable("editors").set({ level }).where("uid", "=", "usr_priya").execute();
/** An attempt in which Priya is an ordinary editor. */
const ordinary = (attempt: Attempt): Attempt => ({
  ...attempt,
  input: async (actor) => {
    await priyaIs("trial");
    return attempt.input(actor);
  },
});
/** A review of what Jonas delivered to Amara. Priya is a lead editor. */
const review = (
  status: "waiting" | "passed",
  extra: Record<string, unknown> = {},
  set: { takenBy?: string } = {},
): Attempt => ({
  on: `a review of Jonas's work, ${status === "passed" ? "decided" : set.takenBy ? "taken by another editor, who is a lead" : "in the queue; another editor is a lead"}`,
  input: async () => {
    await priyaIs("lead");
    const { orderId } = await deliveredCopy();
    const { id: submissionId } = await database()
      .selectFrom("submissions")
      .select("id")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    const reviewId = newId("review");
    await database()
      .insertInto("qa_reviews")
      .values({
        id: reviewId,
        orderId,
        submissionId,
        kind: "rating",
        reason: "low_rating",
        status,
        dueAt: after(NOON, 24 * HOUR),
        createdAt: NOON,
        ...(set.takenBy ? { ...set, takenAt: NOON, takenUntilAt: after(NOON, 12 * HOUR) } : {}),
        ...(status === "passed" ? { reviewerId: "usr_ben", total: 84, decidedAt: NOON } : {}),
      })
      .execute();
    return { reviewId, ...extra };
  },
});
const onInvite: Attempt = { on: "an invite of Jonas's", input: async () => ({ inviteId: await invite() }) };
async function query(
  status: "in_progress" | "awaiting_client" = "in_progress",
): Promise<{ orderId: string; queryId: string }> {
  const { id } = await orderIn(status);
  const queryId = newId("message");
  await database()
    .insertInto("messages")
    .values({
      id: queryId,
      orderId: id,
      authorId: "usr_jonas",
      authorRole: "editor",
      kind: "query",
      body: "Is this term yours?",
      blocking: false,
      createdAt: NOON,
    })
    .execute();
  return { orderId: id, queryId };
}
async function documentQuery(status: "in_progress" | "delivered"): Promise<{ orderId: string; queryId: string }> {
  const { id: orderId, sourceId } = await orderIn(status);
  const fileId = await storeFile(orderId, {
    purpose: "tracked",
    name: "soil.docx",
    bytes: COPIES.tracked(),
    by: "usr_jonas",
    sourceFileId: sourceId,
  });
  const queryId = newId("query");
  await database()
    .insertInto("document_queries")
    .values({
      id: queryId,
      orderId,
      fileId,
      commentId: "0",
      position: 0,
      author: "Jonas Weber",
      body: "Which year?",
      said: json([]),
      section: "",
      quote: "",
      deleted: false,
      leading: "",
      trailing: "",
      options: json([]),
      editable: false,
      asks: true,
      createdAt: NOON,
    })
    .execute();
  if (status === "delivered") {
    const submissionId = newId("submission");
    await database()
      .insertInto("submissions")
      .values({
        id: submissionId,
        orderId,
        editorId: "usr_jonas",
        round: 1,
        status: "delivered",
        createdAt: NOON,
        submittedAt: NOON,
        deliveredAt: NOON,
      })
      .execute();
    await database()
      .insertInto("submission_files")
      .values({ submissionId, sourceFileId: sourceId, trackedFileId: fileId, passed: true })
      .execute();
  }
  return { orderId, queryId };
}
async function looseFile(uid: string): Promise<string> {
  const id = newId("attachment");
  await database()
    .insertInto("attachments")
    .values({
      id,
      name: "a.png",
      contentType: "image/png",
      bytes: 1,
      sha256: "0".repeat(64),
      storageKey: `attachments/${id}`,
      uploadedBy: uid,
      createdAt: NOON,
    })
    .execute();
  return id;
}
async function contact(): Promise<string> {
  const id = newId("message");
  await database()
    .insertInto("contact_messages")
    .values({
      id,
      key: id,
      name: "A visitor",
      email: "visitor@example.org",
      topic: "ordering",
      message: "How long does it take?",
      uid: null,
      createdAt: NOON,
    } as never)
    .execute();
  return id;
}
async function chatLine(): Promise<string> {
  const ticketId = newId("ticket");
  await database()
    .insertInto("tickets")
    .values({
      id: ticketId,
      number: ticketId,
      channel: "chat",
      ownerRole: "visitor",
      visitorKeyHash: KEY_HASH,
      subject: "A question",
      category: "other",
      priority: "normal",
      status: "open",
      clocksFromAt: NOON,
      pauses: json([]),
      flags: json({}),
      lastAt: NOON,
      lastRole: "visitor",
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
  const id = newId("ticketMessage");
  await database()
    .insertInto("ticket_messages")
    .values({
      id,
      ticketId,
      authorId: "usr_sam",
      authorRole: "support",
      kind: "message",
      body: "Good morning.",
      createdAt: NOON,
    })
    .execute();
  return id;
}
async function ticket(
  status: "open" | "resolved" = "open",
  of: { ownerUid: string; ownerRole: "client" } | { ownerRole: "visitor" } = {
    ownerUid: "usr_amara",
    ownerRole: "client",
  },
): Promise<string> {
  const id = newId("ticket");
  await database()
    .insertInto("tickets")
    .values({
      id,
      number: `T-${id.slice(-12)}`,
      channel: of.ownerRole === "visitor" ? "contact" : "ticket",
      ...of,
      subject: "An invoice",
      category: "payment",
      priority: "normal",
      status,
      clocksFromAt: NOON,
      pauses: json([]),
      flags: json({}),
      resolvedAt: status === "resolved" ? NOON : null,
      lastAt: NOON,
      lastRole: of.ownerRole,
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
  return id;
}
async function macro(): Promise<string> {
  const id = newId("macro");
  await database()
    .insertInto("macros")
    .values({ id, title: id, body: "Dear {name},", createdAt: NOON, updatedAt: NOON })
    .execute();
  return id;
}
const onTicket = (extra: Record<string, unknown> = {}, status: "open" | "resolved" = "open"): Attempt => ({
  on: `a ticket of Amara's, ${status}`,
  input: async () => ({ ticketId: await ticket(status), ...extra }),
});
/** A partner, with a discount that an admin who isn't in the table proposed. */
async function partner(state: "proposed" | "active" | null = null): Promise<{ partnerId: string; discountId: string }> {
  const partnerId = newId("partner");
  await world.db
    .insertInto("partners")
    .values({
      id: partnerId,
      code: partnerId.replace("_", "-").slice(0, 30),
      name: "A journal",
      kind: "journal",
      startsAt: NOON,
      clientKey: partnerId,
      createdAt: NOON,
    })
    .execute();
  const discountId = newId("partnerDiscount");
  if (state)
    await world.db
      .insertInto("partner_discounts")
      .values({ id: discountId, partnerId, percent: 10, state, proposedBy: "usr_sam", proposedAt: NOON })
      .execute();
  return { partnerId, discountId };
}
const PARTNER = {
  name: "A journal",
  kind: "journal",
  contactName: "",
  contactEmail: "",
  organizationId: "",
  endsAt: null,
};
async function sale(): Promise<string> {
  const id = newId("sale");
  await world.db
    .insertInto("sales")
    .values({
      id,
      label: "A test",
      percent: 10,
      startsAt: after(NOON, 300 * DAY),
      endsAt: after(NOON, 301 * DAY),
      clientKey: id,
      createdAt: NOON,
    })
    .execute();
  return id;
}
async function referralLink(): Promise<string> {
  await world.db.deleteFrom("referrals").execute();
  await world.db
    .insertInto("referral_links")
    .values({ uid: "usr_amara", code: "referrer", createdAt: NOON })
    .onConflict((c) => c.doNothing())
    .execute();
  return "referrer";
}
async function accountDiscount(): Promise<string> {
  const id = newId("accountDiscount");
  await world.db.deleteFrom("account_discounts").execute();
  await world.db
    .insertInto("account_discounts")
    .values({ id, userId: "usr_mei", percent: 10, reason: "A test", startsAt: NOON, createdAt: NOON })
    .execute();
  return id;
}
async function coupon(): Promise<string> {
  const id = newId("coupon");
  await database()
    .insertInto("coupons")
    .values({ id, code: id.slice(-10).toUpperCase(), label: "A test", percent: 10, createdAt: NOON })
    .execute();
  return id;
}
/** An admin's policy draft at this stage. */
async function policyDraft(status: "draft" | "proposed", by: "usr_ada" | "usr_ben"): Promise<string> {
  await database().deleteFrom("policy_versions").where("draftedBy", "=", by).execute();
  const id = newId("policyVersion");
  await database()
    .insertInto("policy_versions")
    .values({
      id,
      status,
      figures: json({ "pricing.pdfBp": 1_100 }),
      basedOn: 1,
      reason: "A test",
      draftedBy: by,
      draftedAt: NOON,
      proposedAt: status === "proposed" ? NOON : null,
    })
    .execute();
  return id;
}
const onPolicyDraft = (
  status: "draft" | "proposed",
  more: Record<string, unknown> = {},
  by: "usr_ada" | "usr_ben" = "usr_ada",
): Attempt => ({
  on: `${by === "usr_ada" ? "Ada" : "Ben"}'s policy ${status === "draft" ? "draft" : "proposal"}`,
  input: async () => ({ draftId: await policyDraft(status, by), ...more }),
});
/** An admin's draft of the cookie policy at this stage. */
async function legalDraft(status: "draft" | "proposed", by: "usr_ada" | "usr_ben"): Promise<string> {
  await database().deleteFrom("legal_versions").where("draftedBy", "=", by).execute();
  const id = newId("legalVersion");
  await database()
    .insertInto("legal_versions")
    .values({
      id,
      document: "cookie-policy",
      status,
      body: "## Cookies\n\nA shorter text.",
      summary: "A shorter text.",
      basedOn: "2026-11-21",
      reason: "A test",
      draftedBy: by,
      draftedAt: NOON,
      proposedAt: status === "proposed" ? NOON : null,
    })
    .execute();
  return id;
}
const onLegalDraft = (
  status: "draft" | "proposed",
  more: Record<string, unknown> = {},
  by: "usr_ada" | "usr_ben" = "usr_ada",
): Attempt => ({
  on: `${by === "usr_ada" ? "Ada" : "Ben"}'s legal text ${status === "draft" ? "draft" : "proposal"}`,
  input: async () => ({ draftId: await legalDraft(status, by), ...more }),
});
/** An admin's draft of a policy profile at this stage. */
async function profileDraft(status: "draft" | "proposed", by: "usr_ada" | "usr_ben"): Promise<string> {
  await database().deleteFrom("policy_profile_versions").execute();
  const id = newId("policyProfileVersion");
  await database()
    .insertInto("policy_profile_versions")
    .values({
      id,
      profileId: "generic-usual",
      status,
      content: JSON.stringify({ ...GENERIC_PROFILES[1]!.content, note: "A test" }),
      basedOn: 0,
      reason: "A test",
      draftedBy: by,
      draftedAt: NOON,
      proposedAt: status === "proposed" ? NOON : null,
    })
    .execute();
  return id;
}
const onProfileDraft = (
  status: "draft" | "proposed",
  more: Record<string, unknown> = {},
  by: "usr_ada" | "usr_ben" = "usr_ada",
): Attempt => ({
  on: `${by === "usr_ada" ? "Ada" : "Ben"}'s policy profile ${status === "draft" ? "draft" : "proposal"}`,
  input: async () => ({ draftId: await profileDraft(status, by), ...more }),
});
/** A draft of a profile with a page, which Ada hasn't read yet. */
async function unreadProfile(): Promise<string> {
  const id = await profileDraft("draft", "usr_ada");
  await database()
    .updateTable("policy_profile_versions")
    .set({ content: JSON.stringify(REAL_PROFILES[0]!.content) })
    .where("id", "=", id)
    .execute();
  return id;
}
const { generic: _generic, ...SOME_PROFILE } = GENERIC_PROFILES[0]!.content;
/** A scheduled version of the cookie policy. */
async function legalVersion(): Promise<string> {
  await database().deleteFrom("legal_versions").execute();
  await database()
    .insertInto("legal_versions")
    .values({
      id: newId("legalVersion"),
      document: "cookie-policy",
      version: "2026-12-31",
      status: "approved",
      body: "## Cookies\n\nA shorter text.",
      summary: "A shorter text.",
      basedOn: "2026-11-21",
      reason: "A test",
      effectiveAt: new Date("2026-12-31T00:00:00Z"),
      draftedBy: "usr_ben",
      draftedAt: NOON,
      decidedBy: "usr_ada",
      decidedAt: NOON,
    })
    .execute();
  return "2026-12-31";
}
async function filedReturn(): Promise<string> {
  await database().deleteFrom("tax_returns").execute();
  const id = newId("taxReturn");
  const figures = { currency: "USD", rates: "", rows: [], corrections: [], byHandMinor: 0, lacking: 0, ownMinor: 100 };
  await database()
    .insertInto("tax_returns")
    .values({
      id,
      authority: "US-AK",
      from: "2026-01-01",
      until: "2026-06-30",
      figures: json(figures),
      late: json([]),
      dueMinor: minor(100),
      reference: "AK 1",
      filedBy: "usr_ben",
      filedAt: NOON,
    })
    .execute();
  return id;
}
async function taxRegistration(
  status: "proposed" | "approved",
  endDay: string | null = null,
  of: Partial<Insertable<Database["tax_registrations"]>> = {},
): Promise<string> {
  await database().deleteFrom("tax_registrations").execute();
  const id = newId("taxRegistration");
  await database()
    .insertInto("tax_registrations")
    .values({
      id,
      scheme: "domestic",
      place: "US-AK",
      number: "AK1",
      // In the future, so no order of the other attempts is taxed.
      validFrom: "2027-01-01",
      status,
      proposedBy: "usr_ben",
      proposedAt: NOON,
      endDay,
      endProposedBy: endDay === null ? null : "usr_ben",
      endProposedAt: endDay === null ? null : NOON,
      ...of,
    })
    .execute();
  return id;
}

async function policyVersion(): Promise<number> {
  await database().deleteFrom("policy_versions").where("version", "=", 2).execute();
  await database()
    .insertInto("policy_versions")
    .values({
      id: newId("policyVersion"),
      version: 2,
      status: "approved",
      figures: json({}),
      basedOn: 1,
      reason: "A test",
      effectiveAt: after(NOON, DAY),
      draftedBy: "usr_ben",
      draftedAt: NOON,
      decidedBy: "usr_ada",
      decidedAt: NOON,
    })
    .execute();
  return 2;
}
async function notice(uid: string): Promise<string> {
  const id = newId("notification");
  await database()
    .insertInto("notifications")
    .values({
      id,
      key: id,
      userId: uid,
      type: "order_message",
      kind: "message.posted",
      title: "A message",
      severity: 1,
      createdAt: NOON,
    })
    .execute();
  return id;
}
async function announcement(status: "draft" | "published" | "expired"): Promise<string> {
  const id = newId("announcement");
  await database()
    .insertInto("announcements")
    .values({
      id,
      audience: "global",
      severity: 2,
      title: "A test",
      body: "A test",
      status,
      createdBy: "usr_ben",
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
  return id;
}
async function article(of: { previewId?: string; versionId?: string } = {}): Promise<string> {
  const authorId = newId("author");
  const postId = newId("post");
  await database()
    .insertInto("blog_authors")
    .values({ id: authorId, slug: authorId.replace("_", "-"), name: "An author", createdAt: NOON })
    .execute();
  await database()
    .insertInto("blog_posts")
    .values({
      id: postId,
      slug: postId.replace("_", "-"),
      title: "A test",
      summary: "A test",
      tags: [],
      authorId,
      document: json({ type: "doc", content: [] }),
      createdBy: "usr_ben",
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
  if (of.previewId)
    await database()
      .insertInto("blog_previews")
      .values({ id: of.previewId, postId, createdAt: NOON, expiresAt: after(NOON, HOUR) })
      .execute();
  if (of.versionId)
    await database()
      .insertInto("blog_versions")
      .values({
        id: of.versionId,
        postId,
        content: json({ title: "Before", tags: [], document: { type: "doc", content: [] } }),
        kind: "saved",
        version: 0,
        startedAt: NOON,
        savedAt: NOON,
      })
      .execute();
  return postId;
}
const onArticle = (extra: Record<string, unknown> = {}): Attempt => ({
  on: "a draft of Ben's article",
  input: async () => ({ postId: await article(), ...extra }),
});
const onAnnouncement = (status: "draft" | "published"): Attempt => ({
  on: `an announcement of Ben's, ${status}`,
  input: async () => ({ id: await announcement(status) }),
});
async function application(status: ApplicationStatus): Promise<void> {
  await database()
    .insertInto("editor_applications")
    .values({
      uid: "usr_mei",
      status,
      answers: json({}),
      agreementVersion: "2026-11-21",
      submittedAt: NOON,
      createdAt: NOON,
      updatedAt: NOON,
    })
    .onConflict((c) => c.column("uid").doUpdateSet({ status }))
    .execute();
}
async function applicationFile(): Promise<string> {
  await application("submitted");
  const id = newId("applicationFile");
  await database()
    .insertInto("application_files")
    .values({ ...storedKycFile(), id, storageKey: `applications/${id}`, uid: "usr_mei", kind: "cv", createdAt: NOON })
    .execute();
  return id;
}
const KYC_DETAILS = {
  legalName: "Jonas Weber",
  dateOfBirth: "1981-05-17",
  addressLine: "Lindenallee 4",
  town: "Freiburg",
  postCode: "79098",
  country: "DE",
  taxCountry: "DE",
  tin: "02476291358",
  vatId: "",
};
async function writeDetails(uid: string): Promise<void> {
  await database()
    .insertInto("kyc_details")
    .values({ uid, sealed: sealJson(KYC_DETAILS, `kyc details ${uid}`), keyVersion: 1, savedAt: NOON })
    .onConflict((c) => c.doNothing())
    .execute();
}
const storedKycFile = () => {
  const id = newId("kycFile");
  return { id, contentType: "image/png", bytes: 1, sha256: id, storageKey: `kyc/${id}`, keyVersion: 1 };
};
async function kycDocument(kind: DocumentKind): Promise<{ documentId: string; fileId: string }> {
  const documentId = newId("kycDocument");
  await database()
    .insertInto("kyc_documents")
    .values({ id: documentId, uid: "usr_jonas", kind, submittedAt: NOON })
    .execute();
  const file = storedKycFile();
  await database()
    .insertInto("kyc_files")
    .values({ ...file, documentId, position: 0, createdAt: NOON })
    .execute();
  return { documentId, fileId: file.id };
}
async function session(uid: string): Promise<string> {
  const id = newId("fact");
  await database()
    .insertInto("auth_session")
    .values({
      id,
      userId: uid,
      token: id,
      expiresAt: after(new Date(), HOUR),
      createdAt: new Date(),
      updatedAt: new Date(),
    } as never)
    .execute();
  return id;
}
async function passkey(uid: string): Promise<string> {
  const id = newId("fact");
  await database()
    .insertInto("auth_passkey")
    .values({
      id,
      userId: uid,
      name: "Key",
      publicKey: "x",
      credentialID: id,
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
      transports: null,
      createdAt: new Date(),
      aaguid: null,
    })
    .execute();
  return id;
}
async function connectedAccount(uid: string): Promise<string> {
  const id = newId("fact");
  const at = new Date();
  await database()
    .insertInto("auth_account")
    .values({ id, accountId: id, providerId: "google", userId: uid, password: null, createdAt: at, updatedAt: at })
    .execute();
  return id;
}
async function run(status: "prepared" | "approved" | "sent"): Promise<string> {
  const id = newId("run");
  const checked =
    status === "prepared"
      ? {}
      : {
          checkerId: "usr_ada",
          approvedAt: NOON,
          fileName: "batch.xml",
          fileSha256: "0".repeat(64),
          fileBody: "<Document/>",
        };
  await database()
    .insertInto("payout_runs")
    .values({
      id,
      number: id.slice(-12),
      status,
      cutoffAt: NOON,
      currency: "USD",
      totalMinor: 0,
      makerId: "usr_ben",
      createdAt: NOON,
      ...checked,
      ...(status === "sent" ? { sentAt: NOON } : {}),
    })
    .execute();
  return id;
}
const onRun = (status: "prepared" | "approved" | "sent"): Attempt => ({
  on: `a payout run that Ben prepared, ${status}`,
  input: async () => ({ runId: await run(status) }),
});
async function clientInvoice(): Promise<string> {
  const { id: orderId } = await orderIn("paid");
  const paymentId = newId("payment");
  await database()
    .insertInto("payments")
    .values({
      id: paymentId,
      orderId,
      attempt: 1,
      status: "succeeded",
      amountMinor: 1_000,
      currency: "USD",
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();
  const id = newId("invoice");
  const buyer = { name: "Dr. Amara Osei", address: [], country: "GH", vatId: null, email: null };
  const document = { kind: "invoice", number: id, issuedAt: NOON, buyer, seller: buyer, references: [], lines: [] };
  await database()
    .insertInto("invoices")
    .values({
      id,
      kind: "invoice",
      number: id,
      ownerId: "usr_amara",
      orderId,
      paymentId,
      totalMinor: 1_000,
      currency: "USD",
      document: json({ ...document, currency: "USD", netMinor: 1_000, totalMinor: 1_000, notes: [], tax: null }),
      issuedAt: NOON,
    })
    .execute();
  return id;
}
async function refund(): Promise<string> {
  const { id: orderId } = await orderIn("cancelled");
  const paymentId = newId("payment");
  await database()
    .insertInto("payments")
    .values({
      id: paymentId,
      orderId,
      attempt: 1,
      status: "succeeded",
      amountMinor: 1_000,
      currency: "USD",
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();
  const id = newId("refund");
  await database()
    .insertInto("refunds")
    .values({
      id,
      orderId,
      paymentId,
      cause: "cancelled",
      amountMinor: 1_000,
      currency: "USD",
      status: "failed",
      failure: "closed account",
      basis: json([]),
      createdAt: NOON,
    })
    .execute();
  return id;
}
async function sentPayout(): Promise<string> {
  const id = newId("payout");
  await database()
    .insertInto("payouts")
    .values({
      id,
      runId: await run("sent"),
      editorId: "usr_jonas",
      status: "sent",
      grossMinor: 100,
      amountMinor: 100,
      currency: "USD",
      endToEndId: id.toUpperCase(),
      bank: json({}),
      createdAt: NOON,
    })
    .execute();
  return id;
}
async function invoice(): Promise<string> {
  const id = newId("invoice");
  const payoutId = newId("payout");
  await database()
    .insertInto("payouts")
    .values({
      id: payoutId,
      runId: await run("approved"),
      editorId: "usr_jonas",
      status: "approved",
      grossMinor: 1_000,
      amountMinor: 1_000,
      currency: "USD",
      endToEndId: payoutId,
      bank: json({}),
      createdAt: NOON,
    })
    .execute();
  await database()
    .insertInto("invoices")
    .values({
      id,
      kind: "self_billed",
      number: id,
      ownerId: "usr_jonas",
      payoutId,
      totalMinor: 1_000,
      currency: "USD",
      document: json({}),
      issuedAt: NOON,
    })
    .execute();
  return id;
}
const forOwnAccount = (
  extra: (actor: Actor) => Record<string, unknown> | Promise<Record<string, unknown>> = () => ({}),
): Attempt => ({ on: "one's own", input: extra });

async function problem(): Promise<string> {
  const { orderId } = await deliveredOrder();
  const id = newId("problem");
  await database()
    .insertInto("order_problems")
    .values({ id, orderId, reportedBy: "usr_amara", what: "A test", dueAt: NOON, createdAt: NOON })
    .execute();
  return id;
}
let statements = 0;
/** A disagreement between provider, ledger, and bank. */
/** An entry in a month that ended long ago. */
async function bookedMonth(): Promise<Record<string, unknown>> {
  await database()
    .insertInto("journal_entries")
    .values({
      id: newId("entry"),
      key: newId("entry"),
      kind: "x",
      causeType: "x",
      causeId: "x",
      memo: "",
      at: new Date("2020-01-10T12:00:00Z"),
    })
    .execute();
  const items = (await findOpenItems(database(), "2020-01")).map(({ key, count }) => ({
    key,
    count,
    reason: "A test.",
  }));
  return { month: "2020-01", items };
}
/** A month that somebody proposed to close. */
async function proposedMonth(): Promise<Record<string, unknown>> {
  const { month, items } = (await bookedMonth()) as { month: string; items: object[] };
  await database()
    .insertInto("month_closings")
    .values({ month, open: json(items), proposedBy: null, proposedAt: NOON })
    .onConflict((on) => on.column("month").doNothing())
    .execute();
  return { month };
}
/** A journal entry by hand. */
async function manualEntry(state: "waiting" | "booked", createdBy: string | null = null): Promise<string> {
  const id = newId("manualEntry");
  await database()
    .insertInto("manual_entries")
    .values({
      id,
      day: "2026-11-21",
      memo: "A test",
      reason: "A test",
      currency: "USD",
      lines: json(ENTRY_LINES),
      sumMinor: minor(100),
      state,
      createdBy,
      createdAt: NOON,
      decidedAt: state === "booked" ? NOON : null,
    })
    .execute();
  return id;
}
const ENTRY_LINES = [
  { account: "other_costs", amountMinor: 100 },
  { account: "equity", amountMinor: -100 },
];

async function moneyDifference(): Promise<string> {
  const key = newId("fact");
  await database()
    .insertInto("money_differences")
    .values({ key, kind: "payout_missing", amountMinor: 100, currency: "USD", title: "A test", foundAt: NOON })
    .execute();
  return key;
}
/** A statement with a line that probably repeats another file's. */
async function heldStatement(): Promise<{ statementId: string; lineId: string }> {
  const amount = (++statements / 100).toFixed(2);
  const file = (text: string) => ({
    fileName: `${text}.csv`,
    text: `Date,Amount,Description\n2026-11-20,${amount},${text}`,
    account: "DE89",
    opening: "0",
  });
  await importStatement(personOf("ada"), file("Account fee"));
  const { statementId } = await importStatement(personOf("ada"), file("ACCOUNT FEE NOVEMBER"));
  const held = await database()
    .selectFrom("bank_lines")
    .select("id")
    .where("statementId", "=", statementId)
    .executeTakeFirstOrThrow();
  return { statementId, lineId: held.id };
}
/** The difference of a bank line that nobody has explained, and its amount in cents. */
async function lineToMatch(): Promise<{ key: string; amountMinor: number }> {
  const amountMinor = 200 + ++statements;
  const { statementId } = await importStatement(personOf("ada"), {
    fileName: "fee.csv",
    text: `Date,Amount,Description\n2026-11-01,-${(amountMinor / 100).toFixed(2)},Account fee ${statements}`,
    account: "DE89",
    opening: "0",
  });
  const { id } = await database()
    .selectFrom("bank_lines")
    .select("id")
    .where("statementId", "=", statementId)
    .executeTakeFirstOrThrow();
  return { key: `line:${id}`, amountMinor };
}
async function bankRule(): Promise<string> {
  const id = newId("bankRule");
  await database()
    .insertInto("bank_rules")
    .values({ id, words: `Rule ${id}`, direction: "any", account: "bank_fees", createdBy: null, createdAt: NOON })
    .execute();
  return id;
}
/** A bank line that was assigned to an account. */
async function assignedLine(): Promise<string> {
  const { statementId, lineId } = await heldStatement();
  await decideDuplicates(personOf("ada"), { statementId, lineId, seen: 1, are: "new" });
  await database()
    .updateTable("bank_lines")
    .set({ match: "assigned", matchId: "bank_fees" })
    .where("id", "=", lineId)
    .execute();
  return lineId;
}
/** A dispute over the payment of an order that Jonas delivered to Amara. */
async function disputed(status: "needs_response" | "lost"): Promise<string> {
  const { orderId } = await deliveredOrder();
  const id = newId("dispute");
  const paymentId = newId("payment");
  await database()
    .insertInto("payments")
    .values({
      id: paymentId,
      orderId,
      attempt: 9,
      status: "succeeded",
      amountMinor: 1_000,
      currency: "USD",
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();
  await database()
    .insertInto("disputes")
    .values({
      id,
      providerDisputeId: id,
      paymentId,
      orderId,
      kind: "chargeback",
      status,
      reason: "fraudulent",
      amountMinor: 1_000,
      currency: "USD",
      openedAt: NOON,
      checkedAt: NOON,
    })
    .execute();
  return id;
}
async function orderEmail(): Promise<{ orderId: string; mailId: string }> {
  const { id: orderId } = await orderIn("in_progress");
  const factId = newId("fact");
  await database()
    .insertInto("facts")
    .values({ id: factId, kind: "order.unheld", at: NOON, actorRole: "admin", orderId, data: json({}) })
    .execute();
  const mailId = newId("mail");
  await database()
    .insertInto("mail")
    .values({
      id: mailId,
      key: `${factId}:0:usr_amara`,
      to: "amara@example.org",
      subject: "A test",
      html: "",
      text: "",
      kind: "order.unheld",
      createdAt: NOON,
    })
    .execute();
  return { orderId, mailId };
}
async function refundRequest(): Promise<string> {
  const { orderId } = await deliveredOrder();
  const id = newId("refundRequest");
  await database()
    .insertInto("refund_requests")
    .values({
      id,
      orderId,
      cause: "goodwill",
      amountMinor: 1_000,
      currency: "USD",
      reason: "A test",
      basis: json([]),
      proposedBy: "usr_sam",
      createdAt: NOON,
    })
    .execute();
  return id;
}

/** A very late order that staff must decide about. */
async function veryLate(): Promise<string> {
  const { id: orderId } = await orderIn("in_progress", { set: { dueAt: after(NOON, -72 * HOUR) } });
  await database()
    .insertInto("late_decisions")
    .values({
      id: newId("lateDecision"),
      orderId,
      editorId: "usr_jonas",
      openedAt: NOON,
      decideByAt: after(NOON, HOUR),
    })
    .execute();
  return orderId;
}

const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  reassignLateOrder: {
    on: "Amara's order, very late",
    input: async () => ({ orderId: await veryLate(), reason: "A test", words: "" }),
  },
  closeLateRevision: {
    on: "Amara's order, with a very late revision",
    input: async () => ({
      orderId: (await orderIn("in_revision", { set: { revisionDueAt: after(NOON, -80 * HOUR) } })).id,
      expectedRefundMinor: "3750",
    }),
  },
  chooseToWait: {
    on: "Amara's order, very late",
    input: async () => ({ orderId: await veryLate(), until: "2026-12-20T12:00" }),
  },
  setEditorLevel: {
    on: "Jonas's level",
    input: () => ({ editorId: "usr_jonas", level: "lead", reason: "A test of the level." }),
  },
  pauseEditor: { on: "Jonas", input: () => ({ editorId: "usr_jonas", lastDay: "", reason: "A test of a pause." }) },
  requestKycDocuments: {
    on: "Jonas's documents",
    input: () => ({ uid: "usr_jonas", kinds: ["proof_of_address"], note: "A test of a request." }),
  },
  withdrawKycRequest: { on: "a request to Jonas", input: () => ({ uid: "usr_jonas", kind: "tax_form" }) },
  writePersonNote: { on: "Jonas", input: () => ({ uid: "usr_jonas", body: "A test", clientKey: newId("fact") }) },
  removeSuppression: {
    on: "Amara's address on the suppression list",
    input: async () => {
      const id = newId("suppression");
      const address = `${id}@example.org`;
      await database()
        .insertInto("mail_suppressions")
        .values({ id, address, reason: "bounce", source: "smtp", createdAt: NOON })
        .execute();
      return { id, reason: "A test" };
    },
  },
  resumeOwnEmails: { on: "their own emails", input: () => ({}) },
  removePersonNote: {
    on: "a note of Sam's about Jonas",
    input: async () => {
      const noteId = newId("personNote");
      await database()
        .insertInto("person_notes")
        .values({
          id: noteId,
          uid: "usr_jonas",
          authorId: "usr_sam",
          body: "A test",
          clientKey: noteId,
          createdAt: NOON,
        })
        .execute();
      return { noteId };
    },
  },
  writeToPerson: {
    on: "Jonas",
    input: () => ({
      uid: "usr_jonas",
      subject: "A test",
      category: "other",
      body: "Hello",
      clientKey: newId("fact"),
    }),
  },
  resumeEditor: { on: "Jonas", input: () => ({ editorId: "usr_jonas" }) },
  reportProblem: {
    on: "Amara's order, delivered",
    input: async () => ({
      orderId: (await deliveredOrder()).orderId,
      what: "The discussion section was left as it was before.",
    }),
  },
  orderRedo: {
    on: "a problem Amara reported",
    input: async () => ({ problemId: await problem(), note: "Edit page 12 again." }),
  },
  declineProblem: {
    on: "a problem Amara reported",
    input: async () => ({ problemId: await problem(), note: "Every edit was made." }),
  },
  proposeRefund: {
    on: "Amara's order, delivered",
    input: async () => ({
      orderId: (await deliveredOrder()).orderId,
      cause: "goodwill",
      amountMinor: 100,
      seenRefundedMinor: 0,
      reason: "A test",
    }),
  },
  approveRefund: {
    on: "a refund Sam proposed for Amara",
    input: async () => ({ requestId: await refundRequest() }),
  },
  declineRefund: {
    on: "a refund Sam proposed for Amara",
    input: async () => ({ requestId: await refundRequest(), note: "A test" }),
  },
  saveStatement: {
    on: "a dispute over Amara's payment",
    input: async () => ({ disputeId: await disputed("needs_response"), statement: "A test" }),
  },
  sendEvidence: {
    on: "a dispute over Amara's payment",
    input: async () => ({
      disputeId: await disputed("needs_response"),
      statement: "The work was delivered and opened.",
    }),
  },
  giveUp: {
    on: "a dispute over Amara's payment",
    input: async () => ({ disputeId: await disputed("needs_response") }),
  },
  importStatement: {
    on: "a bank statement",
    input: async () => ({
      fileName: "a.csv",
      text: `Date,Amount\n2026-11-20,${(++statements / 100).toFixed(2)}`,
      account: "DE89",
      opening: "0",
    }),
  },
  reverseStatement: {
    on: "an import of a bank statement",
    input: async () => ({ statementId: (await heldStatement()).statementId, why: "A test" }),
  },
  decideDuplicates: {
    on: "a probable duplicate in a bank statement",
    input: async () => ({ ...(await heldStatement()), seen: 1, are: "duplicates" }),
  },
  undoMatch: {
    on: "a bank line that was assigned",
    input: async () => ({ lineId: await assignedLine(), note: "A test" }),
  },
  acceptSuggestions: {
    on: "a bank line with a suggestion",
    input: async () => ({ lines: [`${(await lineToMatch()).key} bank_fees`] }),
  },
  splitLine: {
    on: "a bank line that nobody has explained",
    input: async () => {
      const { key, amountMinor } = await lineToMatch();
      const parts = [
        { account: "bank_fees", amountMinor: 100 },
        { account: "other_costs", amountMinor: amountMinor - 100 },
      ];
      return { key, note: "A test", parts };
    },
  },
  matchSeveral: {
    on: "a bank line that nobody has explained",
    input: async () => ({
      key: (await lineToMatch()).key,
      note: "Two payouts in one transfer.",
      parts: ["payout:pyo_one", "payout:pyo_two"],
    }),
  },
  undoRule: {
    on: "what a rule for bank lines booked",
    input: async () => ({ id: await bankRule(), seen: 1, note: "The rule was too wide." }),
  },
  saveBankRule: {
    on: "the rules for bank lines",
    input: () => ({ words: `Office rent ${++statements}`, direction: "out", account: "other_costs" }),
  },
  removeBankRule: { on: "a rule for bank lines", input: async () => ({ id: await bankRule() }) },
  proposeClosing: { on: "the oldest open month of the books", input: async () => bookedMonth() },
  dropClosing: { on: "a month that somebody proposed to close", input: async () => proposedMonth() },
  closeMonth: { on: "a month that somebody proposed to close", input: async () => proposedMonth() },
  keepEntry: {
    on: "the books",
    input: () => ({
      entryId: newId("manualEntry"),
      day: "2026-11-21",
      memo: "A test",
      reason: "A test",
      lines: ENTRY_LINES,
      takeBackOn: "",
      file: null,
    }),
  },
  decideEntry: {
    on: "a journal entry by hand that waits",
    input: async () => ({ entryId: await manualEntry("waiting"), approve: true, reason: "" }),
  },
  withdrawEntry: {
    on: "Ada's journal entry by hand that waits",
    input: async () => ({ entryId: await manualEntry("waiting", personOf("ada").uid) }),
  },
  reverseEntry: {
    on: "a journal entry by hand",
    input: async () => ({ entryId: await manualEntry("booked"), day: "2026-11-21", reason: "A test" }),
  },
  takeDifference: { on: "a difference in the books", input: async () => ({ key: await moneyDifference() }) },
  resolveDifference: {
    on: "a difference in the books",
    input: async () => ({ key: await moneyDifference(), note: "A test", account: "" }),
  },
  findFault: {
    on: "a lost dispute over Amara's payment",
    input: async () => ({ disputeId: await disputed("lost"), reason: "The second half wasn't edited." }),
  },
  addOrderNote: order("in_progress", { body: "A test" }),
  resendOrderEmail: {
    on: "an email to Amara about her order",
    input: () => orderEmail(),
  },
  saveCompany: {
    on: "the company's details",
    input: () => ({
      legalName: "A GmbH",
      address: "Street 1",
      town: "Berlin",
      country: "DE",
      registration: "HRB 1",
      version: 0,
    }),
  },
  startPolicyDraft: { on: "the policy", input: () => ({}) },
  savePolicyDraft: onPolicyDraft("draft", { revision: 1, typed: { "pricing.pdfBp": "12" } }),
  updatePolicyDraft: onPolicyDraft("draft"),
  discardPolicyDraft: onPolicyDraft("draft"),
  proposePolicyDraft: onPolicyDraft("draft", { revision: 1, reason: "A test", effectiveAt: "" }),
  takeBackPolicyDraft: onPolicyDraft("proposed"),
  approvePolicyDraft: onPolicyDraft("proposed", { revision: 1 }, "usr_ben"),
  declinePolicyDraft: onPolicyDraft("proposed", { revision: 1, note: "A test" }, "usr_ben"),
  cancelPolicyVersion: {
    on: "a scheduled policy version",
    input: async () => ({ version: await policyVersion(), note: "A test" }),
  },
  saveTemplate: {
    on: "an email's words",
    input: () => ({
      email: "order.delivered:client",
      language: "en",
      revision: 0,
      subject: "Done",
      body: "{greeting}\n\n{text}\n\n{button}",
      button: "",
      footer: "",
    }),
  },
  saveBrand: {
    on: "the logo of emails",
    input: () => ({ revision: 0, logoHeight: 0, language: "", languageName: "", unsubscribe: "" }),
  },
  proposeTemplate: onTemplate("draft", { revision: 1, reason: "A test" }),
  takeBackTemplate: onTemplate("proposed"),
  discardTemplate: onTemplate("draft"),
  approveTemplate: onTemplate("proposed", { revision: 1 }, "usr_ben"),
  declineTemplate: onTemplate("proposed", { revision: 1, note: "A test" }, "usr_ben"),
  startLegalDraft: { on: "the terms", input: () => ({ document: "terms" }) },
  saveLegalDraft: onLegalDraft("draft", { revision: 1, body: "## Cookies\n\nNone.", summary: "None.", announce: "" }),
  updateLegalDraft: onLegalDraft("draft"),
  discardLegalDraft: onLegalDraft("draft"),
  proposeLegalDraft: onLegalDraft("draft", { revision: 1, reason: "A test", effectiveOn: "" }),
  takeBackLegalDraft: onLegalDraft("proposed"),
  approveLegalDraft: onLegalDraft("proposed", { revision: 1 }, "usr_ben"),
  declineLegalDraft: onLegalDraft("proposed", { revision: 1, note: "A test" }, "usr_ben"),
  cancelLegalVersion: {
    on: "a scheduled legal text",
    input: async () => ({ document: "cookie-policy", version: await legalVersion(), note: "A test" }),
  },
  startPolicyProfile: {
    on: "a policy profile",
    input: async () => {
      await profileDraft("draft", "usr_ada");
      return { profileId: "generic-usual" };
    },
  },
  addPolicyProfile: {
    on: "a university",
    input: async () => {
      await database().deleteFrom("policy_profile_versions").execute();
      return { institution: "University of Bergen" };
    },
  },
  savePolicyProfile: onProfileDraft("draft", { revision: 1, content: SOME_PROFILE }),
  confirmProfileRead: {
    on: "Ada's policy profile draft",
    input: async () => ({ draftId: await unreadProfile(), revision: 1, readOn: "2026-11-20", whole: "yes" }),
  },
  updatePolicyProfile: onProfileDraft("draft"),
  discardPolicyProfile: onProfileDraft("draft"),
  proposePolicyProfile: onProfileDraft("draft", { revision: 1, reason: "A test" }),
  takeBackPolicyProfile: onProfileDraft("proposed"),
  approvePolicyProfile: onProfileDraft("proposed", { revision: 1 }, "usr_ben"),
  declinePolicyProfile: onProfileDraft("proposed", { revision: 1, note: "A test" }, "usr_ben"),
  retryJob: { on: "a failed job", input: () => ({ job: "none" }) },
  retryJobs: { on: "failed jobs", input: () => ({ kind: "mail" }) },
  discardJob: { on: "a failed job", input: () => ({ job: "none", reason: "A test" }) },
  confirmSetupStep: { on: "the prices", input: () => ({ step: "prices" }) },
  sendTestEmail: forOwnAccount(),
  confirmTestEmail: { on: "a link that nobody was sent", input: () => ({ code: "none" }) },
  inviteEditors: { on: "an address", input: () => ({ emails: "new@example.org" }) },
  openShop: { on: "the shop", input: () => ({}) },
  closeShop: { on: "the shop", input: () => ({ reason: "A test" }) },
  askEmailChange: forOwnAccount((actor) => ({ email: `new-${uidOf(actor).replace("_", "-")}@example.org` })),
  confirmEmailChange: { on: "a link that nobody was sent", input: () => ({ token: "none" }) },
  changeRoles: {
    on: "Mei",
    input: () => ({ uid: "usr_mei", claims: { admin: false, editor: false, support: true }, reason: "A test" }),
  },
  disableAccount: { on: "Mei's account", input: () => ({ uid: "usr_mei", reason: "A test" }) },
  enableAccount: { on: "Mei's account", input: () => ({ uid: "usr_mei", reason: "A test" }) },
  endSession: { on: "a session of Amara's", input: async () => ({ sessionId: await session("usr_amara") }) },
  endOtherSessions: {
    on: "one's sessions but one of Amara's",
    input: async () => ({ keepId: await session("usr_amara") }),
  },
  listEditor: {
    on: "Amara's list of editors",
    input: () => ({ userId: "usr_amara", editorId: "usr_jonas", kind: "off" }),
  },
  chooseForm: order("in_progress", { fileId: "fil_none", key: "dataset", form: "" }),
  writeEntry: order("in_progress", { part: "words", form: "dataset" }),
  keepFindings: order("in_progress", { fileId: "fil_none", ids: ["0".repeat(64)] }),
  createEndpoint: {
    on: "Amara's webhooks",
    input: () => ({
      ownerKind: "person",
      ownerId: "usr_amara",
      url: "https://hooks.uni-bonn.de/",
      events: ["order.paid"],
    }),
  },
  addAlertChannel: {
    on: "the actor's own alerts",
    input: () => ({ format: "email", alerts: ["alert.dispute"], quietFrom: null, quietTo: null }),
  },
  changeAlertChannel: {
    on: "Amara's alerts, which she has no more",
    input: async () => {
      const id = newId("webhook");
      await world.db
        .insertInto("webhook_endpoints")
        .values({
          id,
          ownerKind: "person",
          ownerId: "usr_amara",
          url: `https://hooks.uni-bonn.de/${id}`,
          format: "slack",
          description: "",
          events: JSON.stringify(["alert.dispute"]),
          secret: Buffer.alloc(0),
          status: "active",
          createdAt: NOON,
        })
        .execute();
      return { endpointId: id, alerts: ["alert.dispute"], quietFrom: null, quietTo: null };
    },
  },
  changeEndpoint: onWebhook({ description: "Tried" }),
  rotateSecret: onWebhook(),
  pauseEndpoint: onWebhook(),
  resumeEndpoint: onWebhook(),
  testEndpoint: onWebhook(),
  removeEndpoint: onWebhook(),
  replayDelivery: {
    on: "an event sent to a webhook of Amara's",
    input: async () => {
      const { endpointId } = (await onWebhook().input(NOBODY)) as { endpointId: string };
      const [eventId, deliveryId] = [newId("webhookEvent"), newId("webhookDelivery")];
      await world.db
        .insertInto("webhook_events")
        .values({
          id: eventId,
          ownerKind: "person",
          ownerId: "usr_amara",
          type: "webhook.test",
          factId: null,
          payload: json({}),
          createdAt: NOON,
        })
        .execute();
      await world.db
        .insertInto("webhook_deliveries")
        .values({ id: deliveryId, endpointId, eventId, status: "failed", log: json([]), createdAt: NOON })
        .execute();
      return { deliveryId };
    },
  },
  makeFeed: { on: "the calendar of all due orders", input: () => ({ kind: "staff" }) },
  removeFeed: { on: "the calendar of an editor's work", input: () => ({ kind: "editor" }) },
  importFile: {
    on: "clients of another system",
    input: () => ({ kind: "clients", csv: "id,email,name\n1,new@client.test,New Client", mapping: null }),
  },
  createKey: {
    on: "Amara's API keys",
    input: () => ({ holder: { kind: "person", id: "usr_amara" }, name: "Tried", scopes: ["prices:read"], days: "30" }),
  },
  revokeKey: {
    on: "an API key of Amara's",
    input: async () => {
      const id = newId("apiKey");
      await world.db
        .insertInto("api_keys")
        .values({
          id,
          ownerKind: "person",
          ownerId: "usr_amara",
          name: "Tried",
          scopes: json(["prices:read"]),
          hash: id,
          prefix: "stet_abcd",
          lastFour: "wxyz",
          createdAt: NOON,
        })
        .execute();
      return { keyId: id };
    },
  },
  saveEntry: {
    on: "Amara's style sheet",
    input: () => ({ ownerId: "usr_amara", part: "words", form: "dataset" }),
  },
  removeEntry: { on: "Amara's style sheet", input: () => ({ ownerId: "usr_amara", entryId: "sty_none" }) },
  settleConflict: {
    on: "a contradiction on Amara's style sheet",
    input: async () => {
      const id = newId("style");
      await world.db
        .insertInto("style_entries")
        .values({
          id,
          ownerId: "usr_amara",
          state: "conflict",
          part: "words",
          key: id,
          form: "dataset",
          others: json([]),
          note: "",
          role: "editor",
          at: NOON,
        })
        .execute();
      return { ownerId: "usr_amara", entryId: id, take: "sheet" };
    },
  },
  importSheet: { on: "Amara's style sheet", input: () => ({ ownerId: "usr_amara", text: "Use\r\nemail\r\n" }) },
  createOrganization: { on: "a new organization", input: () => ({ ...LAB_DETAILS, clientKey: newId("organization") }) },
  saveOrganization: onLab(() => ({ ...LAB_DETAILS, revision: 1 })),
  closeOrganization: onLab(),
  changeCurrency: onLab(() => ({ currency: "USD" })),
  inviteMember: onLab(() => ({ email: "somebody@lab.test", role: "member" })),
  revokeInvitation: onLab(() => ({ invitationId: "oin_none" })),
  acceptInvitation: {
    on: "an invitation to Amara's organization for Mei-Ling",
    input: async () => {
      const id = newId("organizationInvitation");
      await world.db
        .insertInto("organization_invitations")
        .values({
          id,
          organizationId: await lab(),
          email: personOf("mei").email,
          role: "member",
          invitedAt: NOON,
          expiresAt: after(NOON, DAY),
        })
        .execute();
      return { invitationId: id };
    },
  },
  addDomain: onLab(() => ({ domain: "voltabasin.example" })),
  keepProof: { on: "a domain of Amara's organization", input: () => labDomain("open") },
  askForDomain: { on: "a domain of Amara's organization", input: () => labDomain("open") },
  decideDomain: {
    on: "a domain of Amara's organization that waits for approval",
    input: async () => ({ ...(await labDomain("asked")), approve: true }),
  },
  removeDomain: { on: "a domain of Amara's organization", input: () => labDomain("open") },
  saveSignIn: {
    on: "the single sign-on of Amara's organization",
    input: async () => ({
      ...(await labSignIn()),
      revision: 1,
      settings: { protocol: "oidc", issuer: "https://login.example.edu", clientId: "stet", clientSecret: "secret" },
    }),
  },
  keepTest: {
    on: "a test of her organization's single sign-on, which Amara did",
    input: async () => {
      const { organizationId } = await labSignIn();
      const id = newId("organization");
      await world.db
        .insertInto("sign_in_attempts")
        .values({
          id,
          organizationId,
          purpose: "test",
          revision: 1,
          uid: "usr_amara",
          browserHash: "",
          startedAt: new Date(),
        })
        .execute();
      await keepAnswer(id, { end: "canceled" });
      return { organizationId, attemptId: id };
    },
  },
  turnSignIn: {
    on: "the single sign-on of Amara's organization",
    input: async () => ({ ...(await labSignIn()), to: "off" as const }),
  },
  removeSignIn: { on: "the single sign-on of Amara's organization", input: labSignIn },
  saveJoining: onLab(() => ({ joins: true, month: "50", order: "" })),
  joinByDomain: onLab(),
  changeMember: onLab(() => ({ uid: "usr_priya", role: "member" })),
  removeMember: onLab(() => ({ uid: "usr_priya" })),
  startTopUp: onLab(() => ({ amount: "500" })),
  takeDeposit: onLab(() => ({ amount: "500" })),
  returnFunds: onLab(() => ({ amount: "1" })),
  cancelTopUp: onLab(() => ({ topUpId: "tup_none" })),
  saveCostCenters: onLab(() => ({ rule: "optional", label: "Grant", centers: "G-1" })),
  askForTerms: onLab(() => ({ limit: "500", netDays: 30 })),
  keepPurchaseOrder: onLab(() => ({
    poNumber: "4500123",
    limit: "500",
    lastDay: "",
    file: PDF_FILE("purchase-orders"),
  })),
  keepExemption: onLab(() => ({
    place: "US-NY",
    certificate: "EX-1",
    lastDay: "2027-06-30",
    file: PDF_FILE("tax-exemptions"),
  })),
  decideExemption: {
    on: "a tax certificate of Amara's organization that waits",
    input: async () => ({ ...(await exemption("asked")), approve: true }),
  },
  endExemption: { on: "a tax certificate of Amara's organization that counts", input: () => exemption("active") },
  giveTerms: onLab(() => ({ limit: "500", netDays: 30, lastDay: "" })),
  decideCredit: {
    on: "terms that Amara's organization asked for",
    input: async () => ({
      creditLineId: await creditLine("asked"),
      approve: true,
      limit: "500",
      netDays: 30,
      lastDay: "",
      revision: 1,
    }),
  },
  preferEditor: onLab(() => ({ email: personOf("jonas").email })),
  stopPreferring: onLab(() => ({ editorId: "usr_jonas" })),
  disputeLine: onLab(() => ({ paymentId: "pay_none", reason: "Nobody ordered it." })),
  answerDispute: {
    on: "a line that Amara's organization disputes",
    input: async () => ({ lineDisputeId: await lineDispute(), answer: "It was ordered by Kwame." }),
  },
  takeBackDispute: {
    on: "a line that Amara's organization disputes",
    input: async () => ({ lineDisputeId: await lineDispute() }),
  },
  proposeWriteOff: onLab(() => ({ amount: "50", reason: "It was dissolved." })),
  decideWriteOff: {
    on: "a write-off that an admin proposed for Amara's organization",
    input: async () => ({ writeOffId: await writeOff(), approve: true }),
  },
  takeBackWriteOff: {
    on: "a write-off of Amara's organization",
    input: async () => ({ writeOffId: await writeOff() }),
  },
  proposeContract: onLab(() => ({ percents: { ...NO_PERCENTS, copyediting: "10" }, startsAt: null, endsAt: null })),
  decideContract: {
    on: "prices that an admin proposed to Amara's organization",
    input: async () => ({ contractId: await contract("proposed"), approve: true }),
  },
  endContract: {
    on: "agreed prices of Amara's organization",
    input: async () => ({ contractId: await contract("active") }),
  },
  endCredit: { on: "terms of Amara's organization", input: async () => ({ creditLineId: await creditLine("active") }) },
  choosePayer: {
    on: "Amara's draft, with her organization",
    input: async () => ({ ...(await inState("draft")()), organizationId: await lab(), titleHidden: false }),
  },
  askToSpend: {
    on: "Amara's order for her organization",
    input: async () => ({ orderId: (await orderIn("quoted", { set: { organizationId: await lab() } })).id }),
  },
  decideSpending: {
    on: `a request of Amara's, ${LAB_PEOPLE}`,
    input: async () => {
      const id = newId("spendingRequest");
      const { id: orderId } = await orderIn("quoted", { set: { organizationId: await lab() } });
      await world.db
        .insertInto("spending_requests")
        .values({
          id,
          organizationId: LAB_ID,
          orderId,
          uid: "usr_amara",
          amountMinor: 1_000,
          currency: "USD",
          note: "",
          createdAt: NOON,
        })
        .execute();
      return { requestId: id, approve: true };
    },
  },
  deleteSheet: { on: "Amara's style sheet", input: () => ({ ownerId: "usr_amara" }) },
  disconnectAccount: {
    on: "an account that Amara connected",
    input: async () => ({ id: await connectedAccount("usr_amara") }),
  },
  renamePasskey: { on: "a passkey of Amara's", input: async () => ({ id: await passkey("usr_amara"), name: "Desk" }) },
  removePasskey: { on: "a passkey of Amara's", input: async () => ({ id: await passkey("usr_amara") }) },
  saveBilling: {
    on: "Amara's billing details",
    input: () => ({
      uid: "usr_amara",
      name: "A. Osei",
      organization: "",
      address: "",
      country: "GH",
      state: "",
      vatId: "",
    }),
  },
  proposeRegistration: {
    on: "the tax registrations",
    input: async () => {
      await database().deleteFrom("tax_registrations").execute();
      return { scheme: "domestic", place: "DE", number: "DE123456788", validFrom: "2027-01-01" };
    },
  },
  decideRegistration: {
    on: "a tax registration that Ben proposed",
    input: async () => ({ id: await taxRegistration("proposed"), approve: true }),
  },
  proposeRegistrationEnd: {
    on: "a tax registration",
    input: async () => ({ id: await taxRegistration("approved"), endDay: "2027-12-31" }),
  },
  decideRegistrationEnd: {
    on: "the end of a tax registration that Ben proposed",
    input: async () => ({ id: await taxRegistration("approved", "2027-12-31"), endDay: "2027-12-31", approve: true }),
  },
  setFrequency: {
    on: "a tax registration",
    input: async () => {
      await taxRegistration("approved");
      return { authority: "US-AK", frequency: "monthly" };
    },
  },
  fileReturn: {
    on: "a tax return of a period that's over",
    input: async () => {
      await database().deleteFrom("tax_returns").execute();
      // It has ended, so no order of the other attempts is taxed.
      await taxRegistration("approved", null, {
        validFrom: "2026-01-01",
        validUntil: "2026-06-30",
        frequency: "yearly",
      });
      return { authority: "US-AK", from: "2026-01-01", dueMinor: 0, reference: "AK 1" };
    },
  },
  payReturn: {
    on: "a filed tax return",
    input: async () => ({ id: await filedReturn(), paidOn: "2026-07-10" }),
  },
  unpayReturn: {
    on: "a paid tax return",
    input: async () => {
      const id = await filedReturn();
      const paid = { paidOn: "2026-07-10", paidAt: NOON };
      await database().updateTable("tax_returns").set(paid).where("id", "=", id).execute();
      return { id, paidOn: "2026-07-10", reason: "A mistake" };
    },
  },
  withdrawReturn: {
    on: "a filed tax return",
    input: async () => ({ id: await filedReturn(), reason: "A mistake" }),
  },
  saveProfile: {
    on: "Amara's profile",
    input: () => ({
      uid: "usr_amara",
      displayName: "A. Osei",
      timeZone: "",
      name: "",
      address: "",
      country: "",
      vatId: "",
    }),
  },
  beginSecondFactor: forOwnAccount(),
  confirmSecondFactor: forOwnAccount(() => ({ code: "000000" })),
  showSetup: forOwnAccount(),
  renewBackupCodes: forOwnAccount(),
  removeSecondFactor: forOwnAccount(),
  changeDaysAway: {
    on: "Jonas's days away",
    input: () => ({ editorId: "usr_jonas", what: "add", from: "2026-12-24", to: "2026-12-26" }),
  },
  saveEditorProfile: {
    on: "Jonas's profile",
    input: () => ({
      editorId: "usr_jonas",
      headline: "Editor",
      degree: "",
      bio: "",
      publications: "",
      timeZone: "Europe/Berlin",
      fields: [],
      languages: [],
    }),
  },
  saveSnippet: { on: "Jonas's snippets", input: () => ({ editorId: "usr_jonas", name: "serial", body: "One." }) },
  removeSnippet: { on: "Jonas's snippets", input: () => ({ editorId: "usr_jonas", name: "none" }) },
  saveMatching: {
    on: "Jonas's matching settings",
    input: () => ({
      editorId: "usr_jonas",
      fields: [],
      variants: [],
      services: [],
      weeklyWords: "10000",
      parallelOrders: "2",
      workdays: [1, 2, 3],
      timeZone: "Europe/Berlin",
    }),
  },
  savePublicPage: {
    on: "Jonas's public page",
    input: () => ({ editorId: "usr_jonas", shown: false, mayShow: false, sampleBefore: "", sampleAfter: "" }),
  },
  savePhoto: { on: "Jonas's photo", input: () => ({ editorId: "usr_jonas", bytes: null }) },
  signConfidentiality: {
    on: "Jonas's signature",
    input: () => ({ editorId: "usr_jonas", version: CONFIDENTIALITY_VERSION, agreed: "yes" }),
  },
  saveKycDetails: {
    on: "Jonas's legal details",
    input: () => ({ uid: "usr_jonas", details: KYC_DETAILS, seen: 1 }),
  },
  confirmKycDetails: {
    on: "Jonas's legal details",
    input: async () => {
      await writeDetails("usr_jonas");
      return { uid: "usr_jonas", version: 2 };
    },
  },
  openKycDetails: {
    on: "Jonas's legal details",
    input: async () => {
      await writeDetails("usr_jonas");
      return { uid: "usr_jonas" };
    },
  },
  signAgreement: {
    on: "Jonas's agreement",
    input: () => ({ uid: "usr_jonas", name: "Jonas Weber", version: "2026-11-21", agreed: "yes" }),
  },
  submitKycDocument: {
    on: "a document of Jonas's",
    input: () => ({ uid: "usr_jonas", kind: "degree_certificate", files: [storedKycFile()] }),
  },
  startKycReview: {
    on: "Jonas's identity document",
    input: async () => ({ documentId: (await kycDocument("id_document")).documentId }),
  },
  decideKycDocument: {
    on: "Jonas's tax form",
    input: async () => ({
      documentId: (await kycDocument("tax_form")).documentId,
      decision: "rejected",
      note: "Not signed.",
    }),
  },
  openKycFile: {
    on: "a file of Jonas's identity document",
    input: async () => ({ fileId: (await kycDocument("id_document")).fileId }),
  },
  saveApplication: forOwnAccount(() => ({ answers: {} })),
  startSample: forOwnAccount(),
  finishSample: forOwnAccount(),
  keepApplicationFiles: forOwnAccount(() => ({ files: [] })),
  removeApplicationFile: {
    on: "a file of Mei's application",
    input: async () => ({ fileId: await applicationFile() }),
  },
  openApplicationFile: {
    on: "a file of Mei's application",
    input: async () => ({ fileId: await applicationFile() }),
  },
  submitApplication: forOwnAccount(() => ({ agreement: null })),
  decideApplication: {
    on: "Mei's application",
    input: async () => {
      await application("submitted");
      return { uid: "usr_mei", decision: "declined", note: "Not now." };
    },
  },
  acceptInvite: onInvite,
  declineInvite: onInvite,
  undoDecline: onInvite,
  showSample: onInvite,
  takeFromPool: {
    on: "an order in the open pool",
    input: async () => ({
      orderId: (await orderIn("paid", { set: { flags: json({ openPool: NOON.toISOString() }) } })).id,
    }),
  },
  assignEditor: order("paid", { editorId: "usr_jonas", reason: "A test" }),
  takeLaterDate: order("paid"),
  askQuery: order("in_progress", { body: "Is this term yours?" }),
  answerQuery: { on: "a query to Amara", input: async () => ({ ...(await query()), body: "Yes." }) },
  withdrawQuery: { on: "a query of Jonas's", input: () => query() },
  postMessage: order("in_progress", { body: "Good morning." }),
  markThreadRead: order("in_progress"),
  settleOrderThread: order("in_progress"),
  assignOrderThread: {
    on: "the thread of an order of Amara's",
    input: async () => ({ orderId: (await query()).orderId, assigneeId: "usr_sam" }),
  },
  removeAttachment: {
    on: "a file of Amara's that was not sent",
    input: async () => ({ id: await looseFile("usr_amara") }),
  },
  markRead: { on: "a notice to Amara", input: async () => ({ id: await notice("usr_amara") }) },
  markAllRead: forOwnAccount(),
  savePushSubscription: {
    on: "a session of Amara's",
    input: async () => ({
      sessionId: await session("usr_amara"),
      endpoint: `https://fcm.googleapis.com/fcm/send/${newId("pushSubscription")}`,
      p256dh: Buffer.alloc(65, 4).toString("base64url"),
      auth: Buffer.alloc(16, 4).toString("base64url"),
    }),
  },
  removePushSubscription: forOwnAccount(() => ({ sessionId: "none" })),
  testPush: { on: "a session of Amara's", input: async () => ({ sessionId: await session("usr_amara") }) },
  saveAnnouncement: {
    on: "a new announcement",
    input: () => ({
      id: newId("announcement"),
      version: 0,
      audience: "global",
      severity: 2,
      title: "A test",
      body: "A test",
      link: "",
      startsAt: null,
      expiresAt: null,
      as: "draft",
    }),
  },
  publishAnnouncement: onAnnouncement("draft"),
  withdrawAnnouncement: onAnnouncement("published"),
  archiveAnnouncement: {
    on: "an announcement of Ben's, ended",
    input: async () => ({ id: await announcement("expired"), archived: true }),
  },
  removeAnnouncement: onAnnouncement("draft"),
  unsubscribe: {
    on: "an email link that we did not make",
    input: () => ({ token: "dXNyX2FtYXJh.orders.none", what: "end" }),
  },
  savePreferences: forOwnAccount(() => ({ channels: { orders: "bell" }, digest: "daily" })),
  startDraft: forOwnAccount(),
  startReEdit: { on: "Amara's order, delivered", input: async () => ({ orderId: (await deliveredOrder()).orderId }) },
  startResponse: {
    on: "Amara's order, delivered",
    input: async () => ({ orderId: (await deliveredOrder({ set: { deliveredAt: NOON } })).orderId }),
  },
  saveDecisions: {
    on: "an edited copy, delivered to Amara",
    input: async () => ({ fileId: (await deliveredCopy()).fileId, seen: 0, lines: [] }),
  },
  saveDraft: order("draft", { patch: { title: "Soil" } }),
  attachFile: order("draft", {
    fileId: "fil_none",
    purpose: "reference",
    name: "a.docx",
    contentType: "x",
    bytes: 1,
    sha256: "0".repeat(64),
  }),
  removeVersion: {
    on: "a new version of a delivered manuscript of Amara's",
    input: async () => {
      const { id: orderId, sourceId: sourceFileId } = await orderIn("delivered");
      const bytes = COPIES.source();
      return {
        fileId: await storeFile(orderId, {
          purpose: "version",
          name: "v2.docx",
          bytes,
          by: personOf("amara").uid,
          sourceFileId,
        }),
      };
    },
  },
  removeFile: { on: "the source of Amara's draft", input: async () => ({ fileId: (await orderIn("draft")).sourceId }) },
  claimDraft: {
    on: "a visitor's draft",
    input: async () => {
      await orderIn("draft", { set: { userId: null, guestKeyHash: KEY_HASH } });
      return { guestKeyHash: KEY_HASH };
    },
  },
  takeDraftHandoff: {
    on: "a handoff link that we did not issue",
    input: async () => ({
      order: (await orderIn("draft", { set: { userId: null, guestKeyHash: KEY_HASH } })).id,
      until: "1",
      to: "/",
      proof: "x",
      formerKeyHash: null,
    }),
  },
  discardDraft: order("draft"),
  joinWaitingList: {
    on: "Amara's order, draft",
    input: async () => {
      const { id: orderId, sourceId } = await orderIn("draft");
      await database().updateTable("files").set({ removedAt: NOON }).where("id", "=", sourceId).execute();
      return { orderId, subfield: "surgery", variant: "UK", email: "a@example.org" };
    },
  },
  leaveWaitingList: order("draft"),
  endWaiting: { on: "a waiting list's link that we did not write", input: () => ({ token: "YW1hcmE.none" }) },
  quoteOrder: order("draft"),
  reopenOrder: order("quoted"),
  assignOrder: order("paid", { editorId: "usr_jonas", how: "admin" }),
  startOrder: order("assigned"),
  recordProgress: order("in_progress", { words: 100 }),
  writeLetter: order("in_progress", { letter: "Dear author," }),
  keepTime: order("in_progress", { act: "start" }),
  resolveFindings: order("in_progress", { sourceFileId: "fil_none", kind: "number" }),
  handBackOrder: order("in_progress", { reason: "A test" }),
  releaseOrder: order("in_progress", { reason: "A test" }),
  proposeDate: order("in_progress", { newDate: "2026-12-05T12:00", reason: "A test" }),
  agreeToDate: onProposal,
  requestQuote: {
    on: "Amara's order, draft",
    input: async () => ({ orderId: await withoutFile("draft"), quoteRequirements: "A test of this" }),
  },
  withdrawRequest: onQuote("waiting", null),
  sendOffer: onQuote("waiting", null, TERMS),
  askEditor: onQuote("waiting", null, TERMS),
  stopAsking: onAsk("asking"),
  sendAgreedOffer: onAsk("agreed"),
  agreeToOffer: onAsk("asking"),
  declineOffer: onAsk("asking"),
  takeBackOffer: onSentOffer({ reason: "A test of this" }),
  acceptOffer: onSentOffer(),
  counterOffer: onSentOffer({ note: "A test of this" }),
  refuseOffer: onSentOffer(),
  declineRequest: onQuote("waiting", null, { reason: "A test of this" }),
  declineDate: onProposal,
  withdrawDate: onProposal,
  chargeExtra: order("in_progress", { what: "A test", amountMinor: 100, reason: "A test", editorWorks: true }),
  shareQuote: order("quoted", { showTitle: false }),
  emailSharedQuote: onSharedQuote(({ id }) => ({ sharedQuoteId: id, shareEmail: "office@uni.example" })),
  revokeSharedQuote: onSharedQuote(({ id }) => ({ sharedQuoteId: id })),
  openSharedQuote: onSharedQuote((quote) => ({ token: payToken(quote) }), "the link to Amara's shared quote"),
  askForQuoteAgain: onSharedQuote(
    (quote) => ({ token: payToken(quote) }),
    "the link to Amara's shared quote, which expired",
    after(NOON, -DAY),
  ),
  takePayerAttempt: onSharedQuote(
    (quote) => ({ token: payToken(quote), name: "K. Vogel", country: "DE", email: "office@uni.example" }),
    "the link to Amara's shared quote",
  ),
  declineCharge: onCharge,
  withdrawCharge: onCharge,
  proposeChange: order("in_progress", {
    service: "substantive",
    newDueAt: "",
    addOns: {},
    reason: "A test",
  }),
  agreeToChange: onChange,
  declineChange: onChange,
  withdrawChange: onChange,
  decideWords: onDifference,
  declineWords: onDifference,
  withdrawWords: onDifference,
  sayWhereEditEnds: {
    on: "Amara's order, edited up to the paid words",
    input: async () => {
      const { id: orderId } = await orderIn("in_progress");
      await database()
        .insertInto("word_differences")
        .values({
          id: newId("wordDifference"),
          orderId,
          reportedBy: "usr_jonas",
          side: "editor",
          status: "unpaid",
          paidWords: 5_000,
          reportedWords: 5_400,
          foundWords: 5_400,
          reason: "A test",
          createdAt: NOON,
        })
        .execute();
      return { orderId, lastEdited: "weekly cores" };
    },
  },
  holdOrder: order("in_progress", { reason: "A test" }),
  unholdOrder: order("on_hold"),
  changeHold: {
    on: "Amara's order, on a hold that Sam is responsible for",
    input: async () => {
      const { id: orderId } = await orderIn("on_hold");
      const at = new Date();
      await database()
        .insertInto("order_holds")
        .values({
          id: newId("hold"),
          orderId,
          ownerId: "usr_sam",
          reason: "A test",
          createdAt: at,
          untilAt: after(at, 48 * HOUR),
        })
        .execute();
      return {
        orderId,
        ownerId: "usr_ada",
        until: after(at, 96 * HOUR)
          .toISOString()
          .slice(0, 16),
      };
    },
  },
  passQa: ordinary(order("qa_review", { scores: SCORES })),
  failQa: ordinary(order("qa_review", { scores: SCORES, note: "The second page is untouched." })),
  acceptOrder: order("delivered"),
  rateOrder: order("accepted", { overall: 5 }),
  revokeCertificate: {
    on: "a certificate of Amara's delivered order",
    input: async () => ({ certificateId: await certificate() }),
  },
  answerDocumentQuery: {
    on: "a question in a comment of Amara's delivered copy",
    input: async () => ({ ...(await documentQuery("delivered")), version: 0, state: "skipped" }),
  },
  markDocumentQuery: {
    on: "a comment of Jonas's copy for Amara",
    input: async () => ({ ...(await documentQuery("in_progress")), asks: "no" }),
  },
  requestRevision: order("delivered", { note: "Please shorten the abstract." }),
  requestExport: { on: "themselves", input: () => ({}) },
  closeAccount: { on: "themselves", input: () => ({}) },
  requestErasure: { on: "themselves", input: () => ({}) },
  withdrawErasure: { on: "themselves", input: () => ({}) },
  approveErasure: { on: "Amara's request", input: async () => ({ requestId: await erasure() }) },
  declineErasure: {
    on: "Amara's request",
    input: async () => ({ requestId: await erasure(), note: "A claim is pending." }),
  },
  chooseKeepDays: order("accepted", { days: 365 }),
  askDeletion: order("accepted"),
  startRevision: order("revision_requested"),
  cancelOrder: order("paid", { expectedRefundMinor: 0 }),
  withdrawFromContract: order("paid", { expectedRefundMinor: 0 }),
  correctInvoice: {
    on: "the invoice of Amara's order",
    input: async () => ({ invoiceId: await clientInvoice(), name: "University of Ghana", country: "GH" }),
  },
  retryRefund: { on: "a refund to Amara that failed", input: async () => ({ refundId: await refund() }) },
  askBankChange: { on: "Jonas's bank details", input: () => ({ uid: "usr_jonas", scheme: "iban" }) },
  cancelBankChange: { on: "Jonas's bank details", input: () => ({ uid: "usr_jonas" }) },
  confirmBankChange: { on: "Jonas's bank details", input: () => ({ uid: "usr_jonas", token: "none" }) },
  askSmallPayout: { on: "Jonas's earnings", input: () => ({ uid: "usr_jonas" }) },
  prepareRun: { on: "the next payout run", input: () => ({}) },
  approveRun: onRun("prepared"),
  sendRun: onRun("approved"),
  settleRun: onRun("sent"),
  chooseRunFile: {
    on: "a payout run that Ben prepared",
    input: async () => ({ runId: await run("prepared"), scheme: "wise" }),
  },
  cancelRun: onRun("prepared"),
  markPaid: { on: "a payout to Jonas that the bank has", input: async () => ({ payoutId: await sentPayout() }) },
  markReturned: {
    on: "a payout to Jonas that the bank has",
    input: async () => ({ payoutId: await sentPayout(), how: "returned", code: "AM04" }),
  },
  importBankReport: { on: "a file of the bank's", input: () => ({ fileName: "empty.xml", bytes: new Uint8Array() }) },
  importRates: { on: "a file of reference rates", input: () => ({ fileName: "empty.csv", bytes: new Uint8Array() }) },
  reviewInvoice: { on: "Jonas's self-billed invoice", input: async () => ({ invoiceId: await invoice() }) },
  createCoupon: {
    on: "a new coupon",
    input: () => ({
      code: `T${Math.random().toString(36).slice(2, 9)}`,
      label: "A test",
      percent: 10,
      fixedMinor: null,
      capMinor: null,
      minimumMinor: null,
      startsAt: null,
      endsAt: null,
      services: null,
      turnarounds: null,
      totalLimit: null,
      personLimit: null,
    }),
  },
  editCoupon: {
    on: "a coupon",
    input: async () => ({
      couponId: await coupon(),
      version: 1,
      code: `T${Math.random().toString(36).slice(2, 9)}`,
      label: "Another",
      percent: 20,
      fixedMinor: null,
      capMinor: null,
      minimumMinor: null,
      startsAt: null,
      endsAt: null,
      services: null,
      turnarounds: null,
      totalLimit: null,
      personLimit: null,
    }),
  },
  archiveCoupon: { on: "a coupon", input: async () => ({ couponId: await coupon(), archived: true }) },
  switchCoupon: { on: "a coupon", input: async () => ({ couponId: await coupon(), active: false }) },
  createSale: {
    on: "a new sale",
    input: () => ({
      label: "A test",
      percent: 10,
      services: null,
      startsAt: after(NOON, 300 * DAY),
      endsAt: after(NOON, 301 * DAY),
      clientKey: crypto.randomUUID(),
    }),
  },
  createPartner: {
    on: "a new partner",
    input: () => ({
      ...PARTNER,
      code: `p-${crypto.randomUUID().slice(0, 8)}`,
      startsAt: null,
      clientKey: crypto.randomUUID(),
    }),
  },
  changePartner: {
    on: "a partner",
    input: async () => ({ ...PARTNER, name: "B", partnerId: (await partner()).partnerId }),
  },
  endPartner: { on: "a partner", input: async () => ({ partnerId: (await partner()).partnerId }) },
  proposePartnerDiscount: {
    on: "a partner",
    input: async () => ({ partnerId: (await partner()).partnerId, percent: 10 }),
  },
  decidePartnerDiscount: {
    on: "a discount that an admin proposed for a partner",
    input: async () => ({ discountId: (await partner("proposed")).discountId, approve: true }),
  },
  endPartnerDiscount: {
    on: "a partner's discount",
    input: async () => ({ discountId: (await partner("active")).discountId }),
  },
  endSale: { on: "a sale", input: async () => ({ saleId: await sale() }) },
  takeOwnDeposit: { on: "one's own balance", input: () => ({ amount: "50", currency: "USD" }) },
  takeGift: {
    on: "a balance for somebody else",
    input: () => ({ amount: "50", currency: "USD", giftEmail: "friend@elsewhere.test", message: "" }),
  },
  returnOwnFunds: { on: "one's own balance", input: () => ({ amount: "1", currency: "USD" }) },
  acceptGift: { on: "nothing", input: () => ({ giftId: "gft_none" }) },
  cancelGift: { on: "nothing", input: () => ({ giftId: "gft_none" }) },
  makeReferralLink: { on: "one's own account", input: () => ({}) },
  joinByReferral: { on: "Amara's link", input: async () => ({ code: await referralLink() }) },
  giveCredit: {
    on: "the account of somebody else",
    input: () => ({
      uid: "usr_mei",
      amountMinor: 100,
      currency: "USD",
      reason: "A late reply.",
      clientKey: newId("courtesyCredit"),
    }),
  },
  giveDiscount: {
    on: "the account of somebody without one",
    input: async () => {
      await world.db.deleteFrom("account_discounts").execute();
      return { uid: "usr_mei", percent: 10, reason: "A test", startsAt: null, endsAt: null };
    },
  },
  endDiscount: { on: "Mei's discount", input: async () => ({ discountId: await accountDiscount() }) },
  writeChat: {
    on: "a chat of one's own",
    input: () => ({ keyHash: KEY_HASH, clientKey: "c".repeat(32), message: "Hello" }),
  },
  markChatSeen: {
    on: "a chat with the visitor's key",
    input: async () => ({ keyHash: KEY_HASH, upTo: await chatLine() }),
  },
  receiveContactMessage: {
    on: "a message of one's own",
    input: () => ({
      key: Math.random().toString(36),
      name: "A",
      email: "a@example.org",
      topic: "ordering",
      message: "Hello",
    }),
  },
  openTicket: forOwnAccount(() => ({ subject: "An invoice", category: "payment", body: "Could you look?" })),
  replyToTicket: onTicket({ body: "Thank you." }),
  answerTicket: onTicket({ body: "It is done." }),
  noteOnTicket: onTicket({ body: "Asked before." }),
  assignTicket: onTicket({ assigneeId: "usr_sam" }),
  changeTicket: onTicket({ priority: "high" }),
  snoozeTicket: onTicket({ until: null }),
  tagTicket: onTicket({ tag: "invoice" }),
  noteHere: { on: "a ticket of Amara's", input: async () => ({ threadId: await ticket() }) },
  resolveTicket: onTicket(),
  reopenTicket: onTicket({}, "resolved"),
  mergeTickets: {
    on: "two tickets of Amara's",
    input: async () => ({ fromId: await ticket(), intoId: await ticket() }),
  },
  rateTicket: onTicket({ rating: 5 }, "resolved"),
  markTicketRead: onTicket(),
  replyByToken: {
    on: "a visitor's ticket, by the link in the letter",
    input: async () => ({ token: replyToken(await ticket("open", { ownerRole: "visitor" })), body: "Thank you." }),
  },
  answerContact: { on: "a contact message", input: async () => ({ id: await contact(), body: "You may." }) },
  saveMacro: {
    on: "a new macro",
    input: () => ({ title: `A macro ${Math.random().toString(36).slice(2)}`, body: "Dear {name}," }),
  },
  archiveMacro: { on: "a macro", input: async () => ({ id: await macro(), archived: true }) },
  removeMacro: { on: "a macro", input: async () => ({ id: await macro() }) },
  saveView: {
    on: "a view of one's own",
    input: () => ({ list: "orders", name: `View ${++views}`, search: "status=paid" }),
  },
  renameView: { on: "a view of Amara's", input: async () => ({ viewId: await view(), name: `View ${++views}` }) },
  removeView: { on: "a view of Amara's", input: async () => ({ viewId: await view() }) },
  chooseView: { on: "a view of Amara's", input: async () => ({ viewId: await view(), on: true }) },
  createPost: { on: "a new article", input: () => ({ id: newId("post") }) },
  savePost: onArticle({ version: 0, content: { title: "New", document: { type: "doc", content: [] } } }),
  publishPost: onArticle({ version: 0 }),
  schedulePost: onArticle({ version: 0, publishAt: after(NOON, HOUR) }),
  unpublishPost: onArticle(),
  removePost: onArticle(),
  restoreVersion: {
    on: "a version of Ben's article",
    input: async () => {
      const versionId = newId("postVersion");
      return { postId: await article({ versionId }), versionId, version: 0 };
    },
  },
  sharePreview: {
    on: "a draft of Ben's article",
    input: async () => ({ postId: await article(), id: newId("preview"), days: 7 }),
  },
  revokePreview: {
    on: "a preview link of Ben's",
    input: async () => {
      const id = newId("preview");
      return { postId: await article({ previewId: id }), id };
    },
  },
  removeRedirect: onArticle({ slug: "a-former-address" }),
  noteEditing: onArticle(),
  addImage: {
    on: "a picture",
    input: () => ({
      id: newId("image"),
      sha256: newId("image").padEnd(64, "0"),
      width: 10,
      height: 10,
      widths: [10],
      bytes: 10,
    }),
  },
  startImpersonation: {
    on: "Mei-Ling, in one's own session",
    input: async (actor) => {
      const id = newId("view");
      if (actor.kind === "person")
        await database()
          .insertInto("auth_session")
          .values({
            id,
            userId: actor.uid,
            token: id,
            expiresAt: after(new Date(), HOUR),
            createdAt: NOON,
            userAgent: null,
          })
          .execute();
      return { uid: "usr_mei", sessionId: id, category: "asked", reason: "T-1" };
    },
  },
  saveAuthor: { on: "a new author", input: () => ({ id: newId("author"), name: "An author", slug: "", bio: "" }) },
  removeAuthor: {
    on: "an author without articles",
    input: async () => {
      const id = newId("author");
      await database()
        .insertInto("blog_authors")
        .values({ id, slug: id.replace("_", "-"), name: "An author", createdAt: NOON })
        .execute();
      return { id };
    },
  },
  renameTag: { on: "a tag", input: () => ({ from: "one", to: "other" }) },
  moveContactMessage: { on: "a contact message", input: async () => ({ id: await contact(), move: "read" }) },
  takeReading: reading("searching", { readerId: "usr_priya", level: "senior", payMinor: 8_000, how: "pool" }),
  handBackReading: reading("taken", { reason: "Illness" }),
  releaseReader: reading("taken", { reason: "Too slow" }),
  skipByStaff: reading("searching", {}, "order"),
  resolveReadFindings: reading("taken", { sourceFileId: "fil_none", kind: "undone" }),
  postReadingMessage: reading("taken", { body: "Why did you keep the passive here?" }),
  markReadingRead: reading("taken", { upTo: "msg_zzz" }),
  writeReadingNote: reading("taken", { note: "Nothing needs changing." }),
  acceptReading: reading("searching", {}, "invite"),
  declineReading: reading("searching", {}, "invite"),
  takeOpenReading: reading("searching"),
  assignReader: reading("searching", { editorId: "usr_priya" }, "order"),
  takeReview: review("waiting"),
  giveBackReview: review("waiting", {}, { takenBy: "usr_priya" }),
  scoreReview: review("waiting", { scores: SCORES, note: "The second page is untouched." }, { takenBy: "usr_priya" }),
  appealReview: review("passed", { reason: "The second page has eleven tracked changes." }),
};

class TakenBack extends Error {}

/** "may": it was done, or only the thing's state or the input prevented it. */
async function outcome(verb: AnyCommand, actor: Actor, input: Record<string, unknown>): Promise<string> {
  let said = "";
  try {
    await database()
      .transaction()
      .execute(async (tx) => {
        try {
          await verb.inside(commandContext(tx, actor, NOON), input);
          said = "may";
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          said = error.kind === "refused" ? "refused" : error.kind === "not-found" ? "not there" : "may";
        }
        throw new TakenBack();
      });
  } catch (error) {
    if (!(error instanceof TakenBack))
      throw new Error(`${actor.kind === "person" ? actor.uid : "visitor"}: ${String(error)}`, { cause: error });
  }
  return said;
}

const features = import.meta.glob<Record<string, unknown>>([
  "./features/*/server/**/*.ts",
  "!./features/*/server/**/*.test.ts",
  "!./features/**/*-worker.ts",
]);

test("every command has its row", () => {
  expect([...exportedCommands().keys()].toSorted()).toEqual(Object.keys(ATTEMPTS).toSorted());
});

test("who may do what, to their own and to somebody else's things", async () => {
  const rows: string[] = [];
  const found = exportedCommands();
  const featureOf = (name: string): string => found.get(name)?.feature ?? "";
  for (const name of Object.keys(ATTEMPTS).toSorted(
    (a, b) => featureOf(a).localeCompare(featureOf(b)) || a.localeCompare(b),
  )) {
    const file = found.get(name)?.file;
    if (!file) continue;
    const relative = `./${path.relative(import.meta.dirname, file)}`;
    const verb = (await features[relative]!())[name] as AnyCommand;
    const cells: string[] = [];
    const { input } = ATTEMPTS[name]!;
    let made: ReturnType<Attempt["input"]> | undefined;
    for (const [, actor] of WHO) {
      // Every attempt is rolled back, so all try the same thing, unless it depends on who tries.
      if (made === undefined || input.length > 0) made = input(actor);
      cells.push(
        await outcome(verb, actor, await made).catch((error: unknown) => {
          throw new Error(`${name}: ${String(error)}`, { cause: error });
        }),
      );
    }
    rows.push(
      `| ${relative.split("/")[2]} | ${name} | ${ATTEMPTS[name]!.on} | ${cells.map((cell) => (cell === "may" ? "**may**" : cell)).join(" | ")} |`,
    );
  }
  const table = [
    "# Who may do what",
    "",
    "Written by `app/permissions.test.ts` from the server's answers, so every change here is a change of permissions and needs a review. Operations without a command (sign-in, uploads, payment by the provider) have tests of their own.",
    "",
    "**may**: allowed, even if the object's state or the input prevents it. refused: told that they don't have permission. not there: told nothing, not even whether the object exists.",
    "",
    `| feature | verb | tried on | ${WHO.map(([who]) => who).join(" | ")} |`,
    `| --- | --- | --- | ${WHO.map(() => "---").join(" | ")} |`,
    ...rows,
    "",
  ].join("\n");
  await expect(table).toMatchFileSnapshot("../docs/permissions.md");
}, 180_000);
