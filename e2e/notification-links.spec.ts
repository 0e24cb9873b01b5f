/** Every notice links to a page that its reader, whatever their roles, may open, and that shows what it's about. */
import { newId } from "#app/platform/rules/core/ids.ts";
import { expect, test } from "@playwright/test";
import pg from "pg";
import type { RoleHolder } from "#app/platform/rules/core/actor.ts";
import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import {
  type NoticeContext,
  type ReaderRoles,
  type StaffFeed,
  noticesOf,
} from "#app/platform/rules/core/fact-words.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { useFacts } from "#app/platform/server/core/facts.ts";
import { factWords } from "#app/fact-words.ts";
import { isStaffFeed } from "#app/features/notifications/rules/feeds.ts";
import { feedRoles, noticeLink } from "#app/features/notifications/rules/notice-link.ts";
import { unreadEmail } from "#app/features/notifications/server/mail-unread.ts";
import { noticeEmail } from "#app/features/notifications/server/notice-email.ts";
import { digestEmail } from "#app/features/notifications/server/send-digests.ts";
import { CAST, type CastName, personOf } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { type Product, startProduct } from "./product.ts";

type Person = RoleHolder & { uid: string; name: CastName };
type OrderRow = { id: string; number: string; title: string };
type TicketRow = { id: string; number: string };
/** An order's two people. Each also has a ticket that they opened in the given role. */
type Pair = { client: CastName; editor: CastName };

/** Roles in this world besides the cast's: a client who now works for us, and people with two roles. */
const ROLES: Partial<Record<CastName, Partial<ReaderRoles>>> = {
  mei: { isEditor: true },
  priya: { isEditor: true, isSupport: true },
  ben: { isEditor: true, isAdmin: true },
};
const PAIRS: Pair[] = [
  { client: "amara", editor: "jonas" },
  { client: "mei", editor: "priya" },
  { client: "sam", editor: "ben" },
  { client: "ada", editor: "jonas" },
];
const STAFF: Record<StaffFeed, CastName[]> = {
  support: ["sam", "priya"],
  admin: ["ada", "ben"],
  finance: ["ada", "farah"],
};

let product: Product;
let database: pg.Pool;
const people = new Map<CastName, Person>();
const browsers = new Map<CastName, Client>();

test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await startProduct({ oneProcess: true });
  database = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  database.on("error", () => {});
  useFacts({ reactions: () => ({}), words: factWords });
  // Email links are built here, with the product's own address.
  useConfig(
    parseConfig({
      NODE_ENV: "test",
      DATABASE_URL: product.databaseUrl,
      PUBLIC_URL: product.url,
      APP_SECRET: "a-secret-for-tests-only-of-32-characters",
      LOG: "silent",
      STRIPE_SECRET_KEY: "sk_test_links",
      STRIPE_WEBHOOK_SECRET: "whsec_links",
      STRIPE_API_BASE: "http://127.0.0.1:1",
      STET_EMBEDDED: "1",
    }),
  );
  for (const name of new Set([...PAIRS.flatMap((p) => [p.client, p.editor]), ...Object.values(STAFF).flat()])) {
    const { isAdmin, isEditor, isSupport, claims: own } = personOf(name);
    const flags = { isAdmin, isEditor, isSupport, ...ROLES[name] };
    const claims = { ...own, admin: flags.isAdmin, editor: flags.isEditor, support: flags.isSupport };
    const roles = { ...flags, claims };
    await database.query(`update auth_user set claims = $2 where id = $1`, [CAST[name].uid, JSON.stringify(claims)]);
    people.set(name, { name, uid: CAST[name].uid, ...roles });
    browsers.set(name, await new Client(product.url).signIn(CAST[name].email));
  }
  await makeLab([...people.values()].map((person) => person.uid));
});
test.afterAll(async () => {
  await database?.end();
  await product?.stop();
});

