import type { z } from "zod";
import { type Actor, impersonatorOf } from "#app/platform/rules/core/actor.ts";
import type { FactData, FactKind } from "#app/platform/rules/core/fact.ts";
import { Problem, invalid, refused } from "#app/platform/rules/core/errors.ts";
import { now } from "./clock.ts";
import { type Tx, database, isRetryable } from "./database.ts";
import { recordFact } from "./facts.ts";
import { traced } from "./tracing.ts";

/** The context of a command. It runs in one transaction opened for it, with a fixed time. */
export type CommandContext = {
  tx: Tx;
  actor: Actor;
  now: Date;
  fact<K extends FactKind>(
    this: void,
    kind: K,
    about: { orderId?: string | null; subjectId?: string | null; data: FactData[K]; topics?: readonly string[] },
  ): Promise<string>;
};

/** A command: who may do what to which thing. `allow` is required, so a command without a policy doesn't compile. */
export type CommandDefinition<Input, Parsed, Thing, Result> = {
  input: z.ZodType<Parsed, Input>;
  /** Reads and locks the thing that's acted on. Throws not-found if there is none. */
  load(input: Parsed, ctx: CommandContext): Promise<Thing>;
  /** The policy for this thing. Returns a string that says why not. */
  allow(actor: Actor, thing: Thing, input: Parsed): boolean | string;
  run(arg: { input: Parsed; thing: Thing } & CommandContext): Promise<Result>;
  /** An admin may do this while viewing the product as somebody else. By default nobody may. */
  byImpersonator?: true;
};

export type Command<Input, Result> = ((actor: Actor, input: Input) => Promise<Result>) & {
  /** The same command inside an open transaction: one command as a step of another. */
  inside(ctx: CommandContext, input: Input): Promise<Result>;
};

const ATTEMPTS = 4;

/** The messages of a failed parse, by field name ("choices.service"). */
function parseInput<Parsed, Input>(schema: z.ZodType<Parsed, Input>, input: unknown): Parsed {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "form"] ??= issue.message;
  throw invalid(
    "input",
    Object.values(fields)[0] ?? "Some fields need your attention.",
    "Correct the marked fields and try again.",
    fields,
  );
}

/** The context of a command in a transaction. */
export const commandContext = (tx: Tx, actor: Actor, at: Date): CommandContext => ({
  tx,
  actor,
  now: at,
  fact: (kind, about) => recordFact(tx, actor, at, kind, about),
});

/** @throws refused for staff viewing the product as somebody else, unless the command allows it and they're an admin */
function allowImpersonator(actor: Actor, may: boolean): void {
  const impersonator = impersonatorOf(actor);
  if (impersonator && (impersonator.readOnly || !may))
    throw new Problem(
      "refused",
      "impersonating",
      "You can't do this while you view the product as somebody else.",
      "Ask them to do it themselves. Nothing was changed.",
    );
}

/** Runs something in one transaction, and restarts it after a deadlock. It must have no effect outside the database. */
export const transact = <R>(
  actor: Actor,
  run: (ctx: CommandContext) => Promise<R>,
  byImpersonator = false,
): Promise<R> => traced("command", "internal", {}, () => attempt(actor, run, byImpersonator));

async function attempt<R>(actor: Actor, run: (ctx: CommandContext) => Promise<R>, byImpersonator: boolean): Promise<R> {
  allowImpersonator(actor, byImpersonator);
  for (let tried = 1; ; tried++) {
    try {
      return await database()
        .transaction()
        .execute((tx) => run(commandContext(tx, actor, now())));
    } catch (error) {
      if (tried >= ATTEMPTS || !isRetryable(error)) throw error;
      await new Promise((r) => setTimeout(r, 10 * tried + Math.random() * 20));
    }
  }
}

/**
 * Defines a command: parse the input, load the thing, check permission, run; all in one transaction.
 * @returns a function that throws a Problem (invalid, refused, not-found, conflict) in words a person understands
 */
export function command<Input, Parsed, Thing, Result>(
  definition: CommandDefinition<Input, Parsed, Thing, Result>,
): Command<Input, Result> {
  const perform = async (ctx: CommandContext, raw: Input): Promise<Result> => {
    const input = parseInput(definition.input, raw);
    const thing = await definition.load(input, ctx);
    const allowed = definition.allow(ctx.actor, thing, input);
    if (allowed !== true) throw refused(typeof allowed === "string" ? allowed : undefined);
    return definition.run({ ...ctx, input, thing });
  };
  const run = (actor: Actor, input: Input) => transact(actor, (ctx) => perform(ctx, input), definition.byImpersonator);
  return Object.assign(run, { inside: perform });
}
