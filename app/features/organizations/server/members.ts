import { z } from "zod";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { after, formatDay } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import {
  AnyRoleField,
  INVITED_FOR_MS,
  LIMIT_FIELDS,
  ORGANIZATION_LIMITS,
  ORGANIZATION_ROLE_WORDS,
  type OrganizationRole,
  RoleField,
  type SpendingLimits,
  can,
  limitsTyped,
} from "../rules/organization.ts";
import { forgetSsoAccounts } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { requireSignIn } from "./single-sign-on/require-sign-in.ts";
import { type OwnOrganization, lockOrganization, managersOf } from "./find-organization.ts";

const isRanked = (role: OrganizationRole): boolean => role === "owner" || role === "manager";

/** Owners alone make owners and managers. */
const mayGive = (actor: Actor, it: OwnOrganization, role: OrganizationRole): true | string =>
  (role === "member" ? can.manage(actor, it) : can.own(actor, it)) ||
  (role === "member"
    ? "Only an organization's owners and managers can invite members."
    : "Only an organization's owners can make somebody an owner or a manager.");

const topicsOf = (...uids: (string | null)[]): string[] => uids.flatMap((uid) => (uid ? [`user:${uid}`] : []));

/** Where an invitation is accepted. */
const joinPath = (invitationId: string): string => `/organizations/join/${invitationId}`;

/** Asks somebody to join an organization. @param it.by who invites them */
export function invitationEmail(it: {
  id: string;
  by: string;
  email: string;
  name: string;
  role: OrganizationRole;
  expiresAt: Date;
}): EmailText {
  const { siteName, origins } = config();
  const role = ORGANIZATION_ROLE_WORDS[it.role].label.toLowerCase();
  return {
    key: "organization.invite",
    values: { organization: it.name, inviter: it.by, until: { at: it.expiresAt.toISOString() } },
    heading: `Join ${it.name}`,
    paragraphs: [
      "Hello,",
      `${it.by} invites you to order editing and proofreading that ${it.name} pays for. You would be ${role === "owner" ? "an owner" : `a ${role}`}.`,
      `Sign in or create an account with this address. The invitation can be accepted until ${formatDay(it.expiresAt, "UTC")}.`,
    ],
    button: { label: "Open invitation", url: `${origins.app}${joinPath(it.id)}` },
    footer: `You're getting this email because ${it.by} entered ${it.email} at ${siteName}. If you don't know them, ignore it.`,
  };
}

/**
 * Invites an address to an organization, or renews the invitation it has. Only the account with that address can accept
 * it.
 */
export const inviteMember = command({
  input: z.object({
    organizationId: z.string(),
    email: z
      .email("Enter an email address.")
      .max(254)
      .transform((email) => email.toLowerCase()),
    role: RoleField,
    ...LIMIT_FIELDS,
  }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it, { role }) => mayGive(actor, it, role),
  async run({ input, thing: it, tx, actor, now, fact }): Promise<{ email: string }> {
    const limits = limitsTyped(input, it.currency);
    const member = await tx
      .selectFrom("organization_members as m")
      .innerJoin("users as u", "u.uid", "m.uid")
      .select("m.uid")
      .where("m.organizationId", "=", it.id)
      .where((e) => e(e.fn("lower", ["u.email"]), "=", input.email))
      .executeTakeFirst();
    if (member) throw conflict("member", `${input.email} is a member already.`, "Nothing was sent.");
    const open = await tx
      .selectFrom("organization_invitations")
      .select(["id", "email"])
      .where("organizationId", "=", it.id)
      .where("state", "=", "open")
      .execute();
    if (open.length >= ORGANIZATION_LIMITS.invitations)
      throw conflict(
        "too_many",
        `An organization can have ${ORGANIZATION_LIMITS.invitations} open invitations.`,
        "Revoke some first.",
      );
    await tx
      .updateTable("organization_invitations")
      .set({ state: "revoked", endedAt: now })
      .where("organizationId", "=", it.id)
      .where("email", "=", input.email)
      .where("state", "=", "open")
      .execute();
    const id = newId("organizationInvitation");
    const expiresAt = after(now, INVITED_FOR_MS);
    await tx
      .insertInto("organization_invitations")
      .values({
        id,
        organizationId: it.id,
        email: input.email,
        role: input.role,
        ...limits,
        invitedBy: it.uid,
        invitedAt: now,
        expiresAt,
      })
      .execute();
    const { siteName } = config();
    const by = actor.kind === "person" ? actor.displayName : siteName;
    await post(tx, {
      key: `organization-invite:${id}`,
      to: input.email,
      subject: `${by} invites you to ${it.name} at ${siteName}`,
      kind: "organization.invite",
      ...(await renderEmail(
        invitationEmail({ id, by, email: input.email, name: it.name, role: input.role, expiresAt }),
      )),
    });
    await fact("organization.invited", {
      subjectId: it.id,
      data: { organizationId: it.id, invitationId: id, role: input.role },
      topics: topicsOf(it.uid),
    });
    return { email: input.email };
  },
});