/** Assigns demo orders and tickets to a pair. */
async function thingsOf(pair: Pair, at: number) {
  const [client, editor] = [people.get(pair.client)!, people.get(pair.editor)!];
  const order = (
    await database.query<OrderRow>(
      `update orders set "userId" = $1, "assignedTo" = $2 where id =
         (select id from orders where status in ('delivered', 'accepted', 'in_progress', 'in_revision', 'closed') order by id offset $3 limit 1)
       returning id, number, title`,
      [client.uid, editor.uid, at],
    )
  ).rows[0]!;
  const tickets: Record<"client" | "editor", TicketRow> = {} as never;
  for (const [i, as] of (["client", "editor"] as const).entries())
    tickets[as] = (
      await database.query<TicketRow>(
        `update tickets set "ownerRole" = $1, "ownerUid" = $2 where id =
           (select id from tickets where "ownerUid" is not null and "mergedIntoId" is null order by id offset $3 limit 1)
         returning id, number`,
        [as, (as === "client" ? client : editor).uid, at * 2 + i],
      )
    ).rows[0]!;
  return { order, tickets, client, editor };
}

/** A decided review of the editor's work on an order. */
async function reviewOf(order: OrderRow, editor: Person): Promise<string> {
  const id = `qar_${order.id.slice(4)}`;
  await database.query(
    `with s as (insert into submissions (id, "orderId", "editorId", round, status, "createdAt") values ($1, $2, $3, 1, 'delivered', now()) returning id)
     insert into qa_reviews (id, "orderId", "submissionId", reason, kind, status, total, "dueAt", "createdAt", "decidedAt")
       select $4, $2, id, 'low_rating', 'rating', 'passed', 84, now(), now(), now() from s`,
    [`sub_${order.id.slice(4)}`, order.id, editor.uid, id],
  );
  return id;
}

const NUMBERS =
  "feeMinor amountMinor refundMinor editorMinor payMinor totalMinor payouts invited untracked total round rating overall answers edits day hours wave pausedMs lateMs paidWords reportedWords recountedWords foundWords differenceMinor editorPayMinor undone windowMs words files bytes".split(
    " ",
  );

/** An organization that everyone here manages. */
const LAB = "org_000000000000000000000000ab";
const PARTNER = "ptn_000000000000000000000000ab";
async function makeLab(uids: readonly string[]): Promise<void> {
  await database.query(
    `insert into organizations (id, name, billing, "invoiceEmail", "clientKey", "createdAt") values ($1, 'A lab', '{}', 'a@lab.test', 'links', now())`,
    [LAB],
  );
  await database.query(
    `insert into organization_members ("organizationId", uid, role, "joinedAt") select $1, unnest($2::text[]), 'owner', now()`,
    [LAB, uids],
  );
  await database.query(
    `insert into partners (id, code, name, kind, "startsAt", "clientKey", "createdAt") values ($1, 'links', 'A journal', 'journal', now(), 'links', now())`,
    [PARTNER],
  );
}

/** Data for any kind of fact. A notice that reads anything else fails below, by name, until it's added here. */
function dataOf(
  subject: Person,
  ticket: TicketRow,
  openedAs: "client" | "editor",
  applicant: string,
  reviewId: string,
) {
  const inADay = after(new Date(), DAY).toISOString();
  const noRoles = { admin: false, editor: false, support: false };
  return {
    uid: subject.uid,
    uids: [subject.uid],
    editorId: subject.uid,
    memberId: subject.uid,
    organizationId: LAB,
    domain: "lab.test",
    certificate: "EX-204417",
    lastDay: "2027-06-30",
    requestId: "spr_1",
    creditLineId: "crd_1",
    writeOffId: "wof_1",
    lineDisputeId: "ldp_1",
    line: "S-10042",
    answer: "An answer.",
    contractId: "cpr_1",
    partnerId: PARTNER,
    percent: 10,
    prices: "Copyediting 12%",
    credit: "Monthly statement, net 30",
    limitMinor: 500_000,
    statementId: "ast_1",
    approved: true,
    host: "hooks.example.org",
    failures: 5,
    expired: true,
    applicant,
    name: "Somebody",
    before: noRoles,
    after: { ...noRoles, support: true },
    reason: "A reason.",
    note: "A note.",
    why: "answered",
    by: "client",
    role: "client",
    authorRole: "support",
    ownerRole: openedAs,
    number: ticket.number,
    intoId: ticket.id,
    intoNumber: ticket.number,
    messageId: "msg_1",
    queryId: "msg_1",
    reviewId,
    appealId: reviewId,
    reviewerId: subject.uid,
    passed: true,
    redo: false,
    appealed: true,
    category: "other",
    priority: "normal",
    channel: "form",
    topic: "other",
    clock: "resolution",
    kind: "id_document",
    what: "id_document",
    documentId: "kyc_1",
    again: true,
    renewed: false,
    days: 30,
    expiresOn: inADay.slice(0, 10),
    usableAt: inADay,
    subfield: "ecology",
    cause: "goodwill",
    needs: "admin",
    proposedBy: subject.uid,
    changed: ["legal name"],
    level: "breach",
    kinds: ["id_document"],
    orders: 2,
    from: "trial",
    to: "standard",
    until: inADay,
    basis: [],
    changes: ["Standard: 55% to 57%"],
    byAdmin: true,
    replaces: "2026-000101",
    text: "I ask you to begin right away.",
    version: "2026-11-21",
    blocking: true,
    currency: "USD",
    code: "AC04",
    reopened: true,
    dueAt: inADay,
    untilAt: inADay,
    refundAt: inADay,
    decideByAt: inADay,
    closesAt: inADay,
    newDueAt: inADay,
    newEditorDueAt: inADay,
    givenAt: inADay,
    publishAt: inADay,
    editorDueAt: inADay,
    laterDueAt: inADay,
    expiresAt: inADay,
    ...Object.fromEntries(NUMBERS.map((name) => [name, 2])),
  };
}

