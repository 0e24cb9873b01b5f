import { type Kysely, sql } from "kysely";

/** Which thresholds of tax registration the finance team was told about, once for each period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table tax_threshold_alerts (
      "thresholdId" text not null, period text not null, level text not null check (level in ('near', 'crossed')),
      "toldAt" timestamptz not null, primary key ("thresholdId", period, level)
    );
  `)
    .execute(db);
}
