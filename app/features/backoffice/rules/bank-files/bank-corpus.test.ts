/** The sample files of banks, read as their truth files say. They may not be there. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readStatements } from "../reconciliation/bank-statement.ts";
import { textOfBankFile } from "./bank-text.ts";
import { checkOwn } from "./own-accounts.ts";
import { statementJson } from "./statement-json.ts";

const BANK = path.resolve("../shared/bank");
const there = existsSync(BANK);
if (!there) console.warn("Skipped: the sample files of banks are not there (../shared/bank).");

/** What is said of the files that are refused. */
const REASONS: Readonly<Record<string, string>> = {
  "bad_external_entity_camt054.xml": "DOCTYPE",
  "bad_truncated_camt053.xml": "isn't well-formed",
  "bad_wrong_account_ing.csv": "isn't one of yours",
};

type Truth = {
  refuse?: string;
  account?: string;
  accountInFile?: boolean;
  lines?: { text: string }[];
  statements?: Truth[];
};
const json = <T>(name: string): T => JSON.parse(readFileSync(path.join(BANK, name), "utf8")) as T;
const names = there
  ? readdirSync(BANK)
      .filter((name) => name.endsWith(".truth.json"))
      .map((name) => name.replace(".truth.json", ""))
  : [];

/** Notes of the truth files about themselves, and blanks in texts. */
const compared = (of: object): unknown =>
  JSON.parse(
    JSON.stringify(of, (key, value: unknown) => {
      if (["textIsLiteral", "signNote", "duplicateOf"].includes(key)) return undefined;
      return key === "text" ? (value as string).replaceAll(/\s/g, "") : value;
    }),
  );

describe.skipIf(!there)("the sample file", () => {
  const own = there ? json<{ all: string[] }>("accounts.json").all : [];
  test.each(names)("%s is read as it is, or refused", (name) => {
    const truth = json<Truth>(`${name}.truth.json`);
    const read = () => {
      const given = truth.accountInFile === false ? { account: truth.account! } : {};
      return checkOwn(readStatements(textOfBankFile(readFileSync(path.join(BANK, name))), given), own);
    };
    if (truth.refuse !== undefined) expect(read).toThrow(REASONS[name]!);
    else expect(compared(statementJson(read(), truth.account ?? null))).toEqual(compared(truth));
  });
});
