/** The people of the siege, and their accounts. */
import { hashPassword } from "better-auth/crypto";
import { type Db, json } from "#app/platform/server/core/database.ts";
import { CAST, CAST_PASSWORD, type CastMember } from "#db/seed/cast.ts";
import { seedCast } from "#db/seed/seed-cast.ts";

export type Role = "visitor" | "author" | "editor" | "support" | "admin";
/** Per hundred people, at least one of each. */
const SHARES: Record<Role, number> = { visitor: 25, author: 45, editor: 18, support: 6, admin: 6 };

export type Someone = { role: Role; name: string; index: number; member: CastMember | null };

const slug = (role: Role, n: number): string => `${role}${n}`;

function memberOf(role: Exclude<Role, "visitor">, n: number): CastMember {
  const name = slug(role, n);
  const base = { uid: `usr_siege_${name}`, email: `${name}@siege.test`, displayName: name, emailVerified: true };
  const zone = { timeZone: "Europe/Berlin" };
  if (role === "editor")
    return {
      ...base,
      claims: { editor: true },
      profile: { role: "editor", ...zone },
      // Enough capacity for the whole siege, because pricing checks it before each order.
      editor: { ...CAST.jonas.editor, weeklyWords: 5_000_000, parallelOrders: 10_000 } as CastMember["editor"] & {},
    };
  return {
    ...base,
    claims: role === "support" ? { support: true } : role === "admin" ? { admin: true } : {},
    profile: { role: role === "admin" ? "admin" : "client", ...zone },
  };
}

/** This many people in the usual shares. */
export function crowd(users: number): Someone[] {
  const people: Someone[] = [];
  for (const [role, share] of Object.entries(SHARES) as [Role, number][]) {
    const count = role === "author" ? 0 : Math.max(1, Math.round((users * share) / 100));
    for (let n = 0; n < count; n++)
      people.push({
        role,
        name: slug(role, n),
        index: people.length,
        member: role === "visitor" ? null : memberOf(role, n),
      });
  }
  // The rest are authors.
  for (let n = 0; people.length < users || n === 0; n++)
    people.push({ role: "author", name: slug("author", n), index: people.length, member: memberOf("author", n) });
  return people;
}

/** Creates their accounts directly. Visitors test signing up. */
export async function openAccounts(db: Db, people: readonly Someone[]): Promise<void> {
  const at = new Date();
  const members = people.flatMap(({ member }) => (member ? [member] : []));
  await seedCast(db, at, members);
  const password = await hashPassword(CAST_PASSWORD);
  await db
    .insertInto("auth_user")
    .values(
      members.map((m) => ({
        id: m.uid,
        name: m.displayName,
        email: m.email,
        emailVerified: true,
        image: null,
        claims: json(m.claims),
        timeZone: m.profile.timeZone ?? null,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .execute();
  await db
    .insertInto("auth_account")
    .values(
      members.map((m) => ({
        id: `aut_${m.uid}`,
        accountId: m.uid,
        providerId: "credential",
        userId: m.uid,
        password,
        createdAt: at,
        updatedAt: at,
      })),
    )
    .execute();
}
