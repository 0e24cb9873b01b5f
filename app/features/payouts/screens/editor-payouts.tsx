import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { DAY, after, formatDay, formatDays } from "#app/platform/rules/core/time.ts";
import { proveOwner } from "#app/features/accounts/server/settings/settings-page.ts";
import { readDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import { listCountries } from "#app/platform/rules/core/country.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { holderAtBank, maskAccount } from "../rules/bank-details.ts";
import { rateWords } from "../rules/exchange.ts";
import { EARNINGS_LIST } from "../rules/pay-lists.ts";
import { askSmallPayout } from "../server/earnings/ask-small-payout.ts";
import { askBankChange, cancelBankChange } from "../server/bank/ask-bank-change.ts";
import { meansOf } from "../rules/scheme.ts";
import { findPendingBank } from "../server/bank/bank-changes.ts";
import { confirmBankChange } from "../server/bank/confirm-bank-change.ts";
import { findNextPayout } from "../server/earnings/find-next-payout.ts";
import { cutoffDayAt, payoutsAt } from "../server/earnings/read-payout-policy.ts";
import { findBank, listPayYears, pageEarnings } from "../server/earnings/list-earnings.ts";
import { type AccountScheme, likelyScheme } from "../rules/account-types.ts";
import { listPayouts } from "../server/runs/list-runs.ts";
import { sumEarnings } from "../server/earnings/sum-earnings.ts";
import { BankDetails } from "./editor-payouts/bank-details.tsx";
import { Earnings } from "./editor-payouts/earnings.tsx";
import { NextPayout } from "./editor-payouts/next-payout.tsx";
import { Payouts } from "./editor-payouts/payouts.tsx";
import type { Route } from "./+types/editor-payouts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "My payouts");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your payouts.");
  const query = readListQuery(search, EARNINGS_LIST);
  const year = /^\d{4}$/.test(query.filters.year) ? Number(query.filters.year) : undefined;
  const [list, payouts, next, bank, totals, years] = [
    await pageEarnings(actor.uid, query),
    await listPayouts(actor.uid, year),
    await findNextPayout(actor.uid, now()),
    await findBank(actor.uid),
    await sumEarnings(actor.uid),
    await listPayYears(actor.uid),
  ];
  const pending = await findPendingBank(actor.uid, now(), search.get("confirm"));
  const policy = await payoutsAt(now());
  const usableAt = (it: { createdAt: Date; usableAt: Date | null }) =>
    it.usableAt ?? after(it.createdAt, policy.bankFrozenMs);
  const kyc = (await readDetails(actor.uid))?.details;
  return {
    pending: pending ? { ...pending, createdAt: pending.createdAt.toISOString() } : null,
    mayHaveBank: actor.isEditor,
    paysEuros: meansOf(config().debtor).hasSepa,
    countries: listCountries(),
    confirm: search.get("confirm"),
    /** The form's initial values: the person's own details. */
    start: {
      scheme: likelyScheme(kyc?.country ?? ""),
      holder: kyc?.legalName ?? actor.displayName,
      addressLine: kyc?.addressLine ?? "",
      postCode: kyc?.postCode ?? "",
      town: kyc?.town ?? "",
      country: kyc?.country ?? "",
      currency: bank?.currency ?? "USD",
    },
    list,
    next,
    totals,
    years,
    year: year ?? null,
    payouts: payouts.map((p) => ({
      ...p,
      rate: rateWords(p),
    })),
    cutoffDay: await cutoffDayAt(now()),
    minimumMinor: policy.minimumMinor,
    settleDays: policy.settleMs / DAY,
    frozenDays: policy.bankFrozenMs / DAY,
    // The full number stays on the server.
    bank: bank
      ? {
          holder: bank.holder,
          holderAtBank: holderAtBank(bank),
          account: maskAccount(bank),
          bankName: bank.bankName ?? bank.bic ?? bank.clearingCode ?? "",
          currency: meansOf(config().debtor).hasSepa ? bank.currency : "USD",
          usableAt: usableAt(bank).toISOString(),
          refused: bank.refusedCode,
          frozen: usableAt(bank) > now(),
        }
      : null,
  };
});

const BANK_FIELDS = [
  "holder",
  "iban",
  "bic",
  "code",
  "accountNumber",
  "accountType",
  "holderType",
  "bankName",
  "addressLine",
  "postCode",
  "town",
  "country",
] as const;
/** Fields that the form may leave out, so that their default counts. */
const CHOICES = ["currency"] as const;

export const action = pageAction<Route.ActionArgs>({
  intents: {
    bank: async ({ actor, text, form, request }) => {
      await proveOwner(request, form);
      const to = await askBankChange(actor, {
        uid: uidOf(actor) ?? "",
        scheme: text("scheme") as AccountScheme,
        ...Object.fromEntries(BANK_FIELDS.map((name) => [name, text(name)])),
        ...Object.fromEntries(CHOICES.flatMap((name) => (form.has(name) ? [[name, text(name)]] : []))),
      });
      return { done: `We've sent an email to ${to}. Open the link in it to confirm. Until then, nothing changes.` };
    },
    "bank.confirm": intent({
      command: confirmBankChange,
      input: ({ actor, text }) => ({ uid: uidOf(actor) ?? "", token: text("token") }),
      done: ({ usableAt }) =>
        `Bank details confirmed. We'll pay to the new account from ${formatDay(usableAt, "UTC")} on.`,
    }),
    small: intent({
      command: askSmallPayout,
      input: ({ actor }) => ({ uid: uidOf(actor) ?? "" }),
      done: "Your next payout has no minimum.",
    }),
    "bank.cancel": intent({
      command: cancelBankChange,
      input: ({ actor }) => ({ uid: uidOf(actor) ?? "" }),
      done: "Change discarded. Your bank details are unchanged.",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An editor's earnings, how each was calculated, and when it is paid. */
export default function EditorPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const small = answer?.form === "small" ? answer : undefined;
  const { totals } = loaderData;
  const { currency } = totals;
  useLive((event) => /^(?:earning|payout|bank)/.test(event.kind));
  return (
    <Page>
      <PageTitle title="My payouts" actions={<Link to="/editor/invoice-history">Invoice history</Link>} />
      <DoneNote answer={small} />
      <ErrorNote problem={small?.error} />
      <NextPayout next={loaderData.next} />
      <Stats>
        <Stat label="Pending" value={formatMoney(totals.pending, currency)} detail="Pending author acceptance" />
        <Stat
          label="Available"
          value={formatMoney(totals.available, currency)}
          detail={
            loaderData.settleDays > 0
              ? `Paid in a run after ${formatDays(loaderData.settleDays * DAY)}`
              : "Paid in the next run"
          }
        />
        <Stat label="In payout" value={formatMoney(totals.inPayout, currency)} detail="On its way to your bank" />
        <Stat label="Paid" value={formatMoney(totals.paid, currency)} detail="All time" tone="paid" />
      </Stats>
      <Earnings data={loaderData} />
      <Payouts data={loaderData} />
      <BankDetails data={loaderData} answer={small ? undefined : answer} />
    </Page>
  );
}
