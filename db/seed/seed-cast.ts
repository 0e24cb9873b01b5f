import type { Insertable } from "kysely";
import type { BankDetailsTable, EditorsTable, UsersTable } from "#db/schema.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type Db, json } from "#app/platform/server/core/database.ts";
import { CAST, CAST_CALENDAR, type CastMember } from "./cast.ts";

type Bank = Pick<
  Insertable<BankDetailsTable>,
  "holder" | "iban" | "bic" | "bankName" | "country" | "addressLine" | "town" | "postCode"
>;

const BANKS: Readonly<Record<string, Bank>> = {
  [CAST.jonas.uid]: {
    holder: "Jonas Weber",
    iban: "DE02120300000000202051",
    bic: "BYLADEM1001",
    bankName: "DKB",
    country: "DE",
    addressLine: "Lindenallee 4",
    town: "Freiburg",
    postCode: "79098",
  },
  [CAST.priya.uid]: {
    holder: "Priya Raman",
    iban: "GB33BUKB20201555555555",
    bic: "BUKBGB22",
    bankName: "Barclays",
    country: "GB",
    addressLine: "8 Mill Lane",
    town: "Cambridge",
    postCode: "CB2 1RX",
  },
};

/** Gives every cast member a profile, and editors the settings that matching and payouts need. Safe to repeat. */
export async function seedCast(db: Db, at: Date, people: readonly CastMember[] = Object.values(CAST)): Promise<void> {
  const opened = after(at, -420 * DAY);
  await db
    .insertInto("shop")
    .values({ id: 1, openedAt: opened, changedAt: opened })
    .onConflict((c) => c.doNothing())
    .execute();
  await db
    .insertInto("users")
    .values(people.map((m) => userOf(m, opened)))
    .onConflict((c) => c.doNothing())
    .execute();
  const editors = people.flatMap((m) => editorOf(m, at, opened) ?? []);
  if (editors.length > 0)
    await db
      .insertInto("editors")
      .values(editors)
      .onConflict((c) => c.doNothing())
      .execute();
  const banks = people.flatMap((m) => bankOf(m, at) ?? []);
  if (banks.length > 0)
    await db
      .insertInto("bank_details")
      .values(banks)
      .onConflict((c) => c.column("uid").where("replacedAt", "is", null).doNothing())
      .execute();
}

const userOf = (m: CastMember, opened: Date): Insertable<UsersTable> => ({
  uid: m.uid,
  displayName: m.displayName,
  email: m.email,
  role: m.profile.role ?? "client",
  isAdmin: m.claims.admin ?? false,
  isEditor: m.claims.editor ?? false,
  timeZone: m.profile.timeZone ?? null,
  billing: m.profile.billing ? json(m.profile.billing) : null,
  createdAt: opened,
});

/** When a member was approved as an editor; null for the others. */
const approvedAt = (m: CastMember, at: Date): Date | null =>
  m.editor?.approvedDaysAgo ? after(at, -m.editor.approvedDaysAgo * DAY) : null;

function editorOf(m: CastMember, at: Date, opened: Date): Insertable<EditorsTable> | null {
  if (!m.editor) return null;
  const { fields, variants, services, stats, approvedDaysAgo: _approved, ...rest } = m.editor;
  const approved = approvedAt(m, at);
  return {
    uid: m.uid,
    ...rest,
    fields: json(fields),
    variants: json(variants),
    services: json(services),
    stats: json(stats),
    calendar: json(CAST_CALENDAR),
    identityApprovedAt: approved,
    kycApprovedAt: approved,
    agreementSignedAt: approved,
    confidentialitySignedAt: approved,
    doctorateVerifiedAt: approved,
    createdAt: opened,
  };
}

function bankOf(m: CastMember, at: Date): Insertable<BankDetailsTable> | null {
  const approved = approvedAt(m, at);
  const bank = BANKS[m.uid];
  if (!approved || !bank) return null;
  return {
    id: newId("bank"),
    uid: m.uid,
    currency: "USD",
    ...bank,
    confirmedAt: approved,
    usableAt: approved,
    createdAt: approved,
  };
}
