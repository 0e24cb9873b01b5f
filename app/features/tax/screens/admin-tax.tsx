import { NativeSelect, TextInput } from "@mantine/core";
import { useRef } from "react";
import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useSavedFields } from "#app/platform/browser/core/saved-fields.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/core/page-frame.ts";
import { taxPeriod } from "#app/features/payments/rules/tax-period.ts";
import { type TaxReport, type TaxReportRow, readTaxReport } from "#app/features/payments/server/read-tax-report.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { ErrorNote, Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { placeName } from "../rules/places.ts";
import { REGISTRATION_PLACES } from "../rules/registration.ts";
import { formatRate } from "../rules/tax-rule.ts";
import { decideRegistrationEnd } from "../server/decide-end.ts";
import { decideRegistration } from "../server/decide-registration.ts";
import { proposeRegistrationEnd } from "../server/propose-end.ts";
import { proposeRegistration } from "../server/propose-registration.ts";
import { type RegistrationOnPage, readTaxPage } from "../server/read-tax-page.ts";
import styles from "./admin-tax.module.css";
import type { Route } from "./+types/admin-tax";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Tax");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readTaxPage(actor)),
  report: await readTaxReport(actor, taxPeriod(search, now())),
}));

const decide = (approve: boolean) =>
  intent({
    command: decideRegistration,
    input: ({ text }) => ({ id: text("id"), approve }),
    done: () => (approve ? "Registration approved" : "Registration declined"),
  });
const decideEnd = (approve: boolean) =>
  intent({
    command: decideRegistrationEnd,
    input: ({ text }) => ({ id: text("id"), endDay: text("endDay"), approve }),
    done: () => (approve ? "End approved" : "End declined"),
  });

type Typed = Record<"scheme" | "place" | "number" | "validFrom", string>;

export const action = pageAction<Route.ActionArgs, object, Typed>({
  intents: {
    propose: intent({
      command: proposeRegistration,
      input: (asked) => typedIn(asked),
      done: () => "Registration proposed. Another admin has to approve it.",
    }),
    approve: decide(true),
    decline: decide(false),
    end: intent({
      command: proposeRegistrationEnd,
      input: ({ text }) => ({ id: text("id"), endDay: text("endDay") }),
      done: () => "End proposed. Another admin has to approve it.",
    }),
    "approve-end": decideEnd(true),
    "decline-end": decideEnd(false),
  },
  typed: (asked) => (asked.intent === "propose" ? typedIn(asked) : undefined),
});

