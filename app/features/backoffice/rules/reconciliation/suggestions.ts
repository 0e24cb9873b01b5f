/**
 * What a bank line probably is, with the reason, for a person who decides. Nothing is booked by a suggestion. All texts
 * are compared folded (`folded`): in small letters, without accents and punctuation.
 */
import { choiceLabel, taxChoice } from "#app/features/payments/rules/ledger/account-choice.ts";
import { type RecipientTaxAccount, recipientTaxAccount } from "#app/features/payments/rules/ledger/recipient-tax.ts";
import { type Authority, NOT_ATTRIBUTED, registrationOf } from "#app/features/tax/rules/authority.ts";
import { placeName } from "#app/features/tax/rules/places.ts";
import { formatRate } from "#app/features/tax/rules/tax-rule.ts";
import { divideHalfUp, formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY, formatDay, formatMonth } from "#app/platform/rules/core/time.ts";
import { folded } from "../bank-files/folded.ts";
import type { Assignable, KnownTarget, Target } from "./reconciliation.ts";

/** What an unexplained line can be, other than an account: a payout, a run, or on an organization's balance. */
export const HANDS = ["run", "payout", "balance"] as const;
export type Hand = `${(typeof HANDS)[number]}:${string}`;
export type Choice = Target | Hand;
export const isHand = (choice: Choice): choice is Hand => HANDS.some((hand) => choice.startsWith(`${hand}:`));

/** A line that nobody has explained. Amounts are in minor units, negative if money left. */
export type UnexplainedLine = {
  id: string;
  bookedAt: Date;
  amountMinor: number;
  currency: string;
  counterparty: string;
  details: string;
  reference: string;
  /** The number of the account that it's on. */
  account: string;
};

/** A payout, run, or organization that lines of this amount can be. */
export type Candidate = {
  value: Hand;
  label: string;
  amountMinor: number;
  currency: string;
  /** Who was paid or pays. Null for a run of several payouts. */
  name: string | null;
  /** For an organization, what it owes. */
  owedMinor?: number;
};

/** What one of several that make up a line can be. A document is what an organization pays by transfer. */
export const PARTS = ["run", "payout", "provider", "document", "balance"] as const;
export type PartChoice = `${(typeof PARTS)[number]}:${string}`;
export type PartCandidate = {
  value: PartChoice;
  label: string;
  amountMinor: number;
  /** Of a payout, its run. */
  runId: string | null;
  /** Whose balance it's on, if it's an organization's. */
  organizationId: string | null;
  /** The document's number, or the card provider's ID; "" without one. */
  reference: string;
};
/** How many of a kind are listed, and how many make up a line. */
export const MOST_CANDIDATES = 100;
export const MOST_PARTS = 50;
export const sumOfParts = (parts: readonly { amountMinor: number }[]): number =>
  parts.reduce((sum, part) => sum + part.amountMinor, 0);

export const DIRECTIONS = ["any", "in", "out"] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  any: "In or out",
  in: "Money in",
  out: "Money out",
};
/** Lines with these words belong to an account, as somebody of the finance team said. */
export type BankRule = {
  id: string;
  words: string;
  direction: Direction;
  account: KnownTarget;
  /** Whether it books without asking. */
  alone: boolean;
  /** The rate of the input tax in a line's amount, in basis points; null if there's none. */
  inputTaxBp: number | null;
  /** Whether the supplier is abroad and charges no tax, which we owe ourselves and get back. */
  reverseCharge: boolean;
  /** Whether that supplier is in another EU country. */
  supplierInEu: boolean;
};
/** The input tax of a line, as its rule says. */
export type LineTax = Pick<BankRule, "inputTaxBp" | "reverseCharge" | "supplierInEu">;
export const NO_LINE_TAX: LineTax = { inputTaxBp: null, reverseCharge: false, supplierInEu: false };
/** What kind of tax it is: "input tax", "reverse charge". */
export const lineTaxKind = ({ reverseCharge, supplierInEu }: Partial<Omit<LineTax, "inputTaxBp">>): string =>
  reverseCharge ? `reverse charge${supplierInEu ? " (EU)" : ""}` : "input tax";
/** "19% input tax". Empty if there's none. */
export const lineTaxWords = (tax: LineTax): string =>
  tax.inputTaxBp === null ? "" : `${formatRate(tax.inputTaxBp)} ${lineTaxKind(tax)}`;
/** Why a line is what its rule says. */
export const ruleReason = ({ words }: Pick<BankRule, "words">): string => `By the rule "${words}".`;
/** A line that a person assigned earlier. */
export type AssignedLine = Pick<UnexplainedLine, "bookedAt" | "amountMinor" | "counterparty" | "details"> & {
  to: KnownTarget;
};

