import type { Person } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { contentVersion } from "#app/platform/server/public-pages/content-version.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import { type Billing, type VatCheck, billingOf, vatCheckOf } from "../rules/billing.ts";

/** The billing details as stored. */
type Kept = { kept: Record<string, unknown> | null };
/** A profile with its billing details, empty where nothing was given. */
export type OwnProfile = {
  uid: string;
  displayName: string;
  email: string;
  timeZone: string | null;
  billing: Billing;
  /** The official service's answer about the VAT ID; null when it wasn't asked about this one. */
  vatCheck: VatCheck | null;
  createdAt: Date;
};

const columns = ["uid", "displayName", "email", "timeZone", "billing", "createdAt"] as const;

/** What a person keeps about themselves. @throws not-found where the profile is not made yet */
export async function findOwnProfile(person: Person, db: Reader = database()): Promise<OwnProfile> {
  const row = await db.selectFrom("users").select(columns).where("uid", "=", person.uid).executeTakeFirst();
  if (!row) throw notFound("profile");
  return { ...row, billing: billingOf(row.billing), vatCheck: vatCheckOf(row.billing) };
}

/** The same, held until the transaction ends. @throws not-found */
export async function lockProfile(tx: Tx, uid: string): Promise<OwnProfile & Kept> {
  const row = await tx.selectFrom("users").select(columns).where("uid", "=", uid).forUpdate().executeTakeFirst();
  if (!row) throw notFound("profile");
  return { ...row, billing: billingOf(row.billing), vatCheck: vatCheckOf(row.billing), kept: row.billing };
}

/** What the form shows, and the mark of it. */
export const ownProfileForm = (p: OwnProfile) => ({
  displayName: p.displayName,
  timeZone: p.timeZone ?? "",
  ...p.billing,
});
export const ownProfileVersion = (p: OwnProfile): string => contentVersion(ownProfileForm(p));
