import { Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { fileReturn, payReturn, unpayReturn, withdrawReturn } from "#app/features/payments/server/tax/file-return.ts";
import { readReturn } from "#app/features/payments/server/tax/returns.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextInput, Textarea } from "#app/ui/fields.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { OSS_GERMANY } from "../rules/authority.ts";
import { type OneStopReturn, ossImportFault } from "../rules/oss-import.ts";
import { isEu, placeName } from "../rules/places.ts";
import { RECIPIENT_FIELDS, hasNoState, owedAsRecipient, periodWords } from "../rules/returns.ts";
import { TREATMENT_WORDS, formatRate } from "../rules/tax-rule.ts";
import { ReturnBadge } from "../ui/return-badge.tsx";
import type { Route } from "./+types/admin-tax-return";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Tax return");

export const loader = pageLoader(({ actor, params }: PageRequest<Route.LoaderArgs>) =>
  readReturn(actor, params.authority, params.from),
);

export const action = pageAction<Route.ActionArgs>({
  intents: {
    file: intent({
      command: fileReturn,
      input: ({ text, params }) => ({
        authority: params.authority,
        from: params.from,
        dueMinor: text("dueMinor"),
        reference: text("reference"),
      }),
      done: "Return marked as filed",
    }),
    pay: intent({
      command: payReturn,
      input: ({ text }) => ({ id: text("id"), paidOn: text("paidOn") }),
      done: "Return marked as paid",
    }),
    unpay: intent({
      command: unpayReturn,
      input: ({ text }) => ({ id: text("id"), paidOn: text("paidOn"), reason: text("reason") }),
      done: "Payment taken back",
    }),
    withdraw: intent({
      command: withdrawReturn,
      input: ({ text }) => ({ id: text("id"), reason: text("reason") }),
      done: "Filing taken back",
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

type Found = Route.ComponentProps["loaderData"];

/** One tax return: its figures, and whether it's filed and paid. */
export default function AdminTaxReturn({ loaderData: it, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("tax."));
  const answer = useLastAnswer(actionData);
  const { figures, due, period } = it;
  return (
    <Page>
      <PageTitle
        title={`${it.name}: ${period.words}`}
        crumbs={[
          { label: "Tax", to: href("/admin/tax") },
          { label: "Accounts and returns", to: href("/admin/tax/returns") },
        ]}
        lede={
          <>
            <ReturnBadge of={period} /> {it.number}.{" "}
            {due ? `Due on ${formatLongDay(due.day)}.` : "The office says when it's due."}
          </>
        }
      />
      <DoneNote answer={answer} />
      {figures.lacking > 0 && !it.filed ? (
        <Notice tone="attention" title="Some amounts are missing">
          {count(figures.lacking, "document or entry needs", "documents or entries need")} a reference rate that
          isn&apos;t imported. {period.state === "running" ? "The period isn't over. " : ""}
          <Link to="/admin/payouts/rates">Import the ECB&apos;s rates</Link>.
        </Notice>
      ) : null}
      <Figures it={it} />
      <State it={it} answer={answer} />
      {due ? (
        <p className="soft small">
          Due: {due.rule} If that&apos;s a weekend or a holiday, many offices take the next working day. Source:{" "}
          {due.source}.
        </p>
      ) : null}
    </Page>
  );
}

const withField = (what: string, field: string | undefined) =>
  field === undefined ? (
    what
  ) : (
    <>
      {what}
      <div className="soft small">Field {field} of the form</div>
    </>
  );

/** The parts of a return, each with its tax. */
function Figures({ it: { authority, figures, late, oneStop, dueMinor, period, filed } }: { it: Found }) {
  const money = (minor: number) => <Money minor={minor} currency={figures.currency} />;
  const known = (minor: number, isUnknown: boolean | undefined) =>
    isUnknown ? <span className="soft">Not known yet</span> : money(minor);
  const fields = RECIPIENT_FIELDS[authority];
  const owedMinor = owedAsRecipient(figures);
  const rows = [
    ...figures.rows.map((row) => ({
      key: `${row.treatment} ${row.place} ${row.rateBp} ${row.label}`,
      what: row.place ? placeName(row.place) : "Outside our registrations",
      rate: row.treatment === "charged" ? formatRate(row.rateBp) : TREATMENT_WORDS[row.treatment],
      baseMinor: row.baseMinor as number | null,
      taxMinor: row.taxMinor,
      isUnknown: row.isUnknown,
    })),
    ...(oneStop?.corrections ?? []).map((it) => ({
      key: `correction ${it.from} ${it.place}`,
      what: (
        <>
          Correction of {periodWords(it)}: {placeName(it.place)}
          {it.declaredMinor === null || it.isUnknown ? null : (
            <div className="soft small">
              {money(it.declaredMinor)} declared so far, {money(it.declaredMinor + it.taxMinor)} is right
            </div>
          )}
        </>
      ),
      rate: "",
      baseMinor: null,
      taxMinor: it.taxMinor,
      isUnknown: it.isUnknown,
    })),
    ...[
      { key: "reverse-eu", what: "invoices from other EU countries", of: figures.reverseChargeEu, field: fields?.eu },
      {
        key: "reverse",
        what: isEu(authority) ? "invoices from outside the EU" : "invoices from abroad",
        of: figures.reverseCharge,
        field: fields?.elsewhere,
      },
    ].flatMap(({ key, what, of, field }) =>
      of
        ? [
            {
              key,
              what: withField(`Owed as recipient of ${what}`, field),
              rate: TREATMENT_WORDS["reverse-charge"],
              ...of,
              isUnknown: of.isUnknown,
            },
          ]
        : [],
    ),
    ...(figures.inputTaxMinor
      ? [
          {
            key: "input",
            what:
              fields && owedMinor !== 0 ? (
                <>
                  Input tax
                  <div className="soft small">
                    {money(-owedMinor)} of it in field {fields.inputTax} of the form
                  </div>
                </>
              ) : (
                "Input tax"
              ),
            rate: "",
            baseMinor: null,
            taxMinor: figures.inputTaxMinor,
            isUnknown: undefined,
          },
        ]
      : []),
    ...(figures.byHandMinor === 0 && !figures.byHandIsUnknown
      ? []
      : [
          {
            key: "hand",
            what: "Entries by hand",
            rate: "",
            baseMinor: null,
            taxMinor: figures.byHandMinor,
            isUnknown: figures.byHandIsUnknown,
          },
        ]),
    ...late.filter(hasNoState).map((it) => ({
      key: `late ${it.from}`,
      what: `Booked in ${periodWords(it)} after its return`,
      rate: "",
      baseMinor: null,
      taxMinor: it.minor,
      isUnknown: undefined,
    })),
  ];
  return (
    <Section title="Figures">
      <DataTable
        caption={`Figures of the return for ${period.words}`}
        rows={rows}
        rowKey={(row) => row.key}
        csvHref={`/api/csv/tax-return?authority=${authority}&from=${period.from}`}
        columns={[
          { key: "what", header: "Place", narrow: "title", cell: (row) => row.what },
          { key: "rate", header: "Rate", align: "end", cell: (row) => row.rate || null },
          {
            key: "base",
            header: "Taxable amount",
            align: "end",
            cell: (row) => (row.baseMinor === null ? null : known(row.baseMinor, row.isUnknown)),
          },
          { key: "tax", header: "Tax", align: "end", cell: (row) => known(row.taxMinor, row.isUnknown) },
        ]}
        empty={<p className="soft">Nothing to declare in this period. The office wants a return all the same.</p>}
        footer={
          <strong>
            {figures.lacking > 0 && !filed ? (
              "Not known before the rates are there"
            ) : dueMinor === 0 ? (
              "Nothing to pay"
            ) : (
              <>
                {dueMinor < 0 ? "To get back" : "To pay"}: {money(Math.abs(dueMinor))}
              </>
            )}
          </strong>
        }
      />
      {authority === OSS_GERMANY && oneStop ? (
        <ImportFile authority={authority} from={period.from} of={oneStop} />
      ) : null}
      <p className="soft small">
        In {figures.currency}. {figures.rates}{" "}
        {figures.inputTaxMinor === undefined ? (
          <>
            Input tax is part of it only as far as <Link to="/admin/accounts/entries/new?for=tax">entries by hand</Link>{" "}
            take it off.
          </>
        ) : (
          <>
            Input tax is what was booked to that account: VAT on editors&apos; invoices, in bank lines, and in{" "}
            <Link to="/admin/accounts/entries/new?for=invoice">invoices by hand</Link>, and what you owe as a recipient,
            also of editors abroad. Once the return is filed,{" "}
            <Link to="/admin/accounts/entries/new?for=tax">set it off</Link> against what you owe.
          </>
        )}
      </p>
    </Section>
  );
}

/** The file for the German portal, or why it takes none. */
function ImportFile({ authority, from, of }: { authority: string; from: string; of: OneStopReturn }) {
  const fault = ossImportFault(of);
  if (fault) return <p className="soft small">No import file for the German portal (BZSt): {fault}</p>;
  return (
    <p>
      <a href={`/api/tax-returns/oss-import?authority=${authority}&from=${from}`} download>
        Import file for the German portal (BZSt)
      </a>{" "}
      <span className="soft small">
        {of.corrections.length > 0
          ? "What was supplied in the quarter, and corrections of earlier ones."
          : "What was supplied in the quarter."}
      </span>
    </p>
  );
}

/** Takes something back that was a mistake, with the reason. */
function TakeBack(of: {
  intent: string;
  label: string;
  fields: Readonly<Record<string, string>>;
  answer: FormAnswer | undefined;
}) {
  return (
    <ActionForm {...of} pending="Taking back" stops>
      {({ problem, typed }) => (
        <Textarea
          name="reason"
          label="Reason"
          required
          rows={2}
          maxLength={1_000}
          defaultValue={typed["reason"] ?? ""}
          error={fieldError(problem, "reason")}
        />
      )}
    </ActionForm>
  );
}

function State({ it, answer }: { it: Found; answer: FormAnswer | undefined }) {
  const { filed, figures, period, dueMinor, today } = it;
  if (!filed)
    return period.state === "running" || figures.lacking > 0 ? null : (
      <ActionForm
        intent="file"
        label="Mark as filed"
        pending="Saving"
        fields={{ dueMinor: String(dueMinor) }}
        answer={answer}
      >
        {({ problem, typed }) => (
          <TextInput
            name="reference"
            label="Reference"
            description="The number that the office gave the return. The figures are kept as they are now."
            required
            maxLength={100}
            defaultValue={typed["reference"] ?? ""}
            error={fieldError(problem, "reference")}
          />
        )}
      </ActionForm>
    );
  return (
    <Section title="Filed">
      <p>
        Filed by {filed.by ?? "somebody whose account is erased"} on <Instant at={filed.at} /> as {filed.reference}.
        {filed.paidOn
          ? ` Paid on ${formatLongDay(filed.paidOn)}, as ${filed.paidBy ?? "somebody whose account is erased"} said.`
          : ""}
      </p>
      {filed.sinceMinor === 0 ? null : (
        <Notice tone="attention" title="Something was booked in this period since">
          The next return declares <Money minor={filed.sinceMinor} currency={figures.currency} /> for it.
        </Notice>
      )}
      {dueMinor === 0 ? null : (
        <ActionForm
          intent="pay"
          label={filed.paidOn ? "Correct the day" : "Mark as paid"}
          pending="Saving"
          fields={{ id: filed.id }}
          answer={answer}
        >
          {({ problem, typed }) => (
            <TextInput
              name="paidOn"
              type="date"
              label="Paid on"
              description="The payment itself is booked when its bank line is matched."
              required
              max={today}
              defaultValue={typed["paidOn"] ?? filed.paidOn ?? today}
              error={fieldError(problem, "paidOn")}
            />
          )}
        </ActionForm>
      )}
      {filed.paidOn ? (
        <TakeBack
          intent="unpay"
          label="Not paid after all"
          fields={{ id: filed.id, paidOn: filed.paidOn }}
          answer={answer}
        />
      ) : (
        <TakeBack intent="withdraw" label="Take the filing back" fields={{ id: filed.id }} answer={answer} />
      )}
    </Section>
  );
}
