import { Resolver } from "node:dns/promises";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

/** The TXT records of a host, each in its parts. */
export type LookUpTxt = (host: string) => Promise<string[][]>;

const resolver = new Resolver({ timeout: 3 * SECOND, tries: 1 });
const holder = processWide<{ __stetDns?: LookUpTxt }>();

/** For tests: name servers of their own. */
export function useDns(double: LookUpTxt): void {
  holder.__stetDns = double;
}

/** Looks up TXT records. @throws Error with the code of DNS, such as ENOTFOUND */
export const lookUpTxt: LookUpTxt = (host) => (holder.__stetDns ?? ((name) => resolver.resolveTxt(name)))(host);

/** Whether an error of a look-up means that there's no such record. */
export const isNoRecord = (error: unknown): boolean =>
  ["ENOTFOUND", "ENODATA"].includes((error as { code?: string }).code ?? "");