/** Notices about a person instead of an editor's work. They reach clients too. */
const ABOUT_ANYBODY = /^(?:ticket|account)\./;

/** These are for a staff member: who's responsible for a hold, is mentioned in a note, or snoozed a ticket. */
const OF_STAFF = /^(?:order\.(?:held|hold_changed|hold_reminded|unheld)|ticket\.(?:noted|snooze_ended))$/;

type Told = {
  at: string;
  reader: Person;
  link: string | null;
  email: string | null;
  /** What the page must show, by what its URL names. */
  shows: Map<string, string>;
};

/** A second reading of an order by this editor, and a custom quote request for it. */
async function readingAndQuoteOf(order: OrderRow, client: Person, editor: Person) {
  const readingId = `rdg_${order.id.slice(4)}`;
  const quoteId = `quo_${order.id.slice(4)}`;
  await database.query(
    `insert into second_readings (id, "orderId", status, "createdAt", "searchFromAt", "readerId", level, "takenAt")
       values ($1, $2, 'taken', now(), now(), $3, 'senior', now())
       on conflict ("orderId") do update set id = $1, "readerId" = $3, status = 'taken', level = 'senior'`,
    [readingId, order.id, editor.uid],
  );
  await database.query(
    `insert into custom_quotes (id, "orderId", "userId", reason, requirements, "askedAt", "dueAt", "createdAt", "updatedAt")
       values ($1, $2, $3, 'wish', 'A thesis in two parts.', now(), now(), now(), now())`,
    [quoteId, order.id, client.uid],
  );
  const disputeId = `dsp_${order.id.slice(4)}`;
  await database.query(
    `insert into disputes (id, "providerDisputeId", "paymentId", "orderId", kind, status, reason, "amountMinor", currency, "openedAt", "checkedAt")
       select $1, $1, p.id, $2, 'chargeback', 'won', 'fraudulent', 9500, 'USD', now(), now()
       from payments p where p.status = 'succeeded' order by (p."orderId" = $2) desc limit 1`,
    [disputeId, order.id],
  );
  return { readingId, quoteId, offerId: "qof_1", disputeId };
}

/** A policy draft without other links. */
const POLICY_DRAFT = "pol_links";
const draftPolicy = () =>
  database.query(
    `insert into policy_versions (id, status, figures, "basedOn", "draftedBy", "draftedAt") values ($1, 'discarded', '{}', 1, $2, now())`,
    [POLICY_DRAFT, people.get("ada")!.uid],
  );
/** A draft of a legal text, likewise. */
const LEGAL_DRAFT = "lgl_links";
const draftLegalText = () =>
  database.query(
    `insert into legal_versions (id, document, status, body, "basedOn", "draftedBy", "draftedAt") values ($1, 'terms', 'discarded', 'A draft', '2026-11-21', $2, now())`,
    [LEGAL_DRAFT, people.get("ada")!.uid],
  );
/** A draft of a policy profile, likewise. */
const PROFILE_DRAFT = "ppv_links";
const draftProfile = () =>
  database.query(
    `insert into policy_profile_versions (id, "profileId", status, content, "basedOn", "draftedBy", "draftedAt")
      select $1, "profileId", 'discarded', content, 1, $2, now() from policy_profile_versions
        where "profileId" = 'generic-usual' and version = 1`,
    [PROFILE_DRAFT, people.get("ada")!.uid],
  );
