/** The accounts at identity providers that a person can sign in with. */
import { APIError, getOAuthState, getSessionFromCtx } from "better-auth/api";
import type { GenericEndpointContext } from "better-auth";
import { z } from "zod";
import type { System } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import type { ConnectedAccount, FederatedEnd, ProviderButton } from "../../rules/sign-in/federated.ts";
import { organizationOfProvider } from "../../rules/sign-in/organization.ts";
import { organizationsOfSignIn } from "./organization-sign-in.ts";
import { postSecondFactorEmail } from "../second-factor/second-factor-emails.ts";

/** How accounts with a password are stored beside those at providers. */
const PASSWORD = "credential";
const SIGN_IN: System = { kind: "system", what: "session" };

/** The providers' buttons, in order. Empty if none is configured. */
export const providerButtons = (): ProviderButton[] =>
  config().providers.map(({ id, kind, label }) => ({ id, kind, label }));

export const findProvider = (id: string | null) => config().providers.find((it) => it.id === id);

/** A provider's name, an organization's included. */
async function labelOf(id: string, db: Reader = database()): Promise<string> {
  const organizationId = organizationOfProvider(id);
  if (organizationId === null) return findProvider(id)?.label ?? id;
  return `${(await organizationsOfSignIn().nameOf(organizationId, db)) ?? "An organization"} (single sign-on)`;
}

/** A person's connected accounts, the oldest first. */
export async function listConnectedAccounts(uid: string): Promise<ConnectedAccount[]> {
  const rows = await database()
    .selectFrom("auth_account")
    .select(["id", "providerId", "accountId", "createdAt"])
    .where("userId", "=", uid)
    .where("providerId", "!=", PASSWORD)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  return Promise.all(
    rows.map(async ({ id, providerId, accountId, createdAt }) => ({
      id,
      providerId,
      label: await labelOf(providerId),
      orcid: providerId === "orcid" ? accountId : null,
      connectedAt: createdAt,
      // Whether an organization still offers it is seen at its own page.
      offered: findProvider(providerId) !== undefined || organizationOfProvider(providerId) !== null,
    })),
  );
}

/** The ORCID iD that a person has proved to be theirs, or null. */
export async function findOrcid(uid: string, db: Reader = database()): Promise<string | null> {
  const row = await db
    .selectFrom("auth_account")
    .select("accountId")
    .where("userId", "=", uid)
    .where("providerId", "=", "orcid")
    .executeTakeFirst();
  return row?.accountId ?? null;
}

const end = (code: FederatedEnd): APIError => new APIError("FORBIDDEN", { code, message: code });

/**
 * Before the sign-in service connects an account: the session that asked for it must still be this browser's. Somebody
 * who used it earlier and signed out may have left their way to the provider open.
 * @throws APIError
 */
export async function allowConnecting(
  account: { providerId: string },
  ctx: GenericEndpointContext | null | undefined,
): Promise<void> {
  const { link } = (await getOAuthState()) ?? {};
  if (!link) return;
  const session = ctx ? await getSessionFromCtx(ctx) : null;
  if (session?.user.id !== link.userId) throw end("user-token-expired");
  if (await isConnected(link.userId, account.providerId)) throw end("already-connected");
}

/** Whether a person has connected an account of this provider. */
export const isConnected = async (uid: string, providerId: string): Promise<boolean> =>
  (await database()
    .selectFrom("auth_account")
    .select("id")
    .where("userId", "=", uid)
    .where("providerId", "=", providerId)
    .executeTakeFirst()) !== undefined;

/**
 * After the sign-in service has connected an account: tells its owner. Failures are only logged, because it's connected.
 * An account without a profile was just opened with it, so there's nothing to tell.
 */
export async function recordConnected(account: { userId: string; providerId: string }): Promise<void> {
  const { userId: uid, providerId } = account;
  if (providerId === PASSWORD) return;
  try {
    await transact(SIGN_IN, async (ctx) => {
      const owner = await ctx.tx
        .selectFrom("auth_user")
        .select(["email", "name as displayName"])
        .where("id", "=", uid)
        .where((e) => e.exists(e.selectFrom("users").select("users.uid").where("users.uid", "=", uid)))
        .executeTakeFirst();
      if (owner) await record(ctx, uid, providerId, "connected", owner);
    });
  } catch (error) {
    log.error("recording a connected account", error, { uid });
  }
}

async function record(
  ctx: CommandContext,
  uid: string,
  providerId: string,
  what: "connected" | "disconnected",
  owner: { email: string; displayName: string },
): Promise<void> {
  const label = await labelOf(providerId, ctx.tx);
  await ctx.fact("account.provider", {
    subjectId: uid,
    data: { uid, what, provider: label },
    topics: [`user:${uid}`],
  });
  await postSecondFactorEmail(ctx, owner, `account-${what}`, label);
  // An editor's public page may show their ORCID iD.
  if (providerId === "orcid") await forgetPages(ctx.tx);
}

/**
 * Makes sure that somebody can still sign in without one of their ways to do it. Waits for other changes to their ways,
 * so that two at once can't remove the last two.
 * @throws conflict if it's the only one
 */
export async function requireAnotherWay(tx: Tx, uid: string, without: string): Promise<void> {
  await tx.selectFrom("auth_user").select("id").where("id", "=", uid).forUpdate().execute();
  const [accounts, passkeys] = [
    await tx.selectFrom("auth_account").select(["id", "providerId", "password"]).where("userId", "=", uid).execute(),
    await tx.selectFrom("auth_passkey").select("id").where("userId", "=", uid).execute(),
  ];
  const ways = [
    ...accounts.filter((it) => (it.providerId === PASSWORD ? it.password !== null : findProvider(it.providerId))),
    ...passkeys,
  ];
  if (ways.every((it) => it.id === without))
    throw conflict("only_way", "This is your only way to sign in.", "Add a password or a passkey first.");
}

/** Disconnects an account at a provider, as long as one can still sign in. */
export const disconnectAccount = command({
  input: z.object({ id: z.string() }),
  async load({ id }, { tx, actor }) {
    if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in with a verified email address first.");
    const row = await tx
      .selectFrom("auth_account")
      .select(["id", "userId", "providerId"])
      .where("id", "=", id)
      .where("userId", "=", actor.uid)
      .where("providerId", "!=", PASSWORD)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound("connected account");
    return { ...row, owner: { email: actor.email, displayName: actor.displayName } };
  },
  allow: (actor, { userId }) => actor.kind === "person" && actor.uid === userId,
  async run({ thing: { id, userId, providerId, owner }, ...ctx }): Promise<{ label: string }> {
    await requireAnotherWay(ctx.tx, userId, id);
    await ctx.tx.deleteFrom("auth_account").where("id", "=", id).execute();
    await record(ctx, userId, providerId, "disconnected", owner);
    return { label: await labelOf(providerId, ctx.tx) };
  },
});
