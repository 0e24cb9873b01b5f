/** Somebody whom an organization's provider has proved is signed in, and becomes a member. */
import type { System } from "#app/platform/rules/core/actor.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { cookiesOf } from "#app/features/accounts/server/sign-in/ask-sign-in-service.ts";
import { actorOfCookies, onwardOf } from "#app/features/accounts/server/sign-in/onward.ts";
import { findSsoAccount } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { signInService } from "#app/features/accounts/server/sign-in/sign-in-service.ts";
import { hasSignedIn, needsSecondFactor } from "#app/features/accounts/server/second-factor/second-factor-challenge.ts";
import { carrying } from "#app/features/accounts/rules/came-from.ts";
import { domainOfAddress } from "../../rules/domain.ts";
import { ORGANIZATION_LIMITS } from "../../rules/organization.ts";
import {
  type Proven,
  SSO_FAULT_TOLD_EVERY_MS,
  type SsoEnd,
  addressFault,
  isProvidersFault,
} from "../../rules/single-sign-on.ts";
import { lockOrganization, membersOf } from "../find-organization.ts";
import { addMember } from "../members.ts";
import { type Attempt, finishAttempt } from "./attempts.ts";
import type { SignIn } from "./find-sign-in.ts";
import { noteChange } from "./set-up-sign-in.ts";

const SIGN_IN: System = { kind: "system", what: "session" };

/**
 * Whose account opens, or why none does. Only one whose own verified address is at a domain that the organization has
 * verified: if somebody has changed their address since, or the domain is another organization's now, the provider
 * has no say about the account anymore.
 */
export async function findArrival(it: SignIn, proven: Proven): Promise<{ uid: string | null } | { end: SsoEnd }> {
  const fault = addressFault(proven, it.domains);
  if (fault) return { end: fault };
  const account = await findSsoAccount(it.organizationId, proven);
  if (account?.isStaff) return { end: "staff" };
  if (account && !account.emailVerified) return { end: "not-linked" };
  if (account && !it.domains.includes(domainOfAddress(account.email))) return { end: "other-address" };
  // An address that was given to another person doesn't open the account of the one before.
  if (account?.subject && account.subject !== proven.subject) return { end: "connected-elsewhere" };
  const members = await membersOf(it.organizationId);
  const isMember = account !== null && members.some(({ uid }) => uid === account.uid);
  if (account && !isMember && (await wasRemoved(it.organizationId, account.uid))) return { end: "removed" };
  if (!isMember && members.length >= ORGANIZATION_LIMITS.members) return { end: "full" };
  return { uid: account?.uid ?? null };
}

const wasRemoved = async (organizationId: string, uid: string): Promise<boolean> =>
  (await database()
    .selectFrom("organization_removals")
    .select("uid")
    .where("organizationId", "=", organizationId)
    .where("uid", "=", uid)
    .executeTakeFirst()) !== undefined;

const ENDS: Readonly<Record<string, SsoEnd>> = {
  "user-disabled": "disabled",
  account_not_linked: "not-linked",
};

/** Signs somebody in, or asks for their second factor. @returns where they go, or why they weren't signed in */
export async function arrive(
  request: Request,
  it: SignIn,
  attempt: Attempt,
  proven: Proven,
): Promise<({ to: string } | { end: SsoEnd }) & { headers?: Headers }> {
  const arrival = await findArrival(it, proven);
  if ("end" in arrival) return arrival;
  if (!(await finishAttempt(attempt, arrival.uid))) return { end: "expired" };
  const { organizationId } = it;
  const { subject, email } = proven;
  const name = proven.name.slice(0, 100) || email.slice(0, email.lastIndexOf("@")).slice(0, 100);
  const answer = await signInService().api.signInWithOrganization({
    body: { organizationId, subject, email, name },
    headers: new Headers({ cookie: request.headers.get("cookie") ?? "" }),
    asResponse: true,
  });
  if (!answer.ok) {
    const { code = "" } = (await answer.json().catch(() => ({}))) as { code?: string };
    return { end: ENDS[code] ?? "failed" };
  }
  const headers = cookiesOf(answer);
  const { from } = attempt;
  if (needsSecondFactor(headers)) {
    if (arrival.uid) await join(organizationId, { uid: arrival.uid, email });
    await works(it);
    return { to: carrying("/signin/second-factor", from), headers };
  }
  if (!hasSignedIn(headers)) return { end: "failed" };
  // Makes the profile of a new account.
  const actor = await actorOfCookies(request, headers);
  if (actor.kind === "person") await join(organizationId, { uid: actor.uid, email: actor.email });
  await works(it);
  return { to: await onwardOf(actor, from), headers };
}

/**
 * Makes somebody a member: as they were invited, or else with the limits of people who join by themselves. They're
 * signed in already, so a failure is only logged: they can join later.
 */
async function join(organizationId: string, { uid, email }: { uid: string; email: string }): Promise<void> {
  try {
    await transact(SIGN_IN, async (ctx) => {
      const it = await lockOrganization(ctx.tx, ctx.actor, organizationId);
      const member = await ctx.tx
        .selectFrom("organization_members")
        .select("uid")
        .where("organizationId", "=", organizationId)
        .where("uid", "=", uid)
        .executeTakeFirst();
      if (member || it.isClosed) return;
      const invited = await acceptOpen(ctx, organizationId, email);
      await addMember(ctx, it, {
        uid,
        ...(invited ?? { role: "member", monthMinor: it.joinMonthMinor, orderMinor: it.joinOrderMinor }),
        byDomain: invited === undefined,
      });
    });
  } catch (error) {
    log.error("joining by single sign-on", error, { uid });
  }
}

const acceptOpen = ({ tx, now: at }: CommandContext, organizationId: string, email: string) =>
  tx
    .updateTable("organization_invitations")
    .set({ state: "accepted", endedAt: at })
    .where("organizationId", "=", organizationId)
    .where("email", "=", email)
    .where("state", "=", "open")
    .where("expiresAt", ">", at)
    .returning(["role", "monthMinor", "orderMinor"])
    .executeTakeFirst();

/** Keeps that the provider works again. */
async function works({ organizationId, failedAt }: SignIn): Promise<void> {
  if (failedAt === null) return;
  await database()
    .updateTable("organization_sign_in")
    .set({ failedAt: null, failure: null })
    .where("organizationId", "=", organizationId)
    .execute();
}

/** Keeps that the provider failed, and tells the owners, once a day at most: anybody can make it fail by sending nonsense. */
export async function noteFailure(it: SignIn, end: SsoEnd): Promise<void> {
  if (!isProvidersFault(end)) return;
  const failure = end === "unreachable" ? "unreachable" : "untrusted";
  await transact(SIGN_IN, async (ctx) => {
    const told = await ctx.tx
      .updateTable("organization_sign_in")
      .set({ failedAt: ctx.now, failure })
      .where("organizationId", "=", it.organizationId)
      .where("state", "in", ["on", "required"])
      .where((e) => e.or([e("failedAt", "is", null), e("failedAt", "<", after(now(), -SSO_FAULT_TOLD_EVERY_MS))]))
      .returning("organizationId")
      .executeTakeFirst();
    if (told) await noteChange(ctx, { id: it.organizationId, name: it.name }, "failing", failure);
  });
}
