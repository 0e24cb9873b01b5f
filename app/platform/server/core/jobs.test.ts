import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { JOBS } from "#app/jobs.ts";
import { startJobs, stopJobs } from "./jobs.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const queues = async () =>
  (
    await sql`select name, retry_limit, heartbeat_seconds, dead_letter, updated_on from pgboss.queue
      where name not like '\\_\\_pgboss%' order by name`.execute(world.db)
  ).rows;

test("a start creates the queues that are missing, updates those with an earlier version's options, and leaves the rest", async () => {
  const before = await queues();
  expect(before).toHaveLength(JOBS.length + 1);
  await stopJobs();
  await sql`update pgboss.queue set retry_limit = 1, heartbeat_seconds = null where name = 'clock'`.execute(world.db);
  await sql`delete from pgboss.queue where name = ${JOBS[0]!.name}`.execute(world.db);
  await startJobs(JOBS, false);
  const after = await queues();
  const changed = ["clock", JOBS[0]!.name];
  expect(after.map((queue) => ({ ...(queue as object), updated_on: null }))).toEqual(
    before.map((queue) => ({ ...(queue as object), updated_on: null })),
  );
  const untouched = (all: unknown[]) => all.filter((queue) => !changed.includes((queue as { name: string }).name));
  expect(untouched(after)).toEqual(untouched(before));
});
