import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { ManualEntriesTable } from "#db/schema.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { CURRENCY, minor } from "#app/platform/rules/core/money.ts";
import { scanType } from "#app/platform/rules/text/scan.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, json } from "#app/platform/server/core/database.ts";
import { reasonText } from "#app/platform/server/core/reason-text.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { type SealedFile, sealedFile, storeSealed } from "#app/platform/server/files/sealed-files.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { limitUploads } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { ACCOUNT_NAMES } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { reversalOf } from "#app/features/payments/server/ledger/reverse-entries.ts";
import { approvalsNow } from "#app/features/pricing/server/read-approvals.ts";
import { accountChoice, accountOf } from "#app/features/payments/rules/ledger/account-choice.ts";
import { requireAuthority } from "#app/features/tax/server/registrations.ts";
import {
  MANUAL_ENTRY_BOUNDS,
  type ManualLine,
  dayFault,
  entrySum,
  linesFault,
  takeBackFault,
} from "../../rules/manual-entry.ts";
import { allowDuty } from "../allow-duty.ts";
import { booksClosedUntil } from "./close-month.ts";

export type ManualEntryRow = Selectable<ManualEntriesTable>;

/** The key of its entry in the journal. */
export const manualKey = ({ id, reversesId }: Pick<ManualEntryRow, "id" | "reversesId">): string =>
  reversesId === null ? `manual:${id}` : reversalOf(`manual:${reversesId}`);

/** The first day that entries can be booked on, or null if no month is closed. */
export const openFrom = async (db: Reader): Promise<string | null> => {
  const until = await booksClosedUntil(db);
  return until && dayOf(until);
};

/** @throws invalid at the field */
async function checkDay(ctx: Pick<CommandContext, "tx" | "now">, day: string): Promise<void> {
  const fault = dayFault(day, { today: dayOf(ctx.now), openFrom: await openFrom(ctx.tx) });
  if (fault) throw invalid("day", fault, undefined, { day: fault });
}

const factOf = ({ id, memo, day, sumMinor, currency }: ManualEntryRow) => ({
  subjectId: id,
  data: { entryId: id, memo, day, sumMinor, currency },
  topics: ["staff"],
});

/** Writes it into the journal on its day. @throws conflict if the month of that day was closed in the meantime */
async function book(ctx: CommandContext, entry: ManualEntryRow): Promise<void> {
  const { id, memo, day, currency, lines } = entry;
  const happenedAt = new Date(`${day}T00:00:00Z`);
  const key = manualKey(entry);
  await postEntry(ctx, {
    key,
    kind: "manual",
    causeType: "manual_entry",
    causeId: id,
    memo,
    currency,
    happenedAt,
    lines: lines.map((line) => ({ ...line, amountMinor: minor(line.amountMinor) })),
  });
  const { bookedAt } = await ctx.tx
    .selectFrom("journal_entries")
    .select("bookedAt")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  // The database would book it in the next month, which isn't what was agreed to. The clock's reversals may be late.
  if (bookedAt.getTime() !== happenedAt.getTime() && ctx.actor.kind === "person")
    throw conflict(
      "month_closed",
      "The month of this entry was closed in the meantime.",
      "Nothing was booked. Make a new entry in an open month.",
    );
}

/** Whether one person may book it. */
const isSmall = async (ctx: CommandContext, { sumMinor }: Pick<ManualEntryRow, "sumMinor">): Promise<boolean> =>
  sumMinor <= (await approvalsNow(ctx)).entries.twoAboveMinor;

type NewEntry = Pick<ManualEntryRow, "id" | "day" | "memo" | "reason" | "lines" | "takeBackOn" | "reversesId"> & {
  file: SealedFile | null;
};