/** A journal entry by hand that waits. */
const ENTRY = newId("manualEntry");
const waitingEntry = () =>
  database.query(
    `insert into manual_entries (id, day, memo, reason, currency, lines, "sumMinor", state, "createdBy", "createdAt")
      values ($1, '2026-11-21', 'Hosting', 'A test.', 'USD', '[]', 100, 'waiting', $2, now())`,
    [ENTRY, people.get("ada")!.uid],
  );
const tomorrow = (): string => after(new Date(), DAY).toISOString();

/** Fields whose name means something else in other kinds. */
function particular(kind: FactKind, of: { decision: string; openedAs: string; applicant: string }): object {
  if (kind === "organization.domain_changed" || kind === "organization.exemption_changed")
    return { change: of.decision === "approved" ? "verified" : "asked" };
  if (kind === "organization.sso_changed")
    return of.decision === "approved" ? { change: "on", failure: null } : { change: "failing", failure: "untrusted" };
  if (kind === "api_key.created")
    return of.decision === "approved"
      ? {}
      : { of: "Volta Basin Lab", page: `/organizations/${LAB}/api-keys`, name: "Site", scopes: [] };
  if (kind.startsWith("email_template.")) return { email: "order.delivered:client", language: "en", version: 1 };
  if (kind === "order.paid") return { first: of.decision === "approved" };
  if (kind === "referral.refused") return { why: "card" };
  if (kind === "review.given_back") return { why: "lapsed" };
  if (/^review\.(?:appeal_decided|rescored)$/.test(kind)) return { before: 2 };
  if (kind === "review.decided" && of.decision === "declined")
    return { before: false, passed: false, redo: of.openedAs === "client" };
  if (kind === "application.submitted") return { uid: of.applicant };
  // Staff review the documents of somebody who is an editor in the demo world.
  if (/^kyc\.(?:details_saved|submitted)$/.test(kind)) return { uid: CAST.jonas.uid };
  if (kind === "reading.skipped") return { why: of.decision === "approved" ? "nobody" : "reader_late" };
  if (kind.startsWith("change.")) return { what: ["Substantive editing instead of copyediting"] };
  if (kind === "account.impersonated") return { category: "asked", readOnly: of.decision === "approved" };
  if (kind === "quote.requested") return { reason: "wish" };
  if (kind === "dispute.opened")
    return { kind: of.decision === "approved" ? "chargeback" : "inquiry", reason: "fraudulent" };
  if (kind === "quote.warned") return { level: of.decision === "approved" ? "warning" : "breach" };
  if (kind === "quote.ask_ended") return { why: of.decision === "approved" ? "expired" : "withdrawn" };
  if (kind === "quote.declined") return { by: of.decision === "approved" ? "staff" : "clock" };
  if (kind === "quote.paid") return { assigned: of.decision === "approved" };
  if (kind === "reading.invite_ended") return { how: of.decision === "approved" ? "lost" : "withdrawn" };
  if (kind === "reading.released") return { by: of.decision === "approved" ? "reader" : "staff" };
  if (kind === "words.reported") return { waits: of.decision === "approved" };
  if (kind === "order.resumed") return { why: of.decision === "approved" ? "answered" : "waited" };
  if (kind === "order.unheld") return { why: of.decision === "approved" ? "resumed" : "ended" };
  if (kind === "order.cancelled") return of.decision === "approved" ? {} : { withdrawn: true };
  if (kind === "reading.message") return { asksStaff: of.decision === "approved" };
  if (kind === "reading.ready") return of.decision === "approved" ? {} : { readerId: null };
  if (kind === "order.revision_closed") return { by: of.decision === "approved" ? "client" : "clock" };
  if (kind.startsWith("policy."))
    return { changes: ["PDF annotations: 10% to 12%"], draftId: POLICY_DRAFT, version: 1, effectiveAt: tomorrow() };
  if (kind.startsWith("policy_profile."))
    return { draftId: PROFILE_DRAFT, profileId: "generic-usual", name: "Usual", reviewOn: "2026-12-31" };
  if (kind.startsWith("legal."))
    return {
      draftId: LEGAL_DRAFT,
      document: "terms",
      version: "2026-11-21",
      summary: "A shorter text.",
      effectiveOn: "2026-12-31",
      effectiveAt: tomorrow(),
    };
  if (kind === "file.damaged")
    return { key: "files/fil_x", damage: of.decision === "approved" ? "changed" : "missing" };
  if (kind === "task.ended")
    return { title: "Bank statement imported", body: "3 of 3 lines are new.", to: "/admin/reconciliation" };
  if (kind.startsWith("books."))
    return { entryId: ENTRY, memo: "Hosting", day: "2026-11-21", sumMinor: 12_050, month: "2026-10" };
  if (kind === "tax.threshold_reached")
    return {
      name: "Norway",
      crossed: of.decision === "approved",
      measured: "NOK 51,200.00",
      sales: 64,
      threshold: "NOK 50,000.00",
      period: "Last 12 months",
    };
  if (kind.startsWith("tax."))
    return { what: "Germany, VAT", number: "DE123456788", from: "2026-12-01", endDay: "2026-12-31" };
  if (kind.startsWith("charge.")) return { kind: of.decision === "approved" ? "words" : "scope" };
  return {};
}

