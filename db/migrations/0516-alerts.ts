import { type Kysely, sql } from "kysely";

/** Alerts to operators: webhooks that speak Slack's or Teams's format, or send email, and when they're quiet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table webhook_endpoints
      add column format text not null default 'events' check (format in ('events', 'slack', 'teams', 'email')),
      add column "quietFrom" smallint check ("quietFrom" between 0 and 23),
      add column "quietTo" smallint check ("quietTo" between 0 and 23)`.execute(db);
}
