import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/frame/page-link.tsx";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import {
  type FormRequest,
  type PageRequest,
  intent,
  pageAction,
  pageLoader,
} from "#app/platform/server/requests/page-frame.ts";
import { taxPeriod } from "#app/features/payments/rules/invoices/tax-period.ts";
import { readThresholds } from "#app/features/payments/server/tax/thresholds.ts";
import { readTaxReport } from "#app/features/payments/server/invoices/read-tax-report.ts";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { decideRegistrationEnd } from "../server/decide-end.ts";
import { decideRegistration } from "../server/decide-registration.ts";
import { proposeRegistrationEnd } from "../server/propose-end.ts";
import { proposeRegistration } from "../server/propose-registration.ts";
import { readTaxPage } from "../server/read-tax-page.ts";
import styles from "./admin-tax.module.css";
import type { Route } from "./+types/admin-tax";
import { NewRegistration, type Typed } from "./admin-tax/new-registration.tsx";
import { Registered } from "./admin-tax/registered.tsx";
import { Thresholds } from "./admin-tax/thresholds.tsx";
import { Report } from "./admin-tax/report.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Tax");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  ...(await readTaxPage(actor)),
  thresholds: await readThresholds(actor),
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

export const action = pageAction<Route.ActionArgs, object, Typed>({
  intents: {
    propose: intent({
      command: proposeRegistration,
      input: (asked) => typedIn(asked),
      done: ({ approved }) =>
        approved ? "Registration added" : "Registration proposed. Someone else has to approve it.",
    }),
    approve: decide(true),
    decline: decide(false),
    end: intent({
      command: proposeRegistrationEnd,
      input: ({ text }) => ({ id: text("id"), endDay: text("endDay") }),
      done: () => "End proposed. Someone else has to approve it.",
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
        actions={
          <Button component={Link} to="/admin/tax/returns" variant="default">
            Accounts and returns
          </Button>
        }
        lede={
          registrations.some((it) => it.state === "valid") ? (
            <>
              Tax is added to orders where the company is registered. Rates are part of the{" "}
              <PageLink to="/admin/policy">policy</PageLink>.
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
          <PageLink to="/admin/admin-tools?show=setup">Enter its details</PageLink> first.
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
      <Thresholds thresholds={loaderData.thresholds} />
      <Report report={report} />
    </Page>
  );
}
