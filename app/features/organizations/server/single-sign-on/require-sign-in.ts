import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { hasSsoAccount } from "#app/features/accounts/server/sign-in/organization-sign-in.ts";
import { domainOfAddress } from "../../rules/domain.ts";
import type { OrganizationRole } from "../../rules/organization.ts";
import { findSignIn } from "./find-sign-in.ts";

/**
 * Before somebody becomes a member: where single sign-on is required, an address at a verified domain has to have been
 * proved by the provider. Otherwise, a session that began with a password would go on.
 * @throws conflict
 */
export async function requireSignIn(
  tx: Tx,
  { id, name }: { id: string; name: string },
  { uid, role }: { uid: string; role: OrganizationRole },
): Promise<void> {
  if (role === "owner" || role === "program") return;
  const it = await findSignIn(id, tx);
  if (it?.state !== "required") return;
  const person = await tx.selectFrom("users").select("email").where("uid", "=", uid).executeTakeFirst();
  if (!person || !it.domains.includes(domainOfAddress(person.email)) || (await hasSsoAccount(tx, id, uid))) return;
  throw conflict(
    "sso-required",
    `${name} requires its single sign-on.`,
    "Sign out, then choose “Sign in with your organization”. You join when you sign in.",
  );
}
