import { type Selectable, sql } from "kysely";
import type { BankLinesTable } from "#db/schema.ts";
import type { Tx } from "#app/platform/server/core/database.ts";

export type BankLine = Selectable<BankLinesTable>;

/** A probable duplicate that nobody has decided about. It isn't booked. */
export const isHeld = (line: Pick<BankLine, "match" | "duplicateOf">): boolean =>
  line.match === null && line.duplicateOf !== null;

/** Whether a line `b` counts: it isn't held or a duplicate, its import wasn't reversed, and its parts don't instead. */
export const counts = sql<boolean>`(b.match is distinct from 'duplicate' and b.match is distinct from 'reversed'
  and b.match is distinct from 'parts'
  and not (b.match is null and b."duplicateOf" is not null))`;

/** Whether the bank moved money with a line `b`: it counts, or its parts do. */
export const moved = sql<boolean>`(${counts} or b.match = 'parts')`;

/** What a line was found to be, to be stored with others. */
export type FoundMatch = {
  id: string;
  match: BankLine["match"];
  matchId: string | null;
  entryKey: string | null;
  matchedAt: Date | null;
};

/** Stores what lines are, in one statement. */
export async function storeMatches(tx: Tx, found: readonly FoundMatch[]): Promise<void> {
  if (found.length === 0) return;
  await sql`update bank_lines b set match = f.match, "matchId" = f."matchId", "entryKey" = f."entryKey",
      "matchedAt" = f."matchedAt"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
      as f(id text, match text, "matchId" text, "entryKey" text, "matchedAt" timestamptz)
    where b.id = f.id`.execute(tx);
}
