import { importOf } from "./import/imports.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { LEGAL_TITLES, isLegalDocument } from "#app/features/accounts/rules/legal.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { choiceLabel } from "#app/features/payments/rules/ledger/account-choice.ts";
import { monthWords } from "./books.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type {} from "./facts.ts";
import { jobWords } from "./job-words.ts";
import { DIRECTION_WORDS, lineTaxKind } from "./reconciliation/suggestions.ts";
import { SETUP_TITLES } from "./setup.ts";

type EntryFact = { data: { entryId: string; memo: string; day: string; sumMinor: number; currency: string } };
const entryAmount = ({ data }: EntryFact): string => formatMoney(data.sumMinor, data.currency);
const entryDetail = (f: EntryFact): string[] => [f.data.memo, f.data.day, entryAmount(f)];
const entryPage = ({ data }: EntryFact): string => `/admin/accounts/entries/${data.entryId}`;

export const backofficeFactWords = {
  "books.statement_imported": {
    audit: { title: "Bank statement imported", detail: (f) => [`${f.data.newLines} of ${f.data.lines} lines are new`] },
    timeline: null,
    notices: [],
  },
  "books.details_added": {
    audit: {
      title: "Details added to bank lines",
      detail: (f) => [count(f.data.lines, "line"), count(f.data.payments, "payment")],
    },
    timeline: null,
    notices: [],
  },
  "task.ended": {
    audit: { title: "Background task ended", detail: (f) => [f.data.title, f.data.body] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        title: (f) => f.data.title,
        body: (f) => f.data.body,
        link: (f) => f.data.to,
        email: false,
        evenOwn: true,
      },
    ],
  },
  "books.statement_reversed": {
    audit: { title: "Import of a bank statement reversed", detail: (f) => [f.data.fileName, f.data.note] },
    timeline: null,
    notices: [],
  },
  "books.match_undone": {
    audit: { title: "Assignment of a bank line undone", detail: (f) => [f.data.says, f.data.note] },
    timeline: null,
    notices: [],
  },
  "books.duplicates_decided": {
    audit: {
      title: "Probable duplicates decided",
      detail: (f) => [count(f.data.count, "line"), f.data.are === "duplicates" ? "Duplicates" : "Booked"],
    },
    timeline: null,
    notices: [],
  },
  "books.difference_taken": {
    audit: { title: "Difference in the books assigned", detail: (f) => [f.data.title] },
    timeline: null,
    notices: [],
  },
  "books.difference_resolved": {
    audit: { title: "Difference in the books resolved", detail: (f) => [f.data.title, f.data.note] },
    timeline: null,
    notices: [],
  },
  "books.rule_saved": {
    audit: {
      title: "Rule for bank lines saved",
      detail: (f) => [
        f.data.words,
        DIRECTION_WORDS[f.data.direction],
        choiceLabel(f.data.account),
        ...(f.data.inputTax ? [`${f.data.inputTax}% ${lineTaxKind(f.data)}`] : []),
        ...(f.data.alone ? ["Books without asking"] : []),
      ],
    },
    timeline: null,
    notices: [],
  },
  "books.rule_booked": {
    audit: {
      title: "Bank lines booked by a rule",
      detail: (f) => [
        f.data.words,
        choiceLabel(f.data.account),
        count(f.data.count, "line"),
        formatMoney(f.data.amountMinor, f.data.currency),
      ],
    },
    timeline: null,
    notices: [],
  },
  "books.rule_undone": {
    audit: {
      title: "Bookings of a rule undone",
      detail: (f) => [f.data.words, count(f.data.count, "line"), f.data.note],
    },
    timeline: null,
    notices: [],
  },
  "books.rule_removed": {
    audit: { title: "Rule for bank lines removed", detail: (f) => [f.data.words] },
    timeline: null,
    notices: [],
  },
  "books.closing_proposed": {
    audit: {
      title: "Closing of a month proposed",
      detail: (f) => [
        monthWords(f.data.month),
        ...(f.data.openItems > 0 ? [count(f.data.openItems, "open item")] : []),
      ],
    },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 2,
        email: true,
        title: (f) => `${monthWords(f.data.month)} can be closed`,
        body: (f, a) =>
          `${a.name(f.actorId)} wants to close it${f.data.openItems > 0 ? `, although ${count(f.data.openItems, "item is", "items are")} open` : ""}. Another person has to agree.`,
        link: () => "/admin/accounts/months",
        button: "Open months",
      },
    ],
  },
  "books.closing_dropped": {
    audit: { title: "Closing of a month taken back", detail: (f) => [monthWords(f.data.month)] },
    timeline: null,
    notices: [],
  },
  "books.entry_proposed": {
    audit: { title: "Journal entry by hand proposed", detail: entryDetail },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 2,
        email: true,
        title: (f) => `A journal entry of ${entryAmount(f)} needs a second person`,
        body: (f, a) => `${a.name(f.actorId)} made it: ${f.data.memo}.`,
        link: entryPage,
        button: "Open entry",
      },
    ],
  },
  "books.entry_booked": {
    audit: { title: "Journal entry by hand booked", detail: entryDetail },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: false,
        title: () => "Your journal entry is booked",
        body: (f, a) => `${a.name(f.actorId)} agreed to it: ${f.data.memo}, ${entryAmount(f)}.`,
        link: entryPage,
        button: "Open entry",
      },
    ],
  },
  "books.entry_declined": {
    audit: { title: "Journal entry by hand declined", detail: (f) => [...entryDetail(f), f.data.reason] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: () => "Your journal entry was declined",
        body: (f, a) => `${f.data.memo}, ${entryAmount(f)}. ${a.name(f.actorId)} writes: ${f.data.reason}`,
        link: entryPage,
        button: "Open entry",
      },
    ],
  },
  "books.entry_withdrawn": {
    audit: { title: "Journal entry by hand taken back", detail: entryDetail },
    timeline: null,
    notices: [],
  },
  "books.month_closed": {
    audit: {
      title: "Month of the books closed",
      detail: (f) => [
        monthWords(f.data.month),
        count(f.data.entries, "entry", "entries"),
        ...(f.data.openItems > 0 ? [`${count(f.data.openItems, "open item")} accepted`] : []),
        ...(f.data.alone ? [`by one person: ${f.data.alone}`] : []),
      ],
    },
    timeline: null,
    notices: [],
  },
  "setup.confirmed": {
    audit: {
      title: "Setup step confirmed",
      detail: (f) => [SETUP_TITLES[f.data.step], isLegalDocument(f.data.item) ? LEGAL_TITLES[f.data.item] : ""],
    },
    timeline: null,
    notices: [],
  },
  "job.retried": {
    audit: {
      title: "Failed jobs retried",
      detail: (f) => [jobWords(f.data.job), count(f.data.count, "job")],
    },
    timeline: null,
    notices: [],
  },
  "job.discarded": {
    audit: { title: "Failed job discarded", detail: (f) => [jobWords(f.data.job), f.data.about, f.data.reason] },
    timeline: null,
    notices: [],
  },
  "accounts.imported": {
    audit: {
      title: "Imported from another system",
      detail: (f) => [count(f.data.rows, importOf(f.data.kind ?? "clients").noun)],
    },
    timeline: null,
    notices: [],
  },
  "setup.editors_invited": {
    audit: { title: "Editors invited to apply", detail: (f) => [String(f.data.count)] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;
