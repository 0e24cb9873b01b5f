import type { Email } from "postal-mime";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { WORK_LIMITS } from "#app/platform/rules/requests/load-limits.ts";
import { log } from "#app/platform/server/core/log.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import { type WorkerPool, WorkEnded, createPool } from "#app/platform/server/files/worker-pool.ts";

const holder = processWide<{ __stetEmails?: WorkerPool }>();
const pool = (): WorkerPool =>
  (holder.__stetEmails ??= createPool({
    module: "app/features/emails/server/email-worker.ts",
    limits: WORK_LIMITS.emails,
  }));

async function run<T>(task: "parse" | "reply", of: unknown): Promise<T | null> {
  try {
    return await pool().run<T>(task, [of]);
  } catch (error) {
    log.info("email not read", { task, why: error instanceof WorkEnded ? error.why : String(error) });
    return null;
  }
}

const UNREADABLE: Email = { headers: [], headerLines: [], attachments: [] };

/**
 * The headers and parts of an email. One that isn't an email, or can't be read within the limits, has no sender and no
 * parts: it's accepted and ignored, because a mail server would send a refused one again and again.
 */
export const parseEmail = async (raw: Uint8Array | string): Promise<Email> =>
  (await run<Email>("parse", raw)) ?? UNREADABLE;

/**
 * What somebody wrote in an email, without what it quotes.
 * @throws invalid, in words for them, if it can't be read within the limits
 */
export async function readReply({ text, html }: { text: string; html: string }): Promise<string> {
  const found = await run<string>("reply", { text, html });
  if (found === null)
    throw invalid(
      "unreadable",
      "We couldn't read the text of your email.",
      "Send it again as plain text, or sign in and write on the page of your order or ticket.",
    );
  return found;
}
