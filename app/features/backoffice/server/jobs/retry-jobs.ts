import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { retryDeadJobs } from "#app/platform/server/core/jobs.ts";

/** The most jobs that one click retries, because they compete with new ones. */
const AT_ONCE = 1_000;

/**
 * Retries the failed jobs of a kind, the oldest thousand first. Two admins at once share them.
 * @returns how many @throws conflict when there are none, or when this version doesn't run such jobs
 */
export const retryJobs = command({
  input: z.object({ kind: z.string().max(100) }),
  load: async () => null,
  allow: (actor) => may(actor, "operations") || "Only an admin can use these tools.",
  async run({ input: { kind }, tx, fact }): Promise<{ count: number }> {
    const count = await retryDeadJobs(tx, kind, { limit: AT_ONCE });
    if (count === 0)
      throw conflict("jobs", "There are no failed jobs of this kind.", "Someone may have already retried them.");
    await fact("job.retried", { data: { job: kind, count } });
    return { count };
  },
});
