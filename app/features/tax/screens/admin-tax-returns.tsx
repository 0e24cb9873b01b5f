import { Form, Link, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import type { AuthorityReturns, ListedReturn } from "#app/features/payments/server/tax/returns.ts";
import { readReturns } from "#app/features/payments/server/tax/returns.ts";
import type { AuthorityAccount } from "#app/features/payments/server/invoices/read-tax-report.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { NativeSelect } from "#app/ui/fields.tsx";
import { Money } from "#app/ui/money.tsx";
import { DoneNote, ErrorNote } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { NOT_ATTRIBUTED, authorityName, registrationOf } from "../rules/authority.ts";
import { FREQUENCIES, FREQUENCY_WORDS } from "../rules/returns.ts";
import { setFrequency } from "../server/set-frequency.ts";
import { ReturnBadge } from "../ui/return-badge.tsx";
import styles from "./admin-tax.module.css";
import type { Route } from "./+types/admin-tax-returns";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Tax accounts and returns");

export const loader = pageLoader(({ actor }: PageRequest<Route.LoaderArgs>) => readReturns(actor));

export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: setFrequency,
    input: ({ text }) => ({ authority: text("authority"), frequency: text("frequency") }),
    done: "Frequency saved",
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** What's owed to each tax authority, and its returns. */
export default function AdminTaxReturns({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("tax."));
  const answer = useLastAnswer(actionData);
  const { authorities, accounts, year } = loaderData;
  return (
    <Page width="full">
      <PageTitle title="Tax accounts and returns" crumbs={[{ label: "Tax", to: href("/admin/tax") }]} />
      <ErrorNote problem={answer?.error} />
      <DoneNote answer={answer} />
      <Accounts accounts={accounts} year={year} />
      {authorities.length === 0 ? (
        <EmptyState title="No returns" mark="stet">
          Returns appear here for each registration on the <Link to="/admin/tax">tax page</Link>.
        </EmptyState>
      ) : null}
      {authorities.map((it) => (
        <Returns key={it.authority} of={it} />
      ))}
    </Page>
  );
}

/** What each authority's account moved this year, and what's owed now. */
function Accounts({ accounts, year }: { accounts: readonly AuthorityAccount[]; year: string }) {
  return (
    <Section title={`Accounts in ${year}`}>
      <DataTable<AuthorityAccount>
        caption={`Accounts of tax authorities in ${year}`}
        rows={accounts}
        rowKey={(it) => `${it.authority} ${it.currency}`}
        columns={[
          { key: "name", header: "Authority", cell: (it) => authorityName(it.authority) },
          {
            key: "before",
            header: "Owed on January 1",
            align: "end",
            cell: (it) => (
              <Money minor={it.owedMinor - it.ledgerMinor + it.paidMinor + it.byHandMinor} currency={it.currency} />
            ),
          },
          {
            key: "tax",
            header: "Tax on documents",
            align: "end",
            cell: (it) => <Money minor={it.ledgerMinor} currency={it.currency} />,
          },
          {
            key: "paid",
            header: "Paid by bank",
            align: "end",
            cell: (it) => <Money minor={it.paidMinor} currency={it.currency} />,
          },
          {
            key: "hand",
            header: "Taken off by hand",
            align: "end",
            cell: (it) => <Money minor={it.byHandMinor} currency={it.currency} />,
          },
          {
            key: "owed",
            header: "Owed now",
            align: "end",
            cell: (it) => <Money minor={it.owedMinor} currency={it.currency} />,
          },
        ]}
        empty={<p className="soft">Accounts appear here once tax is charged.</p>}
      />
      {accounts.some((it) => it.authority === NOT_ATTRIBUTED && it.owedMinor !== 0) ? (
        <p className="soft">
          {authorityName(NOT_ATTRIBUTED)}: booked before each authority had an account, or without a registration for
          it. An <Link to="/admin/accounts/entries/new?for=correction">entry by hand</Link> moves it.
        </p>
      ) : null}
    </Section>
  );
}

/** Filed returns that are shown without opening the list of older ones. */
const SHOWN = 3;

function Returns({ of }: { of: AuthorityReturns }) {
  const isTodo = ({ state }: ListedReturn) => state === "running" || state === "open" || state === "filed";
  const done = of.returns.filter((it) => !isTodo(it));
  const shown = of.returns.filter((it) => isTodo(it) || done.indexOf(it) < SHOWN);
  const older = done.slice(SHOWN);
  return (
    <Section title={of.name}>
      <p className="soft small">
        {of.number}
        {registrationOf(of.authority)?.scheme === "oss" ? ", declared every quarter by law" : null}
      </p>
      {registrationOf(of.authority)?.scheme === "oss" ? null : (
        <Form method="post" className={styles.buttons} preventScrollReset>
          <input type="hidden" name="authority" value={of.authority} />
          <NativeSelect
            name="frequency"
            label="How often the office wants a return"
            defaultValue={of.frequency ?? ""}
            key={of.frequency}
            data={[
              ...(of.frequency === null ? [{ value: "", label: "Choose" }] : []),
              ...FREQUENCIES.map((value) => ({ value, label: FREQUENCY_WORDS[value] })),
            ]}
          />
          <SubmitButton variant="default" pending="Saving">
            Save
          </SubmitButton>
        </Form>
      )}
      {of.frequency === null && of.returns.length === 0 ? null : (
        <ReturnTable caption={`Returns to ${of.name}`} authority={of.authority} returns={shown} />
      )}
      {older.length > 0 ? (
        <details>
          <summary>Older returns ({older.length})</summary>
          <ReturnTable caption={`Older returns to ${of.name}`} authority={of.authority} returns={older} />
        </details>
      ) : null}
    </Section>
  );
}

const ReturnTable = ({
  caption,
  authority,
  returns,
}: {
  caption: string;
  authority: string;
  returns: readonly ListedReturn[];
}) => (
  <DataTable<ListedReturn>
    caption={caption}
    rows={returns}
    rowKey={(it) => it.from}
    empty={<p className="soft">The first return appears here with the first invoice.</p>}
    columns={[
      {
        key: "period",
        header: "Period",
        cell: (it) => (
          <Link to={href("/admin/tax/returns/:authority/:from", { authority, from: it.from })}>{it.words}</Link>
        ),
      },
      { key: "state", header: "Status", cell: (it) => <ReturnBadge of={it} /> },
      {
        key: "due",
        header: "Due on",
        cell: (it) => (it.dueOn === null ? <span className="soft">Ask the office</span> : formatLongDay(it.dueOn)),
      },
      {
        key: "amount",
        header: "Declared",
        align: "end",
        cell: (it) => (it.dueMinor === null ? null : <Money minor={it.dueMinor} currency={it.currency!} />),
      },
      { key: "reference", header: "Reference", cell: (it) => it.reference },
    ]}
  />
);
