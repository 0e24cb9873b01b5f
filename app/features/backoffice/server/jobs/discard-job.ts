import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import { aboutJob, discardDeadJob, lockDeadJob } from "#app/platform/server/core/jobs.ts";
import { jobGone } from "./retry-job.ts";

/**
 * Removes a failed job, which then never runs, and says why in the audit trail.
 * @throws conflict if it's no longer there
 */
export const discardJob = command({
  input: z.object({
    job: z.string(),
    reason: z.string().trim().min(1, "Say why this job is no longer needed.").max(500, "Use 500 characters or fewer."),
  }),
  load: async () => null,
  allow: (actor) => may(actor, "operations") || "Only an admin can use these tools.",
  async run({ input: { job: id, reason }, tx, fact }): Promise<void> {
    const job = z.uuid().safeParse(id).success ? await lockDeadJob(tx, id) : null;
    if (!job) throw jobGone();
    await discardDeadJob(tx, id);
    await fact("job.discarded", { data: { job: job.name, about: aboutJob(job.data), reason } });
  },
});
