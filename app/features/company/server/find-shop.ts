import { conflict } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/** Since when the shop takes orders, or null while it's closed. */
export async function findShopOpening(db: Reader = database()): Promise<Date | null> {
  const row = await db.selectFrom("shop").select("openedAt").where("id", "=", 1).executeTakeFirst();
  return row?.openedAt ?? null;
}

/** Whether the shop has ever been open. Before that, the setup is in one admin's hands. */
export const hasEverOpened = async (db: Reader = database()): Promise<boolean> =>
  (await db.selectFrom("shop").select("id").where("id", "=", 1).executeTakeFirst()) !== undefined;

export const isShopOpen = async (db: Reader = database()): Promise<boolean> => (await findShopOpening(db)) !== null;

/** @throws conflict (not_open) while the shop takes no orders */
export async function requireOpenShop(db: Reader): Promise<void> {
  if (await isShopOpen(db)) return;
  throw conflict(
    "not_open",
    "We're not taking orders yet.",
    "You can read our prices now, and write to us through the contact page if you'd like to hear when we open.",
  );
}