export type Suggestion = {
  choice: Choice;
  /** "Bank fees", or what the candidate says. */
  label: string;
  /** A sentence. */
  reason: string;
  tax: LineTax;
};
/** What a person agrees to: the suggestion, with its tax. */
export const agreedTo = ({ choice, tax }: Pick<Suggestion, "choice" | "tax">): string =>
  tax.inputTaxBp === null
    ? choice
    : `${choice}@${tax.inputTaxBp}${tax.reverseCharge ? (tax.supplierInEu ? ":reverse-eu" : ":reverse") : ""}`;

/**
 * A line's amount as it's booked: on its account, and the input tax in it on that of input tax. With reverse charge, the
 * tax comes on top, and is owed and given back.
 * @param amountMinor with the tax that was charged, negative if money left
 */
export function withInputTax(
  account: Target,
  amountMinor: number,
  { inputTaxBp, reverseCharge, supplierInEu }: LineTax,
): { account: Target | RecipientTaxAccount; amountMinor: number }[] {
  const inMinor = reverseCharge ? 10_000 : 10_000 + (inputTaxBp ?? 0);
  const taxMinor = inputTaxBp === null ? 0 : divideHalfUp(amountMinor * inputTaxBp, inMinor);
  if (taxMinor === 0) return [{ account, amountMinor }];
  const inputTax = { account: "input_tax" as const, amountMinor: taxMinor };
  return reverseCharge
    ? [{ account, amountMinor }, inputTax, { account: recipientTaxAccount(supplierInEu), amountMinor: -taxMinor }]
    : [{ account, amountMinor: amountMinor - taxMinor }, inputTax];
}

/** What suggestions are made from. */
export type Known = {
  candidates: readonly Candidate[];
  rules: readonly BankRule[];
  /** Newest first. */
  assigned: readonly AssignedLine[];
  /** The authorities that tax is paid to, with the numbers of our registrations. */
  authorities: readonly { authority: Authority; number: string }[];
  /** The numbers of our bank accounts. */
  accounts: readonly string[];
  /** The company's name; "" if it isn't known yet. */
  company: string;
};

/** A kind of line that banks word themselves. */
type Worded = { account: Assignable; direction: Direction; words: string };

/**
 * Words that name what a line is, in the languages of their statements. The first kind with one of its words counts: a
 * tax is also called a charge, and interest is paid on savings.
 */
const WORDED: readonly Worded[] = [
  {
    account: "tax_payable",
    direction: "out",
    words:
      "tax salestax vat gst hmrc finanzamt umsatzsteuer mehrwertsteuer mwst tva btw omzetbelasting belastingdienst iva moms arvonlisävero alv skatteverket",
  },
  {
    account: "other_income",
    direction: "in",
    words:
      "interest habenzins zinsgutschrift zinsen intérêts creditrente rente interessi intereses ränta renter hyvityskorko korko odsetki",
  },
  {
    account: "own_transfers",
    direction: "any",
    words: "savings sav umbuchung sparkonto rücklagenkonto tagesgeld livret spaarrekening sparkonto säästötili ahorro",
  },
  {
    account: "bank_fees",
    direction: "any",
    words:
      "fee fees charge charges entgelt kontoführung gebühr gebühren spesen kosten frais commission cotisation avgift gebyr comisión commissioni spese palvelumaksu opłata",
  },
].map((kind) => ({ ...kind, words: folded(kind.words) }) as Worded);

/** What the tax offices of a place are called on bank statements, and their taxes. */
const OFFICES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    AT: "finanzamt umsatzsteuer",
    AU: "ato",
    BE: "btw tva",
    CA: "gst hst cra",
    "CA-QC": "qst tvq",
    CH: "estv mwst mehrwertsteuer tva iva",
    DE: "finanzamt umsatzsteuer mehrwertsteuer",
    DK: "moms skat",
    ES: "iva aeat",
    FI: "alv arvonlisävero vero",
    FR: "tva dgfip",
    GB: "hmrc",
    IT: "iva",
    NL: "belastingdienst omzetbelasting btw",
    NO: "mva skatteetaten merverdiavgift",
    NZ: "ird",
    SE: "moms skatteverket",
  }).map(([place, words]) => [place, folded(words)]),
);

/** Words from this length on are also found at the beginning of a longer one, and where the bank cut them in two. */
const LONG = 6;

/** Shorter texts, such as "fee", say too little to be the same. */
const SHORTEST = 4;
/** A line is put back within this time. */
const PUT_BACK_DAYS = 31;

