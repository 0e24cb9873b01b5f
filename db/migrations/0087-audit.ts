import { type Kysely, sql } from "kysely";

/**
 * Finding facts by time, person, kind and object, and letting go of those past their time. The object of a fact is
 * its order, its subject, or an id that it recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create function fact_objects(data jsonb) returns text[] language sql immutable parallel safe strict
      return case when jsonb_typeof(data) = 'object'
        then array(select value from jsonb_each_text(data) where value ~ '^[a-z]{3}_[0-9a-z]{26}$') else '{}' end;

    create index facts_by_time on facts (at, seq);
    create index facts_by_actor on facts ("actorId", at, seq) where "actorId" is not null;
    create index facts_about on facts ("subjectId", at, seq) where "subjectId" is not null;
    create index facts_by_kind on facts (kind, at, seq);
    create index facts_naming on facts using gin (fact_objects(data)) where fact_objects(data) <> '{}';

    -- A fact is deleted only by the rule for facts past their time, which says so.
    create or replace function facts_rewritten() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and current_setting('stet.erasing', true) = 'on' and to_jsonb(new) - 'data' = to_jsonb(old) - 'data'
        then return new; end if;
      if tg_op = 'DELETE' and current_setting('stet.expiring', true) = 'on' then return old; end if;
      raise exception '% is never changed once written', tg_table_name;
    end $$;
  `)
    .execute(db);
}
