import type { Person } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { contentVersion } from "#app/platform/server/public-pages/content-version.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type Billing, type VatCheck, billingOf, vatCheckOf } from "../../rules/billing.ts";

/** The billing details as stored. */
type Kept = { kept: Record<string, unknown> | null };
/** A profile with its billing details. Missing ones are empty. */
export type OwnProfile = {
  uid: string;
  displayName: string;
  email: string;
  timeZone: string | null;
  /** The language they want emails in; null for English. */
  emailLanguage: string | null;
  billing: Billing;
  /** The official service's answer about the VAT ID, or null if it wasn't asked about this one. */
  vatCheck: VatCheck | null;
  createdAt: Date;
};

const columns = ["uid", "displayName", "email", "timeZone", "emailLanguage", "billing", "createdAt"] as const;

/** A person's own profile. @throws not-found if it hasn't been created yet */
export async function findOwnProfile(person: Person, db: Reader = database()): Promise<OwnProfile> {
  const row = await db.selectFrom("users").select(columns).where("uid", "=", person.uid).executeTakeFirst();
  if (!row) throw notFound("profile");
  return { ...row, billing: billingOf(row.billing), vatCheck: vatCheckOf(row.billing) };
}

/** The same, locked until the transaction ends. @throws not-found */
export async function lockProfile(tx: Tx, uid: string): Promise<OwnProfile & Kept> {
  const row = await tx.selectFrom("users").select(columns).where("uid", "=", uid).forUpdate().executeTakeFirst();
  if (!row) throw notFound("profile");
  return { ...row, billing: billingOf(row.billing), vatCheck: vatCheckOf(row.billing), kept: row.billing };
}

/** What the form shows, with its mark. */
export const ownProfileForm = (p: OwnProfile) => ({
  displayName: p.displayName,
  timeZone: p.timeZone ?? "",
  emailLanguage: p.emailLanguage ?? "",
  ...p.billing,
});
export const ownProfileVersion = (p: OwnProfile): string => contentVersion(ownProfileForm(p));
