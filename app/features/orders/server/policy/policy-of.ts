import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";

/** What an order's policy lets the editor change, and its name as it's printed. */
export type OrderPolicy = {
  name: string;
  version: number;
  rule: KindRule;
  /** Who agreed, such as a supervisor, and when the client said so. */
  consentName: string | null;
  consentedAt: Date | null;
};

/** "University of Example, version 3" */
export const policyTitle = ({ name, version }: Pick<OrderPolicy, "name" | "version">): string =>
  `${name}, version ${version}`;

/** The policy that an order is edited under; null without one. */
export const policyOf = async (orderId: string, db: Reader = database()): Promise<OrderPolicy | null> =>
  (await db
    .selectFrom("order_policies")
    .select(["name", "version", "rule", "consentName", "consentedAt"])
    .where("orderId", "=", orderId)
    .executeTakeFirst()) ?? null;