/** Keeps an entry, and books it unless it needs a second person. @returns null if this form was sent before */
async function make(ctx: CommandContext, of: NewEntry): Promise<ManualEntryRow | null> {
  const { lines, file, ...columns } = of;
  const sumMinor = minor(entrySum(lines));
  const me = uidOf(ctx.actor);
  const isBooked = me === null || (await isSmall(ctx, { sumMinor }));
  const entry = await ctx.tx
    .insertInto("manual_entries")
    .values({
      ...columns,
      lines: json(lines),
      sumMinor,
      currency: CURRENCY,
      createdBy: me,
      createdAt: ctx.now,
      ...(file ? { file: json(file) } : {}),
      ...(isBooked ? { state: "booked", decidedBy: me, decidedAt: ctx.now } : { state: "waiting" }),
    })
    .onConflict((on) => on.column("id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!entry) return null;
  if (isBooked) {
    await book(ctx, entry);
    const { data, ...rest } = factOf(entry);
    await ctx.fact("books.entry_booked", { ...rest, data: { ...data, uid: null } });
  } else await ctx.fact("books.entry_proposed", factOf(entry));
  return entry;
}

const Memo = z
  .string()
  .trim()
  .min(3, "Say what it is, for people who read the journal.")
  .max(200, "Use at most 200 characters.");
const Reason = reasonText("Say why it's booked by hand, for people who read the books later.", 5);

/** Books a journal entry by hand, or asks a second person. Called by `sendEntry`, which checks and stores its file. */
export const keepEntry = command({
  input: z.object({
    /** Made with the form, so that a form that's sent twice is one entry. */
    entryId: z.string().refine((id) => isId("manualEntry", id), "Reload the page and try again."),
    day: z.string(),
    memo: Memo,
    reason: Reason,
    lines: z
      .array(
        z.object({
          account: accountChoice(ACCOUNT_NAMES, "Choose an account for each line."),
          amountMinor: z.number().or(z.nan()),
        }),
      )
      .max(MANUAL_ENTRY_BOUNDS.lines),
    takeBackOn: z.string().default(""),
    file: z
      .object({
        id: z.string(),
        contentType: z.string(),
        bytes: z.number().int().positive(),
        sha256: z.string(),
        storageKey: z.string(),
        keyVersion: z.number().int(),
      })
      .nullable(),
  }),
  load: async ({ entryId }, { tx }) =>
    tx.selectFrom("manual_entries").select("id").where("id", "=", entryId).executeTakeFirst(),
  allow: (actor) => may(actor, "money") || only("money", "book journal entries"),
  async run({ input, thing: known, ...ctx }): Promise<{ state: "booked" | "waiting" | "kept" }> {
    const { entryId, day, lines: chosen, takeBackOn, ...of } = input;
    if (known) return { state: "kept" };
    const lines = chosen.map(({ account, amountMinor }): ManualLine => ({ ...accountOf(account), amountMinor }));
    await checkDay(ctx, day);
    const fault = linesFault(lines);
    if (fault) throw invalid("lines", fault, undefined, { lines: fault });
    for (const { account, party } of lines) if (account === "tax_payable") await requireAuthority(party ?? "", ctx.tx);
    const late = takeBackFault(takeBackOn, day);
    if (late) throw invalid("take_back", late, undefined, { takeBackOn: late });
    const entry = await make(ctx, { id: entryId, day, lines, takeBackOn: takeBackOn || null, reversesId: null, ...of });
    if (entry === null) return { state: "kept" };
    return { state: entry.state === "booked" ? "booked" : "waiting" };
  },
});

const UPLOADS_PER_HOUR = 60;

/** Books an entry with its document, if it has one: checked by its content, encrypted. @throws invalid at the field */
export async function sendEntry(
  actor: Actor,
  { bytes, ...input }: Omit<Parameters<typeof keepEntry>[1], "file"> & { bytes: Uint8Array },
): Promise<{ state: "booked" | "waiting" | "kept" }> {
  if (bytes.length === 0) return keepEntry(actor, { ...input, file: null });
  allowDuty(actor, "money", "the books");
  const contentType = scanType(bytes);
  await limitUploads(actor, "documents of entries", UPLOADS_PER_HOUR);
  const { answer, unused } = await storeSealed(
    [{ id: newId("manualEntry"), folder: "journal-entries", contentType, bytes }],
    async ([sealed]) => {
      const kept = await keepEntry(actor, { ...input, file: sealed! });
      return { answer: kept, unused: kept.state === "kept" ? sealed!.storageKey : null };
    },
  );
  if (unused !== null) await storage().remove(unused);
  return answer;
}

const lockEntry = async (tx: Tx, id: string): Promise<ManualEntryRow> => {
  const row = isId("manualEntry", id)
    ? await tx.selectFrom("manual_entries").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw notFound("journal entry");
  return row;
};

const decided = () => conflict("decided", "This entry was decided in the meantime.", "Reload the page to see how.");

const settle = (ctx: CommandContext, id: string, change: Pick<ManualEntryRow, "state"> & { decision?: string }) =>
  ctx.tx
    .updateTable("manual_entries")
    .set({ ...change, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
    .where("id", "=", id)
    .execute();

/** The second person books an entry or declines it, with a reason. @throws conflict if it's decided or its month closed */
export const decideEntry = command({
  input: z.object({ entryId: z.string(), approve: z.boolean(), reason: z.string().trim().max(1_000).default("") }),
  load: ({ entryId }, { tx }) => lockEntry(tx, entryId),
  allow: (actor, entry) => {
    if (!may(actor, "money")) return only("money", "decide about journal entries");
    return entry.createdBy !== uidOf(actor) || "Another person has to decide about your entry.";
  },
  async run({ input: { approve, reason }, thing: entry, ...ctx }): Promise<void> {
    if (entry.state !== "waiting") throw decided();
    const { data, ...rest } = factOf(entry);
    if (!approve) {
      const fault = "Say why. The person who made it reads it.";
      if (reason.length < 5) throw invalid("reason", fault, undefined, { reason: fault });
      await settle(ctx, entry.id, { state: "declined", decision: reason });
      await ctx.fact("books.entry_declined", { ...rest, data: { ...data, uid: entry.createdBy, reason } });
      return;
    }
    await checkDay(ctx, entry.day);
    await settle(ctx, entry.id, { state: "booked" });
    await book(ctx, entry);
    await ctx.fact("books.entry_booked", { ...rest, data: { ...data, uid: entry.createdBy } });
  },
});

/** The person who made an entry takes it back while it waits. */
export const withdrawEntry = command({
  input: z.object({ entryId: z.string() }),
  load: ({ entryId }, { tx }) => lockEntry(tx, entryId),
  allow: (actor, entry) =>
    (may(actor, "money") && entry.createdBy === uidOf(actor)) ||
    "Only the person who made this entry can take it back.",
  async run({ thing: entry, ...ctx }): Promise<void> {
    if (entry.state === "withdrawn") return;
    if (entry.state !== "waiting") throw decided();
    await settle(ctx, entry.id, { state: "withdrawn" });
    await ctx.fact("books.entry_withdrawn", factOf(entry));
  },
});

const opposite = ({ id, lines, memo }: ManualEntryRow) => ({
  lines: lines.map((line) => ({ ...line, amountMinor: 0 - line.amountMinor })),
  memo: `Taken back: ${memo}`.slice(0, 200),
  takeBackOn: null,
  reversesId: id,
  file: null,
});

/** The entry that takes one back, if it waits or is booked. */
export const reversalFor = (id: string, db: Reader): Promise<{ id: string; state: string } | undefined> =>
  db
    .selectFrom("manual_entries")
    .select(["id", "state"])
    .where("reversesId", "=", id)
    .where("state", "in", ["waiting", "booked"])
    .executeTakeFirst();

/** Books the opposite of an entry, once. It needs a second person if the entry did. */
export const reverseEntry = command({
  input: z.object({ entryId: z.string(), day: z.string(), reason: Reason }),
  load: ({ entryId }, { tx }) => lockEntry(tx, entryId),
  allow: (actor) => may(actor, "money") || only("money", "take journal entries back"),
  async run({ input: { day, reason }, thing: entry, ...ctx }): Promise<{ state: "booked" | "waiting" }> {
    if (entry.state !== "booked") throw conflict("not_booked", "This entry isn't in the journal.");
    if (entry.reversesId !== null)
      throw conflict("is_reversal", "This entry takes another one back.", "Make a new entry instead.");
    if (await reversalFor(entry.id, ctx.tx))
      throw conflict("reversed", "This entry is taken back already.", "Reload the page to see the other entry.");
    await checkDay(ctx, day);
    if (day < entry.day) {
      const fault = "Choose the entry's day or one after it.";
      throw invalid("day", fault, undefined, { day: fault });
    }
    const made = await make(ctx, { id: newId("manualEntry"), day, reason, ...opposite(entry) });
    return { state: made!.state === "booked" ? "booked" : "waiting" };
  },
});

/**
 * Clock rule: books the opposite of entries that are taken back today. If that day's month was closed, the database
 * books it at the start of the oldest open one.
 */
export async function takeBackEntries(at: Date): Promise<number> {
  const due = database()
    .selectFrom("manual_entries as e")
    .select("e.id")
    .where("e.state", "=", "booked")
    .where("e.takeBackOn", "<=", dayOf(at))
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("manual_entries as r")
            .select("r.id")
            .whereRef("r.reversesId", "=", "e.id")
            .where("r.state", "in", ["waiting", "booked"]),
        ),
      ),
    )
    .orderBy("e.takeBackOn")
    .orderBy("e.id");
  return sweep("take a journal entry back", due, async (ctx, { id }) => {
    const entry = await lockEntry(ctx.tx, id);
    if (await reversalFor(id, ctx.tx)) return false;
    await make(ctx, { id: newId("manualEntry"), day: entry.takeBackOn!, reason: entry.reason, ...opposite(entry) });
    return true;
  });
}

/** GET /api/journal-entries/:id/document: the document of an entry, for the finance team. */
export async function getEntryDocument(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  allowDuty(actor, "money", "the books");
  const row = isId("manualEntry", params.id)
    ? await database().selectFrom("manual_entries").select("file").where("id", "=", params.id).executeTakeFirst()
    : undefined;
  if (!row?.file) throw notFound("file");
  return sealedFile(request, row.file);
}
