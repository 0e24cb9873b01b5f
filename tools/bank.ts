import { readFile } from "node:fs/promises";
import { Problem } from "#app/platform/rules/core/errors.ts";
import {
  type Given,
  type Statement,
  readStatements,
} from "#app/features/backoffice/rules/reconciliation/bank-statement.ts";
import { textOfBankFile } from "#app/features/backoffice/rules/bank-files/bank-text.ts";
import { checkOwn } from "#app/features/backoffice/rules/bank-files/own-accounts.ts";
import { STATEMENT_LIMITS } from "#app/features/backoffice/rules/bank-files/statement-fields.ts";
import { statementJson } from "#app/features/backoffice/rules/bank-files/statement-json.ts";

/** `npm run -s bank -- read FILE`: what the importer of bank statements reads in a file, as JSON. */

const USAGE = `Usage: npm run -s bank -- read FILE [--account NUMBER]...
  prints the account, its currency, its opening and closing balance, and the lines: amounts in minor units (cents)
  --account NUMBER  your own account, for files that don't name theirs; a file of another account is refused`;

/** The statements of a file that has one of an own account at least. @throws Problem with the reason */
function readFileOf(bytes: Uint8Array, accounts: readonly string[]): readonly Statement[] {
  const [account] = accounts;
  const given: Given = account === undefined ? {} : { account };
  return checkOwn(readStatements(textOfBankFile(bytes), given), accounts);
}

/** @returns the exit status: 0 done or refused, 1 not readable, 2 wrong usage */
async function main(args: readonly string[]): Promise<number> {
  const accounts: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < args.length; i++)
    if (args[i] === "--account" && args[i + 1] !== undefined) accounts.push(args[++i]!);
    else rest.push(args[i]!);
  const [command, file] = rest;
  if (command !== "read" || file === undefined || rest.length !== 2 || file.startsWith("--")) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const print = (value: unknown) => void process.stdout.write(`${JSON.stringify(value, null, 1)}\n`);
  try {
    const bytes = await readFile(file);
    if (bytes.length > STATEMENT_LIMITS.bytes)
      print({ refuse: `This file is larger than ${STATEMENT_LIMITS.bytes / 1_000_000} MB.` });
    else print(statementJson(readFileOf(bytes, accounts), accounts[0] ?? null));
    return 0;
  } catch (error) {
    if (error instanceof Problem) {
      print({ refuse: error.message });
      return 0;
    }
    if (!(error instanceof Error) || !("code" in error)) throw error;
    process.stderr.write(`${file} can't be read: ${error.message}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