async function everythingTold(): Promise<Told[]> {
  const contact = (await database.query<{ id: string }>(`select id from contact_messages order by id limit 1`))
    .rows[0]!;
  const applicant = (
    await database.query<{ uid: string }>(`select uid from editor_applications where status = 'submitted' limit 1`)
  ).rows[0]!.uid;
  await draftPolicy();
  await draftLegalText();
  await draftProfile();
  await waitingEntry();
  const told: Told[] = [];
  for (const [at, pair] of PAIRS.entries()) {
    const { order, tickets, client, editor } = await thingsOf(pair, at);
    const about: NoticeContext["order"] = {
      ...order,
      userId: client.uid,
      assignedTo: editor.uid,
      totalMinor: 9_500,
      currency: "USD",
      dueAt: after(new Date(), DAY),
      editorDueAt: after(new Date(), DAY),
      autoAcceptAt: after(new Date(), DAY),
    };
    const reviewId = await reviewOf(order, editor);
    const made = await readingAndQuoteOf(order, client, editor);
    const shows = new Map([order, ...Object.values(tickets)].map((it) => [it.id, it.number]));
    for (const kind of Object.keys(factWords) as FactKind[])
      for (const [i, notice] of noticesOf(factWords, kind).entries())
        for (const openedAs of ["client", "editor"] as const)
          for (const decision of ["approved", "declined"]) {
            const subject = openedAs === "client" && ABOUT_ANYBODY.test(kind) ? client : editor;
            const ticket = tickets[openedAs];
            const usual = dataOf(subject, ticket, openedAs, applicant, reviewId);
            // Role changes with and without the admin role.
            const after = { ...usual.after, admin: decision === "approved" };
            // A later date is proposed by staff, the client, or the editor.
            const side = decision === "approved" ? "staff" : openedAs;
            const data = { ...usual, after, decision, side };
            const fact = {
              id: "fct_links",
              seq: 1,
              kind,
              at: new Date(),
              // An editor hands an order back, or is removed from it.
              actorId: kind === "order.released" && decision === "approved" ? subject.uid : null,
              actorRole: "client",
              orderId: /^(?:ticket|account|contact|application|payout|payout_run)\./.test(kind) ? null : order.id,
              subjectId: kind.startsWith("contact.") ? contact.id : ticket.id,
              data: { ...data, ...made, ...particular(kind, { decision, openedAs, applicant }) },
            } as unknown as Fact;
            if (notice.only && !notice.only(fact)) continue;
            const readers = isStaffFeed(notice.to)
              ? STAFF[notice.to].map((name) => people.get(name)!)
              : [
                  notice.to === "client"
                    ? client
                    : notice.to === "editor"
                      ? editor
                      : OF_STAFF.test(kind)
                        ? people.get("sam")!
                        : /^(?:policy|policy_profile|legal|task|books|email_template)\./.test(kind)
                          ? people.get("ada")!
                          : subject,
                ];
            for (const reader of readers) {
              const roles = isStaffFeed(notice.to) ? feedRoles(notice.to) : reader;
              const context = { order: about, name: () => "Somebody", timeZone: "UTC", now: new Date(), reader: roles };
              const row = { uid: reader.uid, displayName: "Somebody", timeZone: "UTC" };
              const letter = notice.email === true ? noticeEmail(fact, notice, context, row) : null;
              const words = [notice.title(fact, context), notice.body(fact, context), ...(letter?.paragraphs ?? [])];
              expect(words.join("\n"), `${kind}:${i} reads something that this test does not give it`).not.toMatch(
                /undefined|NaN|Invalid/,
              );
              told.push({
                at: `${kind}:${i} to ${notice.to}`,
                reader,
                link: noticeLink(notice, fact, context),
                email: letter?.button?.url ?? null,
                shows,
              });
            }
          }
    const letters: [string, Person, ReturnType<typeof unreadEmail>][] = (["client", "editor"] as const).map((as) => {
      const reader = as === "client" ? client : editor;
      const to = { ...reader, displayName: "Somebody", timeZone: "UTC" };
      return [
        `unread to ${as}`,
        reader,
        unreadEmail({
          order,
          as,
          reader: to,
          messages: [{ by: "Our support", text: "Thank you.", files: 0 }],
          latestAt: new Date(),
          now: new Date(),
        }),
      ];
    });
    for (const reader of new Set([
      client,
      editor,
      ...Object.values(STAFF)
        .flat()
        .map((it) => people.get(it)!),
    ]))
      letters.push([
        "digest",
        reader,
        digestEmail({
          reader: { ...reader, displayName: "Somebody", timeZone: "UTC" },
          digest: "daily",
          // Editors only see what they edit: this pair's order is theirs, or they're staff.
          lines: [{ title: "x", at: new Date(), link: null, orderId: order.id, orderTitle: order.title }],
          total: 1,
          now: new Date(),
        }),
      ]);
    for (const [kind, reader, letter] of letters)
      for (const url of [letter.button?.url, ...(letter.lines ?? []).map((line) => line.url)])
        if (url) told.push({ at: kind, reader, link: null, email: url, shows });
  }
  return told;
}

