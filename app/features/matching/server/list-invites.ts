import { PAY_CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { ReEdit } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { CountReceipt, DocumentFormat } from "#app/features/documents/rules/readers/receipt.ts";
import { readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { extrasOf } from "#app/features/orders/rules/draft/extras.ts";
import { pacesOf } from "#app/features/orders/server/work/work-times.ts";
import { paceOf } from "#app/features/orders/rules/work/work-left.ts";
import { keptWords } from "#app/features/orders/rules/draft/editor-shares.ts";
import { offerOfOrder } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { policyOfOrder } from "#app/features/orders/server/policy/order-policy.ts";
import { type RuleLine, ruleLines } from "#app/features/policy-profiles/rules/profile.ts";
import { qaOfOrder } from "#app/features/orders/server/read-qa.ts";
import { type Order, findOrder } from "#app/features/orders/server/views/find-order.ts";
import type { EditorForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { editorDueOf, eligibility } from "../rules/eligibility.ts";
import { findEditorForMatching } from "./list-editors-for-matching.ts";
import { matchingDataOf, orderForMatching } from "./order-for-matching.ts";
import { payOfOrder, pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";

export type InviteCard = {
  key: string;
  inviteId: string | null;
  orderId: string;
  number: string;
  service: string;
  turnaround: string;
  field: string;
  documentType: string;
  variant: string;
  styleGuide: string;
  words: number;
  /** Words an earlier editor has done: the pay is for the rest. */
  doneWords: number;
  /** A revision of another editor's delivery. */
  revision: boolean;
  payMinor: number;
  currency: string;
  expiresAt: Date | null;
  editorDueAt: Date;
  /** Of a response to reviewers: how long the reply letter is that is edited too. Null on other orders. */
  letterWords: number | null;
  sections: { title: string; words: number }[];
  /** The files to edit: their formats, and what is in them already. */
  files: { format: DocumentFormat; trackedChanges: number; comments: number }[];
  /** How many files the author added for reference. */
  referenceFiles: number;
  extras: string[];
  /** How long the work takes, in hours: at the editor's own pace, or else at its service's. Null for neither. */
  hours: number | null;
  /** Whether the editor's own pace was measured. */
  ownPace: boolean;
  /** Words of the author's instructions, and the instructions for those who may see a sample. */
  instructionWords: number;
  instructions: string | null;
  /** Only for invited editors who signed the confidentiality agreement, and only if the client allows it. */
  sampleOffered: boolean;
  score: Record<string, unknown>;
  /** What a university's policy lets the editor change, without its name, which tells who the author is. */
  rule: RuleLine[] | null;
};

/** A file's sections with the words to edit; for a re-edit, those in changed and new sentences. */
function sectionsOf(file: { receipt: unknown; reedit: unknown }): { id: string; title: string; words: number }[] {
  const sections = (file.receipt as CountReceipt | null)?.sections ?? [];
  const count = (file.reedit as ReEdit | null)?.count;
  if (!count || count.fallback) return sections;
  const words = new Map(count.sections.map((s) => [s.id, s.words.changed + s.words.new]));
  return sections.map((s) => ({ ...s, words: words.get(s.id) ?? s.words }));
}

/** What an editor may see of an order before accepting: never a title, name or file. */
async function cardOf(
  order: Order,
  about: {
    inviteId: string | null;
    payMinor: number;
    expiresAt: Date | null;
    score: Record<string, unknown>;
    sample: boolean;
    editor: EditorForMatching;
    /** The editor's own, by service. */
    paces: ReadonlyMap<string, number>;
  },
  db: Reader,
): Promise<InviteCard> {
  const files = await db
    .selectFrom("files")
    .select(["id", "role", "receipt", "reedit", "purpose"])
    .where("orderId", "=", order.id)
    .where("purpose", "in", ["source", "reference"])
    .where("removedAt", "is", null)
    .orderBy("position")
    .execute();
  const letter = files.find((f) => f.role === "reply_letter");
  const sources = files.filter((f) => f.purpose === "source");
  const manuscripts = sources.filter((f) => f !== letter);
  const choices = readChoices(order.choices);
  const policy = await policyOfOrder(order, db);
  const instructions = choices.instructions?.trim() ?? "";
  const sampleOffered = about.sample && choices.allowSample !== false;
  const own = about.paces.get(order.service ?? "");
  const pace = own ?? paceOf(order.service, await pricingOfOrder(order, db));
  const out = new Set((choices.excluded ?? []).map((e) => `${e.fileId}:${e.section}`));
  return {
    key: about.inviteId ?? order.id,
    inviteId: about.inviteId,
    orderId: order.id,
    number: order.number,
    service: order.service ?? "",
    turnaround: order.turnaround ?? "",
    field: order.field ?? "",
    documentType: choices.documentType ?? "",
    variant: order.variant ?? "",
    styleGuide: choices.styleGuide ?? "",
    words: order.billableWords,
    doneWords: keptWords(order),
    revision: order.deliveredAt !== null,
    payMinor: about.payMinor,
    currency: PAY_CURRENCY,
    expiresAt: about.expiresAt,
    editorDueAt: editorDueOf(about.editor, matchingDataOf(order, [], await qaOfOrder(order, db))),
    // Section headings can reveal the topic, and a first heading is often the title, so leave it out.
    letterWords: letter ? ((letter.receipt as CountReceipt | null)?.words ?? 0) : null,
    sections: manuscripts.flatMap((f) =>
      sectionsOf(f)
        .filter((s) => s.words > 0 && !out.has(`${f.id}:${s.id}`))
        .map((s, i) => ({ title: i === 0 ? "Front matter" : s.title, words: s.words })),
    ),
    files: sources.flatMap((f) => {
      const receipt = f.receipt as CountReceipt | null;
      return receipt
        ? [{ format: receipt.format, trackedChanges: receipt.trackedChanges, comments: receipt.comments }]
        : [];
    }),
    referenceFiles: files.length - sources.length,
    extras: extrasOf(choices.addOns ?? {}),
    hours: pace === null ? null : (order.billableWords - keptWords(order)) / pace,
    ownPace: own !== undefined,
    instructionWords: instructions === "" ? 0 : instructions.split(/\s+/).length,
    instructions: sampleOffered && instructions !== "" ? instructions : null,
    sampleOffered,
    score: about.score,
    rule: policy && ruleLines(policy.profile.kinds),
  };
}

/**
 * An editor's open invites, soonest to expire first, then matching orders in the open pool.
 * @param known the editor's matching data, if it has been read
 */
export async function listOpenInvites(
  person: Person,
  now: Date,
  known?: EditorForMatching | null,
): Promise<{ invites: InviteCard[]; pool: InviteCard[] }> {
  const db = database();
  const editor = known === undefined ? await findEditorForMatching(person.uid, null, now, db) : known;
  if (!editor) return { invites: [], pool: [] };
  const signed = await db
    .selectFrom("editors")
    .select("confidentialitySignedAt")
    .where("uid", "=", person.uid)
    .executeTakeFirst();
  const paces = await pacesOf(person.uid, db);
  const rows = await db
    .selectFrom("invites")
    .selectAll()
    .where("editorId", "=", person.uid)
    .where("status", "=", "sent")
    .where("expiresAt", ">", now)
    .orderBy("expiresAt")
    .limit(50)
    .execute();
  const invites: InviteCard[] = [];
  for (const i of rows) {
    const order = await findOrder(i.orderId, db);
    if (order?.status === "paid")
      invites.push(
        await cardOf(
          order,
          {
            inviteId: i.id,
            payMinor: i.payMinor,
            expiresAt: i.expiresAt,
            score: i.score,
            sample: Boolean(signed?.confidentialitySignedAt),
            editor,
            paces,
          },
          db,
        ),
      );
  }
  const open = await db
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "paid")
    .orderBy("dueAt")
    .limit(200)
    .execute();
  const blockedBy = new Set(
    (
      await db
        .selectFrom("client_editors")
        .select("userId")
        .where("editorId", "=", person.uid)
        .where("kind", "=", "blocked")
        .execute()
    ).map((b) => b.userId),
  );
  const pool: InviteCard[] = [];
  for (const row of open as Order[]) {
    if (!row.flags.openPool || invites.some((i) => i.orderId === row.id)) continue;
    // Whether words kept for another order can move is only decided when the editor accepts.
    const mine = {
      ...editor,
      openOrders: editor.openOrders.filter((o) => !o.untaken),
      blockedByClient: row.userId !== null && blockedBy.has(row.userId),
    };
    if (eligibility(mine, await orderForMatching(row, db), now).eligible)
      pool.push(
        await cardOf(
          row,
          {
            inviteId: null,
            payMinor: offerOfOrder(row, editor.level, await payOfOrder(row, db)),
            expiresAt: null,
            score: {},
            sample: false,
            editor,
            paces,
          },
          db,
        ),
      );
  }
  return { invites, pool };
}

export type Judgement = {
  number: string;
  orderId: string;
  judgedAt: Date;
  eligible: boolean;
  reasons: string[];
  outcome: string;
};

/** Why an editor was or wasn't invited recently, with the outcome of the latest invite to each order. */
export async function listJudgements(person: Pick<Person, "uid">): Promise<Judgement[]> {
  const rows = await database()
    .selectFrom("match_judgements as j")
    .innerJoin("orders as o", "o.id", "j.orderId")
    .select(["o.number", "j.orderId", "j.judgedAt", "j.eligible", "j.reasons"])
    .select((eb) =>
      eb
        .selectFrom("invites as i")
        .select("i.status")
        .whereRef("i.orderId", "=", "j.orderId")
        .whereRef("i.editorId", "=", "j.editorId")
        .orderBy("i.id", "desc")
        .limit(1)
        .as("outcome"),
    )
    .where("j.editorId", "=", person.uid)
    .orderBy("o.paidAt", (o) => o.desc().nullsLast())
    .orderBy("j.orderId", "desc")
    .limit(20)
    .execute();
  return rows.map((r) => ({ ...r, judgedAt: r.judgedAt, outcome: r.outcome ?? "not invited" }));
}

export type EndedInvite = {
  inviteId: string;
  orderId: string;
  number: string;
  status: "lost" | "withdrawn" | "expired";
  at: Date;
  payMinor: number;
  currency: string;
};

/**
 * Invites that ended in the last 24 hours without the editor's action, newest first, so a missing card is explained.
 */
export async function listEndedInvites(person: Person, now: Date): Promise<EndedInvite[]> {
  const rows = await database()
    .selectFrom("invites as i")
    .innerJoin("orders as o", "o.id", "i.orderId")
    .select((eb) => [
      "i.id",
      "i.orderId",
      "o.number",
      "i.status",
      "i.payMinor",
      "i.currency",
      eb.fn.coalesce("i.respondedAt", "i.expiresAt").as("at"),
    ])
    .where("i.editorId", "=", person.uid)
    .where("i.status", "in", ["lost", "withdrawn", "expired"])
    .where((eb) => eb(eb.fn.coalesce("i.respondedAt", "i.expiresAt"), ">", after(now, -DAY)))
    // An order the editor got anyway isn't a loss.
    .where((eb) => eb.or([eb("o.assignedTo", "is", null), eb("o.assignedTo", "<>", person.uid)]))
    .orderBy("at", "desc")
    .orderBy("i.id", "desc")
    .limit(10)
    .execute();
  return rows.map((r) => ({
    inviteId: r.id,
    orderId: r.orderId,
    number: r.number,
    status: r.status as EndedInvite["status"],
    at: r.at!,
    payMinor: r.payMinor,
    currency: r.currency,
  }));
}
