import { type Kysely, sql } from "kysely";

/**
 * Live events on their way to the processes. A transaction that calls NOTIFY holds one lock of the whole server while
 * it commits, so that all of them wait for the disk in turn. Now transactions write here, and a process tells the
 * others afterwards, in a transaction of its own that doesn't wait for the disk. The table needs no log either: after a
 * crash of the server every listener reconnects and reloads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create unlogged table live_outbox (
      id bigint generated always as identity primary key,
      payload text not null
    );

    -- Tells what the outbox has, oldest first, and which queues have new jobs. One caller at a time: an event that was committed before
    -- another was written is told before it.
    create function ring_live(channel text, queues text[]) returns void language plpgsql as $$
    declare it record;
    begin
      perform set_config('synchronous_commit', 'off', true);
      perform pg_advisory_xact_lock(7310);
      for it in
        with gone as (
          delete from live_outbox where id in (select id from live_outbox order by id limit 1000) returning id, payload
        )
        select payload from gone order by id
      loop
        perform pg_notify(channel, it.payload);
      end loop;
      if array_length(queues, 1) > 0 then
        perform pg_notify(channel, 'jobs:' || array_to_string(queues, ',jobs:') || ' {"kind":"jobs","orderId":null}');
      end if;
    end $$;

    -- Workers are woken by the same way, not by a notification in the transaction that adds the job.
    do $$ begin
      if to_regclass('pgboss.queue') is not null then
        update pgboss.queue set notify = false;
      end if;
    end $$;
  `)
    .execute(db);
}
