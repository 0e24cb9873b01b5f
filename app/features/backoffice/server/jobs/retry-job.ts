import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockDeadJob, retryDeadJobs } from "#app/platform/server/core/jobs.ts";

/** @returns the message for a job that somebody else has retried or discarded */
export const jobGone = () =>
  conflict("job", "This job is no longer in the failed list.", "Someone may have already retried or discarded it.");

/**
 * Retries a failed job. Jobs are safe to run twice.
 * @throws conflict if it's no longer there, or if this version doesn't run such jobs
 */
export const retryJob = command({
  input: z.object({ job: z.string() }),
  load: async () => null,
  allow: (actor) => may(actor, "operations") || "Only an admin can use these tools.",
  async run({ input: { job: id }, tx, fact }): Promise<void> {
    const job = z.uuid().safeParse(id).success ? await lockDeadJob(tx, id) : null;
    if (!job || (await retryDeadJobs(tx, job.name, { id })) === 0) throw jobGone();
    await fact("job.retried", { data: { job: job.name, count: 1 } });
  },
});
