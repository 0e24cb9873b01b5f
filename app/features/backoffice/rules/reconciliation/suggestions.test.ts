import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Candidate,
  type Known,
  type UnexplainedLine,
  NO_LINE_TAX,
  agreedTo,
  bookedFor,
  isHand,
  suggestLines,
  withInputTax,
} from "./suggestions.ts";

const BANK = path.resolve("../shared/bank");
const json = <T>(file: string): T => JSON.parse(readFileSync(path.join(BANK, file), "utf8")) as T;

type Truth = {
  lines: { date: string; amountMinor: number; text: string; reference?: string | null; counterparty?: string | null }[];
};
type Books = {
  company: string;
  ownAccounts: string[];
  invoices: { no: string; amountMinor?: number; bookedMinor?: number; customer: string }[];
  runs: {
    id: string;
    booking: "batch" | "single";
    totalMinor: number;
    items: { ref: string; payee: string; amountMinor: number; returned?: string }[];
  }[];
};
type Expected = {
  files: Record<string, { scenario: string; lines: { index: number; key: string; expect: string }[] }>;
};

const known = (of: Partial<Known> = {}): Known => ({
  candidates: [],
  rules: [],
  assigned: [],
  authorities: [{ authority: "DE", number: "DE123456788" }],
  accounts: [],
  company: "",
  ...of,
});
let lines = 0;
const line = (amountMinor: number, details: string, of: Partial<UnexplainedLine> = {}): UnexplainedLine => ({
  id: `line${(lines += 1)}`,
  bookedAt: new Date("2026-11-20T00:00:00Z"),
  amountMinor,
  currency: "USD",
  counterparty: "",
  details,
  reference: "",
  account: "",
  ...of,
});
const choiceOf = (one: UnexplainedLine, of: Partial<Known> = {}): string | undefined =>
  suggestLines([one], known(of)).get(one.id)?.choice;

/** What of a scenario's books our own would have: organizations that owe, and what runs of payouts came to. */
const candidatesOf = ({ invoices, runs }: Books): Candidate[] => [
  ...[...Map.groupBy(invoices, (one) => one.customer)].flatMap(([customer, of]): Candidate[] => {
    const owedMinor = of.reduce((sum, one) => sum + (one.amountMinor ?? one.bookedMinor ?? 0), 0);
    return [
      {
        value: `balance:${customer}`,
        label: customer,
        amountMinor: owedMinor,
        currency: "USD",
        name: customer,
        owedMinor,
      },
    ];
  }),
  ...runs.flatMap((run): Candidate[] =>
    run.booking === "batch"
      ? [{ value: `run:${run.id}`, label: run.id, amountMinor: -run.totalMinor, currency: "USD", name: null }]
      : run.items.flatMap((item): Candidate[] => [
          {
            value: `payout:${item.ref}`,
            label: item.ref,
            amountMinor: -item.amountMinor,
            currency: "USD",
            name: item.payee,
          },
          ...(item.returned
            ? [
                {
                  value: `payout:${item.ref}` as const,
                  label: item.ref,
                  amountMinor: item.amountMinor,
                  currency: "USD",
                  name: item.payee,
                },
              ]
            : []),
        ]),
  ),
];

/** What the shared data expect of each kind of line, in accounts of ours. What's matched by its reference isn't here. */
const EXPECTED: Readonly<Record<string, string>> = {
  fee: "bank_fees",
  wrong: "bank_fees",
  reversal: "bank_fees",
  interest: "other_income",
  tax: "tax_payable:DE",
  own: "own_transfers",
  dupA: "other_costs",
  dupB: "other_costs",
};

