import { createHash } from "node:crypto";
import { type Reader, database, json } from "#app/platform/server/core/database.ts";
import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";

export type StoredStep = {
  step: string;
  item: string;
  doneAt: Date | null;
  data: Record<string, unknown>;
  updatedAt: Date;
};

export const listSteps = (db: Reader = database()): Promise<StoredStep[]> =>
  db.selectFrom("setup_steps").select(["step", "item", "doneAt", "data", "updatedAt"]).limit(500).execute();

/** Saves a step, replacing its previous state. */
export async function keepStep(
  db: Reader,
  of: { step: string; item?: string; doneAt: Date | null; doneBy: string | null; data: object; at: Date },
): Promise<void> {
  const row = { doneAt: of.doneAt, doneBy: of.doneBy, data: json(of.data), updatedAt: of.at };
  await db
    .insertInto("setup_steps")
    .values({ step: of.step, item: of.item ?? "", ...row })
    .onConflict((c) => c.columns(["step", "item"]).doUpdateSet(row))
    .execute();
}

/** Changes with the prices, so that a confirmation applies to the prices charged. */
export const priceMark = (pricing: PricingPolicy): string =>
  createHash("sha256").update(JSON.stringify(pricing)).digest("hex").slice(0, 16);

export const codeHash = (code: string): string => createHash("sha256").update(`setup-email:${code}`).digest("hex");