/** Banks count days, without a time zone. */
const dayOf = (at: Date): string => formatDay(at, "UTC");
const textOf = (line: Pick<UnexplainedLine, "counterparty" | "details" | "reference">): string =>
  folded(`${line.counterparty} ${line.details} ${line.reference}`);

/** Whether a folded text has these folded words, as whole words in their order. */
const says = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);

/** Parts of companies' names that many have. */
const FORMS = new Set(
  "gmbh ggmbh mbh ag kg ug se inc llc ltd plc corp co bv nv sa sarl sas srl spa oy ab as pty pte".split(" "),
);

/** Whether a word of a name says whose it is. */
const isTelling = (word: string): boolean => word.length > 1 && !FORMS.has(word);

/** The words of a line's text that an organization's name can have. */
export const nameWords = (line: Pick<UnexplainedLine, "counterparty" | "details" | "reference">): string[] =>
  textOf(line).split(" ").filter(isTelling);

/**
 * Whether a folded text has a folded name: all of its words, or half of at least two, the first among them, because banks
 * cut names.
 */
function names(text: string, name: string): boolean {
  const words = name.split(" ").filter(isTelling);
  const found = words.filter((word) => says(text, word));
  if (found.length === 0) return false;
  return (
    found.length === words.length || (found.length >= 2 && found[0] === words[0] && found.length * 2 >= words.length)
  );
}

/** A line's text without what changes from month to month: references, numbers, and words with digits. */
const lastingText = (line: Pick<UnexplainedLine, "counterparty" | "details">): string =>
  textOf({ ...line, reference: "" })
    .split(" ")
    .filter((word) => !/\d/.test(word))
    .join(" ");

/** The same for lines of a text, apart by whether money came in or left. */
const lastingKey = (line: Pick<UnexplainedLine, "amountMinor" | "counterparty" | "details">): string =>
  `${line.amountMinor > 0 ? "in" : "out"} ${lastingText(line)}`;

/** What's known, with each text folded once: lines, rules, and candidates are compared with each other. */
function prepared({ candidates, rules, assigned, authorities, accounts, company }: Known) {
  const earlier = new Map<string, AssignedLine>();
  for (const line of assigned) if (!earlier.has(lastingKey(line))) earlier.set(lastingKey(line), line);
  const foldedNames = new Map(candidates.flatMap(({ name }) => (name === null ? [] : [[name, folded(name)] as const])));
  return {
    rules: rules
      .map((rule) => ({ ...rule, folded: folded(rule.words) }))
      .toSorted((a, b) => b.folded.length - a.folded.length),
    earlier,
    accounts: accounts.map((number) => ({ number, folded: folded(number).replaceAll(" ", "") })),
    company: folded(company),
    authorities: authorities.map(({ authority, number }) => {
      const place = registrationOf(authority)?.place ?? "";
      const names = [folded(placeName(place)), ...(OFFICES[place] ?? "").split(" ")].filter(Boolean);
      return { authority, number: folded(number).replaceAll(" ", ""), names };
    }),
    nameOf: (candidate: Candidate): string | null =>
      candidate.name === null ? null : foldedNames.get(candidate.name)!,
  };
}
type Prepared = ReturnType<typeof prepared>;

const goes = (direction: Direction, amountMinor: number): boolean =>
  direction === "any" || (direction === "in") === amountMinor > 0;

const account = (choice: Target, reason: string, tax: LineTax = NO_LINE_TAX): Suggestion => ({
  choice,
  label: tax.inputTaxBp === null ? choiceLabel(choice) : `${choiceLabel(choice)}, with ${lineTaxWords(tax)}`,
  reason,
  tax: { inputTaxBp: tax.inputTaxBp, reverseCharge: tax.reverseCharge, supplierInEu: tax.supplierInEu },
});

/**
 * The authority that a line of tax is for: the only one there is, or the one whose number or name the text has. Null if
 * it could be several.
 */
function taxOf(text: string, { authorities }: Prepared): Target | null {
  if (authorities.length < 2) return taxChoice(authorities[0]?.authority ?? NOT_ATTRIBUTED);
  const joined = text.replaceAll(" ", "");
  const numbered = authorities.filter((one) => one.number.length >= LONG && joined.includes(one.number));
  const found =
    numbered.length > 0 ? numbered : authorities.filter((one) => one.names.some((name) => says(text, name)));
  return found.length === 1 ? taxChoice(found[0]!.authority) : null;
}

