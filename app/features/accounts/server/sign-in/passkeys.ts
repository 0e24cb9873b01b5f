import { getAuthenticatorName } from "@better-auth/passkey";
import { z } from "zod";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { readCleanJson } from "#app/platform/server/requests/read-body.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { cookiesOf } from "./ask-sign-in-service.ts";
import { requireAnotherWay } from "./connected-accounts.ts";
import { providerProblem } from "./provider-problem.ts";
import { postSecondFactorEmail } from "../second-factor/second-factor-emails.ts";
import { signInService } from "./sign-in-service.ts";

const MAX_PASSKEYS = 20;
const Name = z
  .string()
  .transform((it) => it.trim().replace(/\s+/g, " "))
  .pipe(z.string().max(60, "Use at most 60 characters."));

function personOf(actor: Actor): Person {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in with a verified email address first.");
  return actor;
}

/** Headers that pass the request's session to the sign-in service. */
const passedOn = (request: Request): Headers =>
  new Headers({ cookie: request.headers.get("cookie") ?? "", origin: config().origins.app });

/** Starts adding a passkey. @returns the browser's options, and the cookie that ties its answer to them */
export async function beginPasskey(
  request: Request,
  actor: Actor,
): Promise<{ options: Record<string, unknown>; headers: Headers }> {
  const { uid } = personOf(actor);
  const { count } = await database()
    .selectFrom("auth_passkey")
    .select((e) => e.fn.countAll<string>().as("count"))
    .where("userId", "=", uid)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_PASSKEYS)
    throw invalid(
      "too-many-passkeys",
      `You already have ${MAX_PASSKEYS} passkeys, the most an account can have.`,
      "Remove one you no longer use.",
    );
  const answer = await signInService().api.generatePasskeyRegistrationOptions({
    headers: passedOn(request),
    query: {},
    asResponse: true,
  });
  if (!answer.ok) throw await providerProblem(answer);
  return { options: (await answer.json()) as Record<string, unknown>, headers: cookiesOf(answer) };
}

/** Saves the passkey that the browser created. @param name what to call it; if empty, the authenticator's name */
export async function addPasskey(request: Request, actor: Actor, made: string, name: string): Promise<Headers> {
  const person = personOf(actor);
  const called = Name.safeParse(name);
  if (!called.success)
    throw invalid("input", called.error.issues[0]!.message, "Choose a shorter name.", {
      name: called.error.issues[0]!.message,
    });
  const response = readCleanJson(made);
  if (response === null || typeof response !== "object")
    throw invalid("input", "Your browser's response was incomplete.", "Try again.");
  const answer = await signInService().api.verifyPasskeyRegistration({
    headers: passedOn(request),
    body: { response, ...(called.data ? { name: called.data } : {}) },
    asResponse: true,
  });
  if (!answer.ok) throw await providerProblem(answer);
  const { id, aaguid } = (await answer.json()) as { id: string; aaguid?: string };
  await transact(person, async (ctx) => {
    if (!called.data)
      await ctx.tx
        .updateTable("auth_passkey")
        .set({ name: getAuthenticatorName(aaguid) ?? "Passkey" })
        .where("id", "=", id)
        .execute();
    await ctx.fact("account.passkey", {
      subjectId: person.uid,
      data: { uid: person.uid, what: "added" },
      topics: [`user:${person.uid}`],
    });
    await postSecondFactorEmail(ctx, person, "passkey-added");
  });
  return cookiesOf(answer);
}

/** Loads one of the actor's own passkeys. Someone else's counts as not found. */
const load = async ({ id }: { id: string }, ctx: CommandContext): Promise<{ id: string; userId: string }> => {
  const { uid } = personOf(ctx.actor);
  const row = await ctx.tx
    .selectFrom("auth_passkey")
    .select(["id", "userId"])
    .where("id", "=", id)
    .where("userId", "=", uid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("passkey");
  return row;
};
const isTheirs = (actor: Actor, thing: { id: string; userId: string }): boolean =>
  actor.kind === "person" && actor.uid === thing.userId;

export const renamePasskey = command({
  input: z.object({ id: z.string(), name: Name.pipe(z.string().min(1, "Enter a name.")) }),
  load: (input, ctx) => load(input, ctx),
  allow: isTheirs,
  async run({ input, thing, ...ctx }) {
    await ctx.tx.updateTable("auth_passkey").set({ name: input.name }).where("id", "=", thing.id).execute();
    await ctx.fact("account.passkey", {
      subjectId: thing.userId,
      data: { uid: thing.userId, what: "renamed" },
      topics: [`user:${thing.userId}`],
    });
  },
});

export const removePasskey = command({
  input: z.object({ id: z.string() }),
  load,
  allow: isTheirs,
  async run({ thing, ...ctx }) {
    await requireAnotherWay(ctx.tx, thing.userId, thing.id);
    await ctx.tx.deleteFrom("auth_passkey").where("id", "=", thing.id).execute();
    await ctx.fact("account.passkey", {
      subjectId: thing.userId,
      data: { uid: thing.userId, what: "removed" },
      topics: [`user:${thing.userId}`],
    });
    await postSecondFactorEmail(ctx, personOf(ctx.actor), "passkey-removed");
  },
});