const typedIn = ({ text }: FormRequest<Route.ActionArgs>): Typed => ({
  scheme: text("scheme"),
  place: text("place"),
  number: text("number"),
  validFrom: text("validFrom"),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Where the company is registered for tax, and what to report for a period. */
export default function AdminTax({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("tax."));
  const answer = useLastAnswer(actionData);
  const { registrations, today, report, companyCountry } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title="Tax"
        lede={
          registrations.some((it) => it.state === "valid") ? (
            <>
              Tax is added to orders where the company is registered. Rates are part of the{" "}
              <Link to="/admin/policy">policy</Link>.
            </>
          ) : (
            "The company isn't registered for tax anywhere, so no tax is charged."
          )
        }
      />
      <ErrorNote problem={answer?.error} />
      {answer?.done ? <Notice tone="good">{answer.done}</Notice> : null}
      {companyCountry === null ? (
        <Notice tone="attention" title="The company's details are missing">
          Tax depends on the country the company is in.{" "}
          <Link to="/admin/admin-tools?show=setup">Enter its details</Link> first.
        </Notice>
      ) : null}
      <Section title="Registrations">
        {registrations.length === 0 ? (
          <p className="soft">Registrations appear here once you add one below.</p>
        ) : (
          <ul className={styles.list}>
            {registrations.map((it) => (
              <Registered key={it.id} it={it} today={today} />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Add a registration">
        <NewRegistration typed={answer?.typed} answer={answer} today={today} />
      </Section>
      <Report report={report} />
    </Page>
  );
}

const STATES: Record<RegistrationOnPage["state"], { words: string; tone: StatusTone }> = {
  proposed: { words: "Needs approval", tone: "waiting" },
  declined: { words: "Declined", tone: "stopped" },
  valid: { words: "Valid", tone: "done" },
  scheduled: { words: "Scheduled", tone: "active" },
  ended: { words: "Ended", tone: "stopped" },
};

function Registered({ it, today }: { it: RegistrationOnPage; today: string }) {
  const { words, tone } = STATES[it.state];
  return (
    <li className={styles.registration}>
      <div className={styles.line}>
        <strong>{it.name}</strong> <span className="figures">{it.number}</span>{" "}
        <StatusBadge tone={tone}>{words}</StatusBadge>
      </div>
      <p className="soft small">
        From {it.validFrom}
        {it.validUntil ? ` until ${it.validUntil}` : ""}. Proposed by {it.proposer ?? "an admin"}
        {it.decider ? `, decided by ${it.decider}` : ""}.
      </p>
      {it.state === "proposed" ? (
        <Form method="post" className={styles.buttons}>
          <input type="hidden" name="id" value={it.id} />
          {it.own ? null : (
            <SubmitButton name="intent" value="approve" pending="Approving">
              Approve registration
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="decline" variant="default" pending="Declining">
            {it.own ? "Take back" : "Decline"}
          </SubmitButton>
          {it.own ? <span className="soft small">Another admin has to approve it.</span> : null}
        </Form>
      ) : null}
      {it.end ? (
        <Form method="post" className={styles.buttons}>
          <input type="hidden" name="id" value={it.id} />
          <input type="hidden" name="endDay" value={it.end.day} />
          <span>
            {it.end.by ?? "An admin"} proposed {it.end.day} as its last day.
          </span>
          {it.end.own ? null : (
            <SubmitButton name="intent" value="approve-end" pending="Approving">
              Approve end
            </SubmitButton>
          )}
          <SubmitButton name="intent" value="decline-end" variant="default" pending="Declining">
            {it.end.own ? "Take back" : "Decline"}
          </SubmitButton>
        </Form>
      ) : it.state === "valid" && it.validUntil === null ? (
        <details>
          <summary>End this registration</summary>
          <Form method="post" className={styles.buttons}>
            <input type="hidden" name="id" value={it.id} />
            <TextInput type="date" name="endDay" label="Last day" min={today} defaultValue={today} />
            <SubmitButton name="intent" value="end" variant="default" pending="Proposing">
              Propose end
            </SubmitButton>
          </Form>
        </details>
      ) : null}
    </li>
  );
}

function NewRegistration({
  typed,
  answer,
  today,
}: {
  typed: Typed | undefined;
  answer: { error?: ShownProblem } | undefined;
  today: string;
}) {
  const error = (field: string) => fieldError(answer?.error, field);
  const form = useRef<HTMLFormElement>(null);
  const empty: Typed = { scheme: "domestic", place: "", number: "", validFrom: today };
  const shown = typed ?? empty;
  useSavedFields(form, empty, answer);
  return (
    <Form method="post" className={styles.form} ref={form}>
      <NativeSelect
        id="scheme"
        name="scheme"
        label="Kind"
        description="Choose the One Stop Shop if your tax adviser counts the service as electronic: private persons in the EU then pay the rate of their own country."
        defaultValue={shown.scheme}
        data={[
          { value: "domestic", label: "Country, state, or province" },
          { value: "oss", label: "EU One Stop Shop" },
        ]}
        error={error("scheme")}
      />
      <NativeSelect
        id="place"
        name="place"
        label="Place"
        required
        defaultValue={shown.place}
        data={[
          { value: "", label: "Choose a place" },
          ...REGISTRATION_PLACES.map(({ code, label }) => ({ value: code, label })),
        ]}
        error={error("place")}
      />
      <TextInput
        id="number"
        name="number"
        label="Registration number"
        description="As it appears on invoices. VAT IDs start with the country's letters."
        required
        maxLength={40}
        defaultValue={shown.number}
        error={error("number")}
      />
      <TextInput
        id="validFrom"
        name="validFrom"
        type="date"
        label="Valid from"
        required
        defaultValue={shown.validFrom}
        error={error("validFrom")}
      />
      <div>
        <SubmitButton name="intent" value="propose" pending="Proposing">
          Propose registration
        </SubmitButton>
      </div>
    </Form>
  );
}

const TREATMENTS: Record<TaxReportRow["treatment"], string> = {
  charged: "Charged",
  "reverse-charge": "Reverse charge",
  none: "Not subject to tax",
};

function Report({ report }: { report: TaxReport }) {
  const { rows, from, until, invoicedMinor, ledgerMinor } = report;
  const currency = rows[0]?.currency ?? "USD";
  return (
    <Section title="What to report">
      <Form method="get" className={styles.buttons} action={href("/admin/tax")}>
        <TextInput type="date" name="from" label="From" defaultValue={from} key={from} />
        <TextInput type="date" name="until" label="Until" defaultValue={until} key={`until ${until}`} />
        <SubmitButton variant="default" pending="Loading">
          Show period
        </SubmitButton>
      </Form>
      <DataTable<TaxReportRow>
        caption={`Tax from ${from} until ${until}`}
        rows={rows}
        rowKey={(r) => `${r.treatment} ${r.code} ${r.rateBp} ${r.currency}`}
        csvHref={`/api/csv/tax?from=${from}&until=${until}`}
        empty={<p className="soft">No invoices with tax in this period.</p>}
        columns={[
          { key: "place", header: "Place", cell: (r) => (r.code ? placeName(r.code) : "Outside our registrations") },
          { key: "treatment", header: "Treatment", cell: (r) => TREATMENTS[r.treatment] },
          {
            key: "rate",
            header: "Rate",
            align: "end",
            cell: (r) => (r.treatment === "charged" ? formatRate(r.rateBp) : "–"),
          },
          {
            key: "net",
            header: "Net",
            align: "end",
            cell: (r) => <span className="figures">{formatMoney(r.baseMinor, r.currency)}</span>,
          },
          {
            key: "tax",
            header: "Tax",
            align: "end",
            cell: (r) => <span className="figures">{formatMoney(r.taxMinor, r.currency)}</span>,
          },
          { key: "documents", header: "Documents", align: "end", cell: (r) => r.documents },
        ]}
      />
      <p className={invoicedMinor === ledgerMinor ? "soft" : undefined}>
        {invoicedMinor === ledgerMinor
          ? `Tax on invoices less credit notes: ${formatMoney(invoicedMinor, currency)}, the same as on the ledger's account “Tax payable”.`
          : `Invoices show ${formatMoney(invoicedMinor, currency)} of tax, but the ledger's account “Tax payable” moved by ${formatMoney(ledgerMinor, currency)}. Check the account's lines before you report.`}
      </p>
    </Section>
  );
}