/** The account of a rule or an earlier line, with the authority if it's tax without one. Null if that's not clear. */
function suggested(
  to: KnownTarget,
  text: string,
  all: Prepared,
  reason: string,
  tax: LineTax = NO_LINE_TAX,
): Suggestion | null {
  const target = to === "tax_payable" ? taxOf(text, all) : to;
  return target === null ? null : account(target, reason, tax);
}

/** The rule whose words are the longest of those that the line has. */
const ruleFor = (line: UnexplainedLine, text: string, all: Prepared): BankRule | undefined =>
  all.rules.find((one) => goes(one.direction, line.amountMinor) && says(text, one.folded));

function byRule(line: UnexplainedLine, text: string, all: Prepared): Suggestion | null {
  const rule = ruleFor(line, text, all);
  return rule ? suggested(rule.account, text, all, ruleReason(rule), rule) : null;
}

/**
 * The lines that are booked without asking, by ID, each with its rule and the account. Tax only goes to an authority that
 * the company is registered with.
 */
export function linesOfRules(
  lines: readonly UnexplainedLine[],
  known: Pick<Known, "rules" | "authorities">,
): Map<string, { rule: BankRule; to: Target }> {
  const all = prepared({ ...known, candidates: [], assigned: [], accounts: [], company: "" });
  const open = new Set<Target>([NOT_ATTRIBUTED, ...known.authorities.map((one) => one.authority)].map(taxChoice));
  return new Map(
    lines.flatMap((line) => {
      const text = textOf(line);
      const rule = ruleFor(line, text, all);
      if (!rule?.alone) return [];
      const to = rule.account === "tax_payable" ? taxOf(text, all) : rule.account;
      return to === null || (to.startsWith("tax_payable:") && !open.has(to)) ? [] : [[line.id, { rule, to }] as const];
    }),
  );
}

/** The payout, run, or organization that it's about: the named one, or else the only one. */
function byCandidate(
  line: UnexplainedLine,
  text: string,
  open: readonly Candidate[],
  { nameOf }: Prepared,
): Suggestion | null {
  const same = open.filter((one) => one.amountMinor === line.amountMinor && one.currency === line.currency);
  const named = same.filter((one) => names(text, nameOf(one) ?? ""));
  const owing = same.filter((one) => one.owedMinor === line.amountMinor);
  const [only] = named.length > 1 ? named.filter((one) => owing.includes(one)) : named;
  const isBalance = (one: Candidate): boolean => one.value.startsWith("balance:");
  if (only && (named.length === 1 || owing.length === 1)) {
    const owes = only.owedMinor === line.amountMinor ? " and that's what it owes" : "";
    return {
      choice: only.value,
      label: only.label,
      tax: NO_LINE_TAX,
      reason: isBalance(only)
        ? `The text names ${only.name!}${owes}.`
        : "The amount is the same, and the text has the name.",
    };
  }
  if (named.length > 0) return null;
  if (owing.length === 1)
    return {
      choice: owing[0]!.value,
      label: owing[0]!.label,
      reason: "It's exactly what this organization owes.",
      tax: NO_LINE_TAX,
    };
  const payouts = same.filter((one) => !isBalance(one));
  if (payouts.length !== 1) return null;
  return {
    choice: payouts[0]!.value,
    label: payouts[0]!.label,
    reason: "It's the only one of this amount.",
    tax: NO_LINE_TAX,
  };
}

/** The account of the newest line with the same text that a person assigned. */
function byEarlier(line: UnexplainedLine, text: string, all: Prepared): Suggestion | null {
  const same = lastingText(line).length < SHORTEST ? undefined : all.earlier.get(lastingKey(line));
  const reason = same && `The line of ${dayOf(same.bookedAt)} with the same text was assigned to it.`;
  return same ? suggested(same.to, text, all, reason!) : null;
}

/** Whether it's a transfer between accounts of ours: the text has another one's number, or we're on both sides. */
function ownTransfer(line: UnexplainedLine, text: string, { accounts, company }: Prepared): Suggestion | null {
  const joined = text.replaceAll(" ", "");
  if (accounts.some((one) => one.number !== line.account && one.folded.length >= LONG && joined.includes(one.folded)))
    return account("own_transfers", "The text has the number of another bank account of yours.");
  return company !== "" && names(folded(line.counterparty), company)
    ? account("own_transfers", "Your company is on the other side, too.")
    : null;
}