test("of a month of each shared bank file, at most 5% of the lines need a hand, and none is suggested wrongly", () => {
  const wrong: string[] = [];
  let all = 0;
  const left: string[] = [];
  for (const [file, { scenario, lines: expected }] of Object.entries(json<Expected>("expected.json").files)) {
    // Its texts are formulas.
    if (file === "bad_formula_injection.csv") continue;
    const truth = json<Truth & { statements?: Truth[] }>(`${file}.truth.json`);
    const books = json<Record<string, Books>>("books.json")[scenario]!;
    const read = (truth.statements ?? [truth]).flatMap((one) => one.lines);
    const month = expected.map(({ index, key }) => {
      const { amountMinor, text, counterparty, reference, date } = read[index]!;
      const at = { bookedAt: new Date(date), counterparty: counterparty ?? "", reference: reference ?? "" };
      return { key: key.replace(/^(?:NEW|OLD):/, ""), line: line(amountMinor, text, at) };
    });
    // The seats are paid every month, so somebody has assigned the first ones.
    const seat = month.find(({ key }) => key === "dupA")?.line;
    const found = suggestLines(
      month.map((one) => one.line),
      known({
        candidates: candidatesOf(books),
        accounts: books.ownAccounts,
        company: books.company,
        assigned: seat ? [{ ...seat, to: "other_costs" }] : [],
      }),
    );
    for (const { key, line: one } of month) {
      // The card provider's payouts are matched by their numbers before anything is suggested.
      if (key.startsWith("payout")) continue;
      all += 1;
      const choice = found.get(one.id)?.choice;
      const right = EXPECTED[key] === undefined ? choice !== undefined && isHand(choice) : choice === EXPECTED[key];
      if (choice === undefined) left.push(`${file} ${key}: ${one.details}`);
      else if (!right) wrong.push(`${file} ${key}: ${one.details}: ${choice}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(all).toBeGreaterThan(200);
  expect({ left, share: left.length / all <= 0.05 }).toEqual({ left, share: true });
});

describe("the authority of a tax payment", () => {
  const several = [
    { authority: "DE", number: "DE123456788" },
    { authority: "GB", number: "GB123456789" },
    { authority: "OSS-DE", number: "DE123456788" },
    { authority: "CA-QC", number: "1234567890TQ0001" },
  ];
  const choiceOf = (details: string, of: Partial<Known> = {}): string | undefined => {
    const one = line(-40_000, details);
    return suggestLines([one], known({ authorities: several, ...of })).get(one.id)?.choice;
  };
  test("is the one whose number or name the text has", () => {
    expect(choiceOf("HMRC VAT 4711")).toBe("tax_payable:GB");
    expect(choiceOf("Revenu Quebec QST tax")).toBe("tax_payable:CA-QC");
    expect(choiceOf("tax GB 123 456 789")).toBe("tax_payable:GB");
  });
  test("isn't guessed if it could be several", () => {
    expect(choiceOf("VAT Q3")).toBeUndefined();
    expect(choiceOf("tax DE123456788")).toBeUndefined();
  });
  test("is the only one there is, or says that it isn't known", () => {
    expect(choiceOf("VAT Q3", { authorities: several.slice(0, 1) })).toBe("tax_payable:DE");
    expect(choiceOf("VAT Q3", { authorities: [] })).toBe("tax_payable:unknown");
  });
  test("of a rule from before there were any is found in the same way", () => {
    const rules = [
      {
        id: "r",
        words: "Quarterly",
        direction: "out" as const,
        account: "tax_payable" as const,
        alone: false,
        inputTaxBp: null,
        reverseCharge: false,
        supplierInEu: false,
      },
    ];
    expect(choiceOf("Quarterly HMRC", { rules })).toBe("tax_payable:GB");
    expect(choiceOf("Quarterly", { rules })).toBeUndefined();
  });
});

describe("a suggestion", () => {
  const candidate = (of: Partial<Candidate>): Candidate => ({
    value: "payout:a",
    label: "",
    amountMinor: -7_000,
    currency: "USD",
    name: null,
    ...of,
  });
  const rule = (words: string, account: "bank_fees" | "other_costs", direction: "any" | "in" | "out" = "any") => ({
    id: words,
    words,
    direction,
    account,
    alone: false,
    inputTaxBp: null as number | null,
    reverseCharge: false,
    supplierInEu: false,
  });

  test("follows the rule with the longest words, in its direction, before anything else", () => {
    const rules = [rule("Büro", "bank_fees"), rule("büro miete", "other_costs", "out")];
    expect(choiceOf(line(-90_000, "BUERO-MIETE November"), { rules })).toBe("other_costs");
    expect(choiceOf(line(90_000, "Büro-Miete zurück"), { rules })).toBe("bank_fees");
    expect(choiceOf(line(-100, "Bürostuhl"), { rules })).toBeUndefined();
  });

  test("of a rule with input tax says so, and what it books, rounded half up", () => {
    const rules = [{ ...rule("hosting", "other_costs"), inputTaxBp: 1_900 }];
    const [only] = suggestLines([line(-11_901, "Hosting")], known({ rules })).values();
    expect([only!.label, agreedTo(only!)]).toEqual(["Other costs, with 19% input tax", "other_costs@1900"]);
    const INCLUDED = { ...NO_LINE_TAX, inputTaxBp: 1_900 };
    expect(withInputTax("other_costs", -11_901, INCLUDED)).toEqual([
      { account: "other_costs", amountMinor: -10_001 },
      { account: "input_tax", amountMinor: -1_900 },
    ]);
    expect(withInputTax("other_costs", 119, INCLUDED)).toContainEqual({ account: "input_tax", amountMinor: 19 });
    // Too little to have tax in it.
    expect(withInputTax("other_costs", -2, INCLUDED)).toEqual([{ account: "other_costs", amountMinor: -2 }]);
    const ABROAD = { inputTaxBp: 1_900, reverseCharge: true, supplierInEu: false };
    const parts = withInputTax("other_costs", -10_003, ABROAD);
    expect(parts).toEqual([
      { account: "other_costs", amountMinor: -10_003 },
      { account: "input_tax", amountMinor: -1_901 },
      { account: "reverse_charge", amountMinor: 1_901 },
    ]);
    const FROM_EU = { ...ABROAD, supplierInEu: true };
    expect(withInputTax("other_costs", -10_003, FROM_EU)).toContainEqual({
      account: "reverse_charge_eu",
      amountMinor: 1_901,
    });
    // Agreeing to one isn't agreeing to the other.
    expect([ABROAD, FROM_EU].map((tax) => agreedTo({ choice: "other_costs", tax }))).toEqual([
      "other_costs@1900:reverse",
      "other_costs@1900:reverse-eu",
    ]);
    expect(bookedFor(only!, { amountMinor: -11_901, currency: "EUR", bookedAt: new Date(0) }, null)).toContain(
      "Debit Other costs €100.01 and Input tax €19.00, credit Not yet assigned €119.01.",
    );
  });

  test("is the payout whose editor the text names, or the only one of the amount, each for one line", () => {
    const candidates = [
      candidate({ value: "payout:jonas", name: "Jonas Käfer" }),
      candidate({ value: "payout:ida", name: "Ida Brömmel" }),
    ];
    expect(choiceOf(line(-7_000, "SEPA Jonas Kaefer November"), { candidates })).toBe("payout:jonas");
    expect(choiceOf(line(-7_000, "November"), { candidates })).toBeUndefined();
    const two = [line(-7_000, "November"), line(-7_000, "November")];
    const found = suggestLines(two, known({ candidates: candidates.slice(0, 1) }));
    expect(two.map((one) => found.get(one.id)?.choice)).toEqual(["payout:jonas", undefined]);
  });

  test("is the organization that the text names, or the only one that owes exactly this", () => {
    const owes = (name: string, owedMinor: number) =>
      candidate({ value: `balance:${name}`, amountMinor: 147_350, name, owedMinor });
    const candidates = [
      owes("Nordfels Verlag GmbH", 0),
      owes("Brackwater Press Inc", 147_350),
      owes("Müller", 147_350),
    ];
    expect(choiceOf(line(147_350, "Nordfels Verlag RE 12"), { candidates })).toBe("balance:Nordfels Verlag GmbH");
    expect(choiceOf(line(147_350, "Invoice"), { candidates })).toBeUndefined();
    expect(choiceOf(line(147_350, "Invoice"), { candidates: candidates.slice(0, 2) })).toBe(
      "balance:Brackwater Press Inc",
    );
  });

  test("is what a line with the same text was assigned to, whatever the month's numbers are", () => {
    const assigned = [{ ...line(-1_990, "Seat license 10/2026"), to: "other_costs" as const }];
    expect(choiceOf(line(-2_490, "SEAT LICENSE 11/2026"), { assigned })).toBe("other_costs");
    expect(choiceOf(line(2_490, "Seat license 11/2026"), { assigned })).toBeUndefined();
    expect(choiceOf(line(-2_490, "Seat licenses"), { assigned })).toBeUndefined();
  });

  test("names a transfer between own accounts by its number, and a fee that was put back", () => {
    const accounts = ["DE8899912345"];
    const savings = line(-100_000, "To DE88 9991 2345");
    expect(choiceOf(savings, { accounts })).toBe("own_transfers");
    expect(choiceOf({ ...savings, account: accounts[0]! }, { accounts })).toBeUndefined();
    // A payer may write our name, too.
    const company = "Stet Editing Ltd";
    expect(choiceOf(line(-500, "Reserve", { counterparty: company }), { company })).toBe("own_transfers");
    expect(choiceOf(line(500, `To ${company}, invoice 12`), { company })).toBeUndefined();
    const [charged, back] = [line(-2_500, "Wire trace fee"), line(2_500, "Reversal of the trace")];
    const found = suggestLines([charged, back], known());
    expect([found.get(charged.id)?.choice, found.get(back.id)?.choice]).toEqual(["bank_fees", "bank_fees"]);
  });

  test("is never made for a text that says nothing", () => {
    for (const text of ["", "Payment", "12345", "The coffee shop", "Vatican press", "Freepost"])
      expect([text, choiceOf(line(-500, text))]).toEqual([text, undefined]);
    expect(choiceOf(line(500, "Pinterest"))).toBeUndefined();
  });
});
