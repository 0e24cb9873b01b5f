import { z } from "zod";
import { conflict, invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { endSessionsOf, forgetSsoAccounts } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { can, decidesFor } from "../../rules/organization.ts";
import { type SsoChange, addressFault, isOffered } from "../../rules/single-sign-on.ts";
import { lockOrganization, ownersOf } from "../find-organization.ts";
import { answerOf, findAttempt } from "./attempts.ts";
import { requiredMembers } from "./for-accounts.ts";
import { type SignIn, findSignIn, sealClientSecret } from "./find-sign-in.ts";
import { isProviderUrl } from "./oidc.ts";
import { readMetadata } from "./saml.ts";

const OWNERS = "Only an organization's owners can change its single sign-on.";

/** Tells the owners. */
export async function noteChange(
  { tx, fact }: CommandContext,
  it: { id: string; name: string },
  change: SsoChange,
  failure: "unreachable" | "untrusted" | null = null,
): Promise<void> {
  const uids = await ownersOf(it.id, tx);
  await fact("organization.sso_changed", {
    subjectId: it.id,
    data: { organizationId: it.id, name: it.name, change, failure, uids },
    topics: [...uids.map((uid) => `user:${uid}`), "staff"],
  });
}

async function lock(ctx: CommandContext, organizationId: string) {
  const it = await lockOrganization(ctx.tx, ctx.actor, organizationId);
  return { it, signIn: await findSignIn(it.id, ctx.tx) };
}

/** @throws not-found if nothing is set up */
function setUp(signIn: SignIn | null): SignIn {
  if (!signIn) throw notFound("single sign-on");
  return signIn;
}

const text = (most: number, empty: string) => z.string().trim().min(1, empty).max(most, "It's too long.");
const Settings = z.discriminatedUnion("protocol", [
  z.object({
    protocol: z.literal("oidc"),
    issuer: text(500, "Enter the issuer.").transform((it) =>
      it.replace(/\/\.well-known\/openid-configuration$/, "").replace(/\/$/, ""),
    ),
    clientId: text(500, "Enter the client ID."),
    /** Empty: the one that's stored stays. */
    clientSecret: z.string().trim().max(2_000, "It's too long."),
  }),
  z.object({ protocol: z.literal("saml"), metadata: z.string().max(500_000, "It's too long.") }),
]);
type Settings = z.infer<typeof Settings>;

/** @throws invalid by field */
async function rowOf(settings: Settings, organizationId: string, before: SignIn | null) {
  if (settings.protocol === "saml") {
    const { issuer, signInUrl, certificates } = await readMetadata(settings.metadata, isProviderUrl);
    return { issuer, signInUrl, certificates: json(certificates), clientId: null, secret: null };
  }
  const { issuer, clientId, clientSecret } = settings;
  if (!isProviderUrl(issuer)) {
    const message = "Enter the issuer's address. It begins with https://.";
    throw invalid("issuer", message, "Your identity provider shows it.", { issuer: message });
  }
  const isSame = before?.protocol === "oidc" && before.issuer === issuer && before.clientId === clientId;
  const secret = clientSecret === "" ? (isSame ? before.secret : null) : sealClientSecret(clientSecret, organizationId);
  if (!secret) {
    const message = "Enter the client secret.";
    throw invalid("secret", message, "Your identity provider shows it when you create the application.", {
      clientSecret: message,
    });
  }
  return { issuer, clientId, secret, signInUrl: null, certificates: json([]) };
}

/**
 * Saves how an organization's people sign in. Another provider has to be tested again, and accounts at the one before
 * are disconnected: it names people in its own way. A new secret or certificate of the same provider changes neither.
 */
export const saveSignIn = command({
  input: z.object({ organizationId: z.string(), revision: z.coerce.number().int(), settings: Settings }),
  load: ({ organizationId }, ctx) => lock(ctx, organizationId),
  allow: (actor, { it }) => can.own(actor, it) || OWNERS,
  async run({ input: { settings, revision }, thing: { it, signIn: before }, ...ctx }): Promise<{ isSame: boolean }> {
    const { protocol } = settings;
    const row = await rowOf(settings, it.id, before);
    const isSame = before?.protocol === protocol && before.issuer === row.issuer && before.clientId === row.clientId;
    if (before && revision !== before.revision)
      throw conflict(
        "changed",
        "Somebody else changed these settings after you opened this page.",
        "What you typed is still here. Reload the page to see their version.",
      );
    const saved = {
      ...row,
      protocol,
      revision: (before?.revision ?? 0) + 1,
      changedAt: ctx.now,
      failedAt: null,
      failure: null,
    };
    await ctx.tx
      .insertInto("organization_sign_in")
      .values({ organizationId: it.id, ...saved })
      .onConflict((c) =>
        c.column("organizationId").doUpdateSet({ ...saved, ...(isSame ? {} : { state: "draft", testedAt: null }) }),
      )
      .execute();
    if (!isSame) await forgetSsoAccounts(ctx.tx, it.id);
    await noteChange(ctx, it, "saved");
    return { isSame };
  },
});

/** Keeps that an owner's test of the present settings worked. Keeping it twice changes nothing. */
export const keepTest = command({
  input: z.object({ organizationId: z.string(), attemptId: z.string() }),
  load: ({ organizationId }, ctx) => lock(ctx, organizationId),
  allow: (actor, { it }) => can.own(actor, it) || OWNERS,
  async run({ input: { attemptId }, thing: { it, signIn }, ...ctx }): Promise<void> {
    const { revision, state, domains, testedAt } = setUp(signIn);
    const attempt = await findAttempt(it.id, attemptId);
    const answer = attempt?.purpose === "test" && attempt.uid === it.uid ? answerOf(attempt) : null;
    if (!answer || attempt?.revision !== revision)
      throw conflict("test_over", "This test is over, or the settings changed since.", "Test it again.");
    if (!("proven" in answer) || addressFault(answer.proven, domains) !== null) return;
    if (state !== "draft" && testedAt) return;
    await ctx.tx
      .updateTable("organization_sign_in")
      .set({ testedAt: ctx.now, failedAt: null, failure: null, ...(state === "draft" ? { state: "tested" } : {}) })
      .where("organizationId", "=", it.id)
      .execute();
    await noteChange(ctx, it, "tested");
  },
});

/**
 * Turns single sign-on on or off, or requires it. Requiring it signs out the members it's required of, who sign in again
 * at the provider. An admin can turn it off for an organization whose owners can't.
 */
export const turnSignIn = command({
  input: z.object({ organizationId: z.string(), to: z.enum(["off", "on", "required"], "Choose one.") }),
  load: ({ organizationId }, ctx) => lock(ctx, organizationId),
  allow: (actor, { it }, { to }) =>
    can.own(actor, it) ||
    (to === "off" && !it.isClosed && decidesFor(actor, it, "people", "turn off an organization's single sign-on")) ||
    OWNERS,
  async run({ input: { to }, thing: { it, signIn }, ...ctx }): Promise<{ signedOut: number }> {
    const { state, domains } = setUp(signIn);
    if (to === "off" ? !isOffered(state) : state === to) return { signedOut: 0 };
    if (to !== "off" && state === "draft") throw conflict("untested", "Test it first.", "Nothing was changed.");
    if (to !== "off" && domains.length === 0)
      throw conflict("no_domain", "Verify a domain of your email addresses first.", "Nothing was changed.");
    await ctx.tx
      .updateTable("organization_sign_in")
      .set({ state: to === "off" ? "tested" : to })
      .where("organizationId", "=", it.id)
      .execute();
    const signedOut = to === "required" ? await endSessionsOf(ctx.tx, await requiredMembers(ctx.tx, it.id)) : 0;
    await noteChange(ctx, it, to);
    return { signedOut };
  },
});

/** Forgets how an organization's people sign in, and disconnects their accounts at its provider. Their accounts here stay. */
export async function forgetSignIn(ctx: CommandContext, organizationId: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.tx
    .deleteFrom("organization_sign_in")
    .where("organizationId", "=", organizationId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await forgetSsoAccounts(ctx.tx, organizationId);
  return numDeletedRows > 0n;
}

/** Removes single sign-on. Removing it twice changes nothing. */
export const removeSignIn = command({
  input: z.object({ organizationId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.own(actor, it) || OWNERS,
  async run({ thing: it, ...ctx }): Promise<void> {
    if (await forgetSignIn(ctx, it.id)) await noteChange(ctx, it, "removed");
  },
});