function byWords(line: UnexplainedLine, text: string, all: Prepared): Suggestion | null {
  const joined = text.replaceAll(" ", "");
  let at = 0;
  const starts = text.split(" ").map((word) => (at += word.length) - word.length);
  const has = (word: string): boolean =>
    says(text, word) || (word.length >= LONG && starts.some((start) => joined.startsWith(word, start)));
  for (const { account: to, direction, words } of WORDED) {
    const found = goes(direction, line.amountMinor) ? words.split(" ").find(has) : undefined;
    if (found) return suggested(to, text, all, `The text says "${found}".`);
  }
  return null;
}

/**
 * What matching a line with this books, for people who see it before they decide.
 * @param amountMinor the line's
 * @param closedUntil the end of the last closed month, or null: nothing is booked before it
 */
export function bookedFor(
  { choice, tax }: Pick<Suggestion, "choice" | "tax">,
  { amountMinor, currency, bookedAt }: { amountMinor: number; currency: string; bookedAt: Date },
  closedUntil: Date | null,
): string {
  const amount = formatMoney(Math.abs(amountMinor), currency);
  const late = closedUntil !== null && bookedAt < closedUntil;
  const on = late
    ? `Booked on ${dayOf(closedUntil)}, because ${formatMonth(bookedAt)} is closed.`
    : `Booked on ${dayOf(bookedAt)}.`;
  if (!isHand(choice)) {
    const parts = [
      ...withInputTax(choice, amountMinor, tax),
      { account: "unassigned" as const, amountMinor: 0 - amountMinor },
    ];
    const side = (sign: number) =>
      parts
        .filter((part) => Math.sign(part.amountMinor) === sign)
        .map((part) => `${choiceLabel(part.account)} ${formatMoney(Math.abs(part.amountMinor), currency)}`)
        .join(" and ");
    return `Debit ${side(-1)}, credit ${side(1)}. ${on}`;
  }
  if (choice.startsWith("balance:"))
    return amountMinor > 0
      ? `${amount} go to what the organization owes, the rest to its balance. ${on}`
      : `${amount} leave the organization's balance. ${on}`;
  return "Only marking the payout as paid or returned books it, so nothing is booked twice.";
}

const shareWords = (a: string, b: string): boolean => {
  const words = new Set(a.split(" ").filter((word) => word.length > 3 && !/\d/.test(word)));
  return b.split(" ").some((word) => words.has(word));
};

/**
 * What each line probably is. A payout or run is suggested for one line at most; what several could be has none.
 * @param lines oldest first
 */
export function suggestLines(lines: readonly UnexplainedLine[], known: Known): Map<string, Suggestion> {
  const all = prepared(known);
  const found = new Map<string, Suggestion>();
  const texts = new Map(lines.map((line) => [line.id, textOf(line)]));
  let open = [...known.candidates];
  const take = (line: UnexplainedLine, suggestion: Suggestion | null): void => {
    if (!suggestion) return;
    found.set(line.id, suggestion);
    if (isHand(suggestion.choice) && !suggestion.choice.startsWith("balance:"))
      open = open.filter((one) => one.value !== suggestion.choice || one.amountMinor !== line.amountMinor);
  };
  for (const line of lines) take(line, byRule(line, texts.get(line.id)!, all));
  for (const line of lines) if (!found.has(line.id)) take(line, byCandidate(line, texts.get(line.id)!, open, all));
  for (const line of lines) {
    const text = texts.get(line.id)!;
    if (!found.has(line.id))
      take(line, byEarlier(line, text, all) ?? ownTransfer(line, text, all) ?? byWords(line, text, all));
  }
  for (const [line, other] of putBack(lines, texts)) {
    const [one, two] = [found.get(line.id), found.get(other.id)];
    const same = one ?? two;
    if (!same || isHand(same.choice) || (one && two)) continue;
    const rest = one ? other : line;
    found.set(rest.id, { ...same, reason: `It puts back the line of ${dayOf((one ? line : other).bookedAt)}.` });
  }
  return found;
}

/** Pairs of lines, each a line and the one that puts it back. */
function putBack(
  lines: readonly UnexplainedLine[],
  texts: ReadonlyMap<string, string>,
): [UnexplainedLine, UnexplainedLine][] {
  const taken = new Set<string>();
  return lines.flatMap((line): [UnexplainedLine, UnexplainedLine][] => {
    const other = lines.find(
      (one) =>
        !taken.has(one.id) &&
        !taken.has(line.id) &&
        one.amountMinor === -line.amountMinor &&
        one.bookedAt >= line.bookedAt &&
        one.bookedAt.getTime() - line.bookedAt.getTime() <= PUT_BACK_DAYS * DAY &&
        shareWords(texts.get(line.id)!, texts.get(one.id)!),
    );
    if (!other) return [];
    taken.add(line.id).add(other.id);
    return [[line, other]];
  });
}