/** Ends an open invitation. Ending it twice changes nothing. */
export const revokeInvitation = command({
  input: z.object({ organizationId: z.string(), invitationId: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can revoke invitations.",
  async run({ input, thing: it, tx, now, fact }) {
    const ended = await tx
      .updateTable("organization_invitations")
      .set({ state: "revoked", endedAt: now })
      .where("id", "=", input.invitationId)
      .where("organizationId", "=", it.id)
      .where("state", "=", "open")
      .returning("id")
      .executeTakeFirst();
    if (ended)
      await fact("organization.invitation_ended", {
        subjectId: it.id,
        data: { organizationId: it.id, invitationId: ended.id },
        topics: topicsOf(it.uid),
      });
  },
});

/** An invitation as the person with the link sees it. */
export type InvitationOnPage = {
  id: string;
  organizationId: string;
  organization: string;
  email: string;
  role: OrganizationRole;
  expiresAt: Date;
  state: "open" | "accepted" | "revoked" | "expired";
  /** Whether it's for the account that's signed in. */
  isOwn: boolean;
};

/** @throws not-found */
export async function findInvitation(
  actor: Actor,
  id: string | undefined,
  at: Date,
  db: Reader = database(),
): Promise<InvitationOnPage> {
  const row = isId("organizationInvitation", id)
    ? await db
        .selectFrom("organization_invitations as i")
        .innerJoin("organizations as o", "o.id", "i.organizationId")
        .select(["i.id", "i.organizationId", "o.name", "o.closedAt", "i.email", "i.role", "i.expiresAt", "i.state"])
        .where("i.id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound("invitation");
  return {
    id: row.id,
    organizationId: row.organizationId,
    organization: row.name,
    email: row.email,
    role: row.role,
    expiresAt: row.expiresAt,
    state: row.state === "open" && (row.expiresAt <= at || row.closedAt !== null) ? "expired" : row.state,
    isOwn: actor.kind === "person" && actor.emailVerified && actor.email.toLowerCase() === row.email,
  };
}

async function lockInvited(ctx: CommandContext, invitationId: string) {
  const invitation = await findInvitation(ctx.actor, invitationId, ctx.now, ctx.tx);
  const organization = await lockOrganization(ctx.tx, ctx.actor, invitation.organizationId);
  // Read again under the lock.
  return { organization, invitation: await findInvitation(ctx.actor, invitationId, ctx.now, ctx.tx) };
}

/** Joins the organization of an invitation. Accepting it twice changes nothing. */
export const acceptInvitation = command({
  input: z.object({ invitationId: z.string() }),
  load: ({ invitationId }, ctx) => lockInvited(ctx, invitationId),
  allow: (_actor, { invitation }) =>
    invitation.isOwn || `This invitation is for ${invitation.email}. Sign in with that address to accept it.`,
  async run({ thing: { invitation, organization }, actor, tx, now, fact }): Promise<{ organizationId: string }> {
    const uid = uidOf(actor)!;
    const organizationId = organization.id;
    if (invitation.state === "accepted" && organization.role !== null) return { organizationId };
    if (invitation.state !== "open")
      throw conflict(
        "invitation_over",
        invitation.state === "revoked" ? "This invitation was revoked." : "This invitation is over.",
        "Ask the person who invited you for a new one.",
      );
    const invited = await tx
      .updateTable("organization_invitations")
      .set({ state: "accepted", endedAt: now })
      .where("id", "=", invitation.id)
      .returning(["role", "monthMinor", "orderMinor"])
      .executeTakeFirstOrThrow();
    if (organization.role === null)
      await addMember({ actor, tx, now, fact }, organization, { uid, ...invited, byDomain: false });
    return { organizationId };
  },
});

/** Adds somebody to a locked organization, and tells its owners and managers. @throws conflict when it's full */
export async function addMember(
  { tx, now, fact }: CommandContext,
  { id: organizationId, name }: OwnOrganization,
  { byDomain, ...member }: SpendingLimits & { uid: string; role: OrganizationRole; byDomain: boolean },
): Promise<void> {
  await checkRoom(tx, organizationId);
  await requireSignIn(tx, { id: organizationId, name }, member);
  const uids = await managersOf(organizationId, tx);
  await tx
    .insertInto("organization_members")
    .values({ organizationId, ...member, joinedAt: now })
    .execute();
  await tx
    .deleteFrom("organization_removals")
    .where("organizationId", "=", organizationId)
    .where("uid", "=", member.uid)
    .execute();
  await fact("organization.joined", {
    subjectId: organizationId,
    data: { organizationId, name, memberId: member.uid, role: member.role, uids, byDomain },
    topics: topicsOf(member.uid, ...uids),
  });
}

async function checkRoom(tx: Tx, organizationId: string): Promise<void> {
  const { members } = await tx
    .selectFrom("organization_members")
    .select((e) => e.fn.countAll<number>().as("members"))
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (Number(members) >= ORGANIZATION_LIMITS.members)
    throw conflict(
      "full",
      `This organization has ${ORGANIZATION_LIMITS.members} members, which is the most.`,
      "Ask its owner to remove some.",
    );
}

async function roleOf(tx: Tx, organizationId: string, uid: string): Promise<OrganizationRole> {
  const member = await tx
    .selectFrom("organization_members")
    .select("role")
    .where("organizationId", "=", organizationId)
    .where("uid", "=", uid)
    .executeTakeFirst();
  if (!member) throw conflict("not_member", "This person isn't a member anymore.", "Reload the page.");
  return member.role;
}

/** @throws conflict if nobody would be left to own it */
async function keepAnOwner(tx: Tx, organizationId: string, uid: string): Promise<void> {
  const other = await tx
    .selectFrom("organization_members")
    .select("uid")
    .where("organizationId", "=", organizationId)
    .where("role", "=", "owner")
    .where("uid", "<>", uid)
    .executeTakeFirst();
  if (!other)
    throw conflict("last_owner", "An organization needs an owner.", "Make somebody else an owner first, or close it.");
}

/** Sets a member's role and limits. */
export const changeMember = command({
  input: z.object({ organizationId: z.string(), uid: z.string(), role: AnyRoleField, ...LIMIT_FIELDS }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it) => can.manage(actor, it) || "Only an organization's owners and managers can change members.",
  async run({ input, thing: it, tx, actor, fact }): Promise<void> {
    const limits = limitsTyped(input, it.currency);
    const before = await roleOf(tx, it.id, input.uid);
    if ((before === "program") !== (input.role === "program"))
      throw conflict("program", "Programs keep their role.", "Change their limits, or revoke the API keys.");
    // Managers set the limits of members and programs, and nothing about each other or about owners.
    if ((isRanked(before) || isRanked(input.role)) && !can.own(actor, it))
      throw refused("Only an organization's owners can change owners and managers.");
    if (before === "owner" && input.role !== "owner") await keepAnOwner(tx, it.id, input.uid);
    await tx
      .updateTable("organization_members")
      .set({ role: input.role, ...limits })
      .where("organizationId", "=", it.id)
      .where("uid", "=", input.uid)
      .execute();
    await fact("organization.member_changed", {
      subjectId: it.id,
      data: { organizationId: it.id, name: it.name, uid: input.uid, role: input.role },
      topics: topicsOf(input.uid, it.uid),
    });
  },
});

/**
 * Takes somebody out of an organization: themselves, or a member by its managers. Their orders and invoices stay where
 * they are, and orders under way go on as paid.
 */
export const removeMember = command({
  input: z.object({ organizationId: z.string(), uid: z.string() }),
  load: ({ organizationId }, { tx, actor }) => lockOrganization(tx, actor, organizationId),
  allow: (actor, it, { uid }) =>
    (it.role !== null && it.uid === uid) ||
    can.manage(actor, it) ||
    "Only an organization's owners and managers can remove members.",
  async run({ input, thing: it, tx, actor, now, fact }): Promise<void> {
    const before = await roleOf(tx, it.id, input.uid);
    if (before === "program")
      throw conflict("program", "Programs can't be removed.", "Revoke the organization's API keys instead.");
    if (isRanked(before) && it.uid !== input.uid && !can.own(actor, it))
      throw refused("Only an organization's owners can remove owners and managers.");
    if (before === "owner" && !it.isClosed) await keepAnOwner(tx, it.id, input.uid);
    await tx
      .deleteFrom("organization_members")
      .where("organizationId", "=", it.id)
      .where("uid", "=", input.uid)
      .execute();
    await forgetSsoAccounts(tx, it.id, input.uid);
    // With an address at the organization's domain, they would otherwise join again by themselves.
    if (it.uid !== input.uid)
      await tx
        .insertInto("organization_removals")
        .values({ organizationId: it.id, uid: input.uid, at: now })
        .onConflict((c) => c.doNothing())
        .execute();
    await fact("organization.left", {
      subjectId: it.id,
      data: { organizationId: it.id, name: it.name, uid: input.uid },
      topics: topicsOf(input.uid, it.uid),
    });
  },
});

/** The invitations that can still be accepted, newest first. */
export const openInvitations = (organizationId: string, at: Date, db: Reader = database()) =>
  db
    .selectFrom("organization_invitations")
    .select(["id", "email", "role", "monthMinor", "orderMinor", "invitedAt", "expiresAt"])
    .where("organizationId", "=", organizationId)
    .where("state", "=", "open")
    .where("expiresAt", ">", at)
    .orderBy("invitedAt", "desc")
    .orderBy("id")
    .execute();

/** What an account is invited to, for its own page. */
export const invitationsFor = (email: string, at: Date, db: Reader = database()) =>
  db
    .selectFrom("organization_invitations as i")
    .innerJoin("organizations as o", "o.id", "i.organizationId")
    .select(["i.id", "o.name", "i.role", "i.expiresAt"])
    .where("i.email", "=", email.toLowerCase())
    .where("i.state", "=", "open")
    .where("i.expiresAt", ">", at)
    .where("o.closedAt", "is", null)
    .orderBy("i.invitedAt", "desc")
    .limit(20)
    .execute();

/** Takes an erased person out of every organization, and ends invitations to their address. */
export async function forgetMember(tx: Tx, uid: string, email: string): Promise<void> {
  await tx.deleteFrom("organization_members").where("uid", "=", uid).execute();
  await tx.deleteFrom("organization_invitations").where("email", "=", email.toLowerCase()).execute();
  await tx.updateTable("organization_invitations").set({ invitedBy: null }).where("invitedBy", "=", uid).execute();
  await tx.deleteFrom("organization_removals").where("uid", "=", uid).execute();
  for (const by of ["addedBy", "askedBy", "decidedBy"] as const)
    await tx
      .updateTable("organization_domains")
      .set({ [by]: null })
      .where(by, "=", uid)
      .execute();
  await tx.updateTable("organizations").set({ createdBy: null }).where("createdBy", "=", uid).execute();
}
