import { type FormEvent, useState } from "react";
import { Form, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { SCAN_ACCEPT, SCAN_WORDS } from "#app/platform/rules/text/scan.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { Button } from "#app/ui/button.tsx";
import { NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle } from "#app/ui/page.tsx";
import { PageTabs } from "#app/ui/frame/page-tabs.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { monthAfter } from "../rules/books.ts";
import { MANUAL_ENTRY_BOUNDS, TEMPLATES, linesTyped, templateOf } from "../rules/manual-entry.ts";
import { sendEntry } from "../server/books/manual-entries.ts";
import { readNewEntry } from "../server/books/read-entries.ts";
import styles from "../ui/entry.module.css";
import finance from "../ui/finance.module.css";
import type { Route } from "./+types/admin-entry-new";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "New journal entry");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readNewEntry(actor)),
  code: templateOf(search.get("for")).code,
}));

export const action = pageAction<Route.ActionArgs>({
  takesFiles: true,
  only: intent({
    command: sendEntry,
    input: async ({ form, text }) => {
      const file = form.get("files");
      return {
        entryId: text("entryId"),
        day: text("day"),
        memo: text("memo"),
        reason: text("reason"),
        takeBackOn: text("takeBackOn"),
        lines: linesTyped(text),
        bytes: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
      };
    },
    goTo: (_, { text }) => href("/admin/accounts/entries/:entryId", { entryId: text("entryId") }),
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** A new journal entry by hand. */
export default function AdminEntryNew({ loaderData, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const { code, today, openFrom, twoAboveMinor } = loaderData;
  const template = templateOf(code);
  // A form that was refused keeps the id it was sent with.
  const [entryId] = useState(loaderData.entryId);
  const problem = answer?.error;
  const typed: Record<string, string> = answer?.typed ?? {};
  return (
    <Page width="full">
      <PageTitle
        title="New journal entry"
        crumbs={[{ label: "Entries by hand", to: href("/admin/accounts/entries") }]}
      />
      <PageTabs
        label="What it's for"
        shown={code}
        tabs={TEMPLATES.map((one) => ({ key: one.code, label: one.label, to: `?for=${one.code}` }))}
      />
      <p className={finance.note}>{template.what}</p>
      <Form method="post" encType="multipart/form-data" className={styles.entry} noValidate preventScrollReset>
        <ErrorNote problem={problem} />
        <input type="hidden" name="entryId" value={entryId} />
        <div className={finance.form}>
          <TextInput
            name="day"
            type="date"
            label="Date"
            description={openFrom ? `In UTC, from ${openFrom} on` : "In UTC"}
            max={today}
            {...(openFrom ? { min: openFrom } : {})}
            required
            defaultValue={typed["day"] ?? today}
            error={fieldError(problem, "day")}
          />
          <TextInput
            key={code}
            name="takeBackOn"
            type="date"
            label="Taken back on"
            description="Empty: it stays"
            defaultValue={typed["takeBackOn"] ?? (template.isTakenBack ? `${monthAfter(today.slice(0, 7))}-01` : "")}
            error={fieldError(problem, "takeBackOn")}
          />
        </div>
        <TextInput
          name="memo"
          label="Description in the journal"
          placeholder="Hosting for November, invoice not here yet"
          required
          maxLength={200}
          defaultValue={typed["memo"] ?? ""}
          error={fieldError(problem, "memo")}
        />
        <Lines
          key={code}
          usual={[template.debit, template.andDebit, template.credit, template.andCredit].filter(
            (one) => one !== undefined,
          )}
          accounts={loaderData.accounts}
          typed={typed}
          fault={fieldError(problem, "lines")}
        />
        <Textarea
          name="reason"
          label="Reason"
          description="Why it's booked by hand, and where the amount comes from"
          required
          rows={3}
          maxLength={1_000}
          defaultValue={typed["reason"] ?? ""}
          error={fieldError(problem, "reason")}
        />
        <label className={styles.file}>
          <span>Document</span>
          <input type="file" name="files" accept={SCAN_ACCEPT} />
          <span className={finance.under}>{SCAN_WORDS} It&apos;s kept encrypted with the entry.</span>
          {fieldError(problem, "files") ? <span className={styles.wrong}>{fieldError(problem, "files")}</span> : null}
        </label>
        <div>
          <SubmitButton pending="Booking">Book entry</SubmitButton>
          <p className={finance.under}>
            Above {formatMoney(twoAboveMinor, CURRENCY)}, it&apos;s booked once a second person agrees. An entry in the
            journal never changes. It can be taken back by an opposite one.
          </p>
        </div>
      </Form>
    </Page>
  );
}

const FIRST_LINES = 4;

/** The lines: an account each, with a debit or a credit, and what they add up to. */
function Lines({
  usual: accountsOfTemplate,
  accounts,
  typed,
  fault,
}: {
  /** The accounts of the first lines, null where it's open. */
  usual: readonly (string | null)[];
  accounts: readonly { value: string; label: string }[];
  typed: Readonly<Record<string, string>>;
  fault: string | undefined;
}) {
  // Of tax, a template can't know whose it is, unless there's only one authority.
  const taxes = accounts.filter(({ value }) => value.startsWith("tax_payable:"));
  const usual = accountsOfTemplate.map((account) =>
    account === "tax_payable" ? (taxes.length === 2 ? taxes[0]!.value : "") : (account ?? ""),
  );
  const most = MANUAL_ENTRY_BOUNDS.lines;
  const used = Array.from({ length: most }, (_, i) => i + 1).findLast(
    (n) => typed[`debit-${n}`] || typed[`credit-${n}`],
  );
  const [shown, setShown] = useState(Math.max(FIRST_LINES, used ?? 0));
  const [sums, setSums] = useState({ debitMinor: 0, creditMinor: 0 });
  const add = (event: FormEvent<HTMLFieldSetElement>) => {
    const form = event.currentTarget.form;
    if (!form) return;
    const fields = new FormData(form);
    const lines = linesTyped((name) => {
      const typed = fields.get(name);
      return typeof typed === "string" ? typed : "";
    });
    const known = lines.map((line) => line.amountMinor).filter((amount) => Number.isFinite(amount));
    setSums({
      debitMinor: known.reduce((sum, amount) => sum + Math.max(0, amount), 0),
      creditMinor: known.reduce((sum, amount) => sum - Math.min(0, amount), 0),
    });
  };
  const offMinor = sums.debitMinor - sums.creditMinor;
  return (
    <fieldset className={styles.lines} onInput={add}>
      <legend>Lines in {CURRENCY}</legend>
      {Array.from({ length: shown }, (_, i) => i + 1).map((n) => (
        <div key={n} className={styles.line}>
          <NativeSelect
            name={`account-${n}`}
            aria-label={`Account of line ${n}`}
            data={[{ value: "", label: "Choose an account" }, ...accounts]}
            defaultValue={typed[`account-${n}`] ?? usual[n - 1] ?? ""}
          />
          <TextInput
            name={`debit-${n}`}
            aria-label={`Debit of line ${n}`}
            placeholder="Debit"
            inputMode="decimal"
            maxLength={20}
            defaultValue={typed[`debit-${n}`] ?? ""}
          />
          <TextInput
            name={`credit-${n}`}
            aria-label={`Credit of line ${n}`}
            placeholder="Credit"
            inputMode="decimal"
            maxLength={20}
            defaultValue={typed[`credit-${n}`] ?? ""}
          />
        </div>
      ))}
      {fault ? <p className={styles.wrong}>{fault}</p> : null}
      <p className={finance.under} aria-live="polite">
        Debits {formatMoney(sums.debitMinor, CURRENCY)}, credits {formatMoney(sums.creditMinor, CURRENCY)}
        {offMinor === 0 ? "." : `. ${formatMoney(Math.abs(offMinor), CURRENCY)} apart.`}
      </p>
      {shown < most ? (
        <div>
          <Button type="button" variant="default" size="compact-sm" onClick={() => setShown(Math.min(most, shown + 2))}>
            More lines
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