test("every notice's link and email opens for each of its readers, and shows what it's about", async () => {
  test.setTimeout(300_000);
  const told = await everythingTold();
  // A notice that nobody got above isn't covered: the test must learn what triggers it.
  const all = Object.keys(factWords).flatMap((kind) =>
    noticesOf(factWords, kind).map((notice, i) => `${kind}:${i} to ${notice.to}`),
  );
  expect(all.filter((at) => !told.some((it) => it.at === at))).toEqual([]);

  const wrong = new Map<string, Set<string>>();
  const opened = new Map<string, string | null>();
  for (const { at, reader, link, email, shows } of told) {
    const targets = [...(email === null && link === null ? [null] : []), link, email].filter(
      (it, i) => it !== null || i === 0,
    );
    for (const target of targets) {
      const says = `${at} as ${reader.name}`;
      if (target === null) {
        if (link === null && email === null) note(says, "leads nowhere");
        continue;
      }
      const address = new URL(target, product.url);
      const path = address.pathname + address.search;
      const key = `${reader.name} ${path}`;
      if (!opened.has(key)) opened.set(key, await problemAt(browsers.get(reader.name)!, path, shows));
      const problem = opened.get(key);
      if (problem) note(says, `${path} ${problem}`);
    }
  }
  function note(says: string, problem: string): void {
    wrong.set(problem, (wrong.get(problem) ?? new Set()).add(says));
  }
  expect([...wrong].map(([problem, who]) => `${problem}: ${[...who].join(", ")}`)).toEqual([]);
  expect(opened.size).toBeGreaterThan(40);
});

/** What's wrong with a page for somebody; null if it opens and shows what its URL names. */
async function problemAt(browser: Client, path: string, shows: ReadonlyMap<string, string>): Promise<string | null> {
  const answer = await browser.get(path);
  const html = await answer.text();
  const to = answer.headers.get("location");
  // A signed-in person is redirected from the sign-in page to their start page.
  if (path === "/signin" && to && !/not-authorized/.test(to)) return problemAt(browser, to, shows);
  // A digest links to an order as editors see it. An editor who ordered it is redirected to their own order's page.
  if (to && /^\/(?:editor|support-desk)\/own\//.test(to)) return problemAt(browser, to, shows);
  // A quote request that became an order redirects to the order.
  if (to && path.startsWith("/order/custom-quote") && to.startsWith("/order/ord_"))
    return problemAt(browser, to, shows);
  if (answer.status !== 200) return `answers ${answer.status}${to ? ` to ${to}` : ""}`;
  const missing = [...shows].find(([id, number]) => path.includes(id) && !html.includes(number));
  return missing ? `does not show ${missing[1]}` : null;
}
