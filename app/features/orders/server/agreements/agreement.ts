/**
 * What is agreed about an order after it was paid: a proposal, a charge, or a report that's open until somebody settles
 * it, takes it back, or time or the order's own course ends it. A kind is a declaration beside what only it does.
 */
import { z } from "zod";
import { type Actor, SYSTEM, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { type Problem, notFound } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type Noun, isId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { missingAgreement } from "../../rules/change/date-change.ts";
import { can } from "../../rules/can.ts";
import { type Order, lockOrder } from "../views/find-order.ts";

/** How something ends that wasn't agreed. */
export type Ending = "declined" | "withdrawn" | "expired" | "ended";
/** The columns of everything that's agreed. Its status is "open" at first. */
type Row = { id: string; orderId: string; status: string };
type Thing<R> = { order: Order; row: R };

type Kind<R extends Row, Field extends string> = {
  table: "date_proposals" | "order_changes" | "order_charges" | "word_differences";
  id: Noun;
  /** The field of a form with its id. */
  field: Field;
  /** What it is, in words: "charge". */
  noun: string;
  /** The states in which an order can't have another one. */
  active: readonly R["status"][];
  /** Whether it can still apply to its order. */
  fits(order: Order, row: R): boolean;
  /** Why nothing can be done about one that isn't open. */
  over(row: R): Problem;
  /** What follows when one ends. @param note what staff said about it */
  ended(ctx: CommandContext, order: Order, row: R, how: Ending, note: string | null): Promise<unknown>;
};

/** Everything of one kind that's agreed about orders. */
export function agreement<R extends Row, Field extends string>(kind: Kind<R, Field>) {
  // Each of these tables has the columns that are used here.
  const table = kind.table as "date_proposals";

  /** The query of those in this state. */
  const inStatus = (db: Reader, orderId: string, statuses: readonly R["status"][]) =>
    db
      .selectFrom(table)
      .selectAll()
      .where("orderId", "=", orderId)
      .where("status", "in", statuses as ["open"])
      .$castTo<R>();

  /** One, locked. Lock its order first. */
  const lockRow = (tx: Tx, id: string): Promise<R> =>
    tx.selectFrom(table).selectAll().where("id", "=", id).forUpdate().$castTo<R>().executeTakeFirstOrThrow();

  /** One by its id, or null. */
  async function find(id: string, db: Reader = database()): Promise<R | null> {
    if (!isId(kind.id, id)) return null;
    const [row] = await db.selectFrom(table).selectAll().where("id", "=", id).$castTo<R>().execute();
    return row ?? null;
  }

  /** One with its order, both locked, so that everything that's done to either takes turns. @throws not-found */
  async function lock({ tx }: Pick<CommandContext, "tx">, id: string): Promise<Thing<R>> {
    const found = await find(id, tx);
    if (!found) throw notFound(kind.noun);
    const order = await lockOrder(tx, found.orderId);
    return { order, row: await lockRow(tx, id) };
  }

  /** @throws conflict unless it's open */
  function requireOpen(row: R): void {
    if (row.status !== "open") throw kind.over(row);
  }

  /** Gives one another state. @param more other columns of its table */
  async function settle({ tx, now }: CommandContext, id: string, status: R["status"], more: object = {}) {
    const set = { ...more, status, decidedAt: now };
    await tx
      .updateTable(table)
      .set(set as { status: "open" })
      .where("id", "=", id)
      .execute();
  }

  /** Ends one that wasn't agreed. The caller holds its order. */
  async function end(ctx: CommandContext, order: Order, row: R, how: Ending, note: string | null = null) {
    await settle(ctx, row.id, how, note === null ? {} : { note });
    await kind.ended(ctx, order, row, how, note);
  }

  /** What's done to one: which, and who may. */
  const one = {
    input: z.object({ [kind.field]: z.string() }) as unknown as z.ZodType<Record<Field, string>>,
    load: (input: Record<Field, string>, ctx: CommandContext) => lock(ctx, input[kind.field]),
  };

  return {
    inStatus,
    find,
    lock,
    lockRow,
    requireOpen,
    settle,
    end,
    one,

    /** The query of an order's active ones: at most one, because a second is refused. */
    activeOf: (db: Reader, orderId: string) => inStatus(db, orderId, kind.active),

    /** How much those in this state made an order cheaper in total, in minor units. */
    async sumRefunds(orderId: string, status: R["status"], db: Reader): Promise<number> {
      const { sum } = await db
        .selectFrom(table)
        .select((e) => e.fn.sum<number>("refundMinor").as("sum"))
        .where("orderId", "=", orderId)
        .where("status", "=", status as "open")
        .executeTakeFirstOrThrow();
      return Number(sum ?? 0);
    },

    /** The command that ends an open one. Repeating it does nothing. @param allow who may, or a sentence why not */
    ending: (how: Ending, allow: (actor: Actor, thing: Thing<R>) => true | string) =>
      command({
        ...one,
        allow,
        async run({ thing: { order, row }, ...ctx }): Promise<void> {
          if (row.status === how) return;
          requireOpen(row);
          await end(ctx, order, row, how);
        },
      }),

    /** Reaction: ends an open one whose order has moved on, so that it can't apply anymore. */
    endUnfit: (fact: Fact): Promise<void> =>
      transact(SYSTEM, async (ctx) => {
        const order = await lockOrder(ctx.tx, fact.orderId!);
        const [row] = await inStatus(ctx.tx, order.id, ["open"]).execute();
        if (row && !kind.fits(order, row)) await end(ctx, order, row, "ended");
      }),

    /** Clock rule: ends those that weren't settled in time. */
    expire: async (now: Date): Promise<void> => {
      const due = database()
        .selectFrom(table)
        .select("id")
        .where("status", "=", "open")
        .where("expiresAt", "<=", now)
        .orderBy("expiresAt");
      await sweep(`expire a ${kind.noun}`, due, async (ctx, { id }) => {
        const { order, row } = await lock(ctx, id);
        const { expiresAt } = row as R & { expiresAt: Date };
        if (row.status === "open" && expiresAt <= ctx.now) await end(ctx, order, row, "expired");
      });
    },
  };
}

/** The role in which somebody proposes something about an order, or answers. */
export type Side = "client" | "editor" | "staff";
type Answering = Exclude<Side, "staff">;

/** The order's author, its editor, or staff. Null for anyone else. */
export function sideOf(actor: Actor, order: Order): Side | null {
  if (can.decide(actor, order)) return "client";
  if (can.work(actor, order)) return "editor";
  return may(actor, "care") ? "staff" : null;
}

/** The columns of what the author and the editor both have to agree to. What staff propose needs both. */
type ProposalRow = Row & {
  proposedBy: string;
  side: Side;
  clientAgreedAt: Date | null;
  editorAgreedAt: Date | null;
  expiresAt: Date;
};

/** What became of a proposal when somebody agreed: the other side's answer, or the author's payment, is missing. */
type Outcome = "waits" | "to_pay" | "agreed";

type ProposalKind<R extends ProposalRow, Field extends string, Answer> = Kind<R, Field> & {
  /** What is agreed to, in a sentence: "a date". */
  what: string;
  /** Why nobody can answer after its time. */
  expired(): Problem;
  /** Whether its order is still as it was when this was proposed. */
  isCurrent(order: Order, row: R): boolean;
  /** Why nobody can answer once the order is another. */
  movedOn(): Problem;
  /** What else has to be true when somebody agrees. @throws conflict */
  check?(ctx: CommandContext, order: Order, row: R): Promise<void>;
  /** Says that one side agreed. */
  agreedBy(ctx: CommandContext, order: Order, row: R, by: Answering): Promise<unknown>;
  /** Both have agreed. */
  apply(ctx: CommandContext, order: Order, row: R): Promise<Exclude<Outcome, "waits">>;
  /** What a page is told. */
  answer(outcome: Outcome): Answer;
};

/** Proposals that the author and the editor have to agree to. */
export function proposals<R extends ProposalRow, Field extends string, Answer>(kind: ProposalKind<R, Field, Answer>) {
  const all = agreement(kind);
  const { one } = all;

  /** The side of somebody who can answer, or null. */
  function answering(actor: Actor, order: Order): Answering | null {
    const side = sideOf(actor, order);
    return side === "staff" ? null : side;
  }
  /** Whether this person may answer: the author or the editor, while their agreement is missing. */
  function mayAnswer(actor: Actor, order: Order, row: R): boolean {
    const side = answering(actor, order);
    return side !== null && missingAgreement(row).includes(side);
  }
  /** Whether this person may withdraw it. Any staff member may withdraw what staff proposed. */
  const mayWithdraw = (actor: Actor, row: R): boolean =>
    uidOf(actor) === row.proposedBy || (row.side === "staff" && may(actor, "care"));

  /** @throws conflict when it has been answered, withdrawn, or has expired, or its order has moved on */
  function requireAgreeable(ctx: CommandContext, { order, row }: Thing<R>): void {
    all.requireOpen(row);
    if (row.expiresAt <= ctx.now) throw kind.expired();
    if (!kind.fits(order, row) || !kind.isCurrent(order, row)) throw kind.movedOn();
  }

  return {
    ...all,
    mayAnswer,
    mayWithdraw,

    /**
     * The author or the editor agrees. When both have, it applies at once, or once the author has paid for it. Agreeing
     * twice does nothing.
     */
    agree: command({
      ...one,
      allow: (actor, { order }) =>
        answering(actor, order) !== null || `Only the order's author and editor can agree to ${kind.what}.`,
      async run({ thing, ...ctx }): Promise<Answer> {
        const { order, row } = thing;
        const side = answering(ctx.actor, order)!;
        if (!missingAgreement(row).includes(side) && ["open", "to_pay", "agreed"].includes(row.status))
          return kind.answer(row.status === "open" ? "waits" : (row.status as Outcome));
        requireAgreeable(ctx, thing);
        await kind.check?.(ctx, order, row);
        const agreed = await ctx.tx
          .updateTable(kind.table as "date_proposals")
          .set(side === "client" ? { clientAgreedAt: ctx.now } : { editorAgreedAt: ctx.now })
          .where("id", "=", row.id)
          .returningAll()
          .$castTo<R>()
          .executeTakeFirstOrThrow();
        if (missingAgreement(agreed).length === 0) return kind.answer(await kind.apply(ctx, order, agreed));
        await kind.agreedBy(ctx, order, row, side);
        return kind.answer("waits");
      },
    }),

    /** The author or the editor declines: the order stays as it is. */
    decline: command({
      ...one,
      allow: (actor, { order, row }) =>
        (row.status !== "open" && answering(actor, order) !== null) ||
        mayAnswer(actor, order, row) ||
        `Only the order's author and editor can decline ${kind.what}.`,
      async run({ thing, ...ctx }): Promise<void> {
        requireAgreeable(ctx, thing);
        await all.end(ctx, thing.order, thing.row, "declined");
      },
    }),

    /** The one who proposed it takes it back before both sides have agreed. Withdrawing twice does nothing. */
    withdraw: all.ending(
      "withdrawn",
      (actor, { row }) => mayWithdraw(actor, row) || `Only the one who proposed ${kind.what} can withdraw it.`,
    ),
  };
}
