/** Whether the services outside the product can be used: the file storage and the mail server. */
import { MINUTE, SECOND } from "../rules/core/time.ts";
import { log } from "./core/log.ts";
import { processWide } from "./core/process-wide.ts";
import { storageProblem } from "./files/storage.ts";
import { mailProblem } from "./mail/mail.ts";

/** `problem` is null if it works, undefined before the first check. */
type Known = { problem: string | null | undefined; at: number; asking: Promise<void> | null };

const CHECKS = { storage: storageProblem, mail: mailProblem } as const;
export type Service = keyof typeof CHECKS;
/** How long an answer counts. A mail server is asked rarely while it works. */
const GOOD_FOR: Readonly<Record<Service, { works: number; fails: number }>> = {
  storage: { works: 5 * SECOND, fails: 5 * SECOND },
  mail: { works: 10 * MINUTE, fails: MINUTE },
};

const holder = processWide<{ __stetServices?: Record<Service, Known> }>();
const known = (): Record<Service, Known> =>
  (holder.__stetServices ??= {
    storage: { problem: undefined, at: 0, asking: null },
    mail: { problem: undefined, at: 0, asking: null },
  });

/** Asks a service, unless its last answer is recent. Logs when it starts or stops working. */
export async function checkService(name: Service): Promise<string | null> {
  const it = known()[name];
  const age = Date.now() - it.at;
  if (it.problem === undefined || age > GOOD_FOR[name][it.problem === null ? "works" : "fails"])
    await (it.asking ??= ask(name, it));
  return it.problem ?? null;
}

async function ask(name: Service, it: Known): Promise<void> {
  const before = it.problem;
  try {
    it.problem = await CHECKS[name]();
  } catch (error) {
    it.problem = error instanceof Error ? error.name : "unknown error";
  }
  it.at = Date.now();
  it.asking = null;
  if (it.problem !== null && it.problem !== before) log.error(`the ${name} can't be used`, it.problem);
  else if (it.problem === null && before) log.info(`the ${name} works again`);
}

/** What is known of a service, without waiting for it: null if it works or nobody has asked yet. */
export function lastProblem(name: Service): string | null {
  void checkService(name);
  return known()[name].problem ?? null;
}

/** For tests: forgets what is known. */
export function forgetServices(): void {
  delete holder.__stetServices;
}
