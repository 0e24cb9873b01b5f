import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { type ReactNode } from "react";
import { Form, Link } from "react-router";
import {
  CURRENCY,
  type PricingPolicy,
  SERVICES,
  SERVICE_LABELS,
  TURNAROUND_LABELS,
} from "#app/features/pricing/rules/policy.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice, fieldError } from "#app/ui/notice.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type SetupRow, type SetupStep, missingToOpen } from "../rules/setup.ts";
import type { SetupView } from "../server/read-setup.ts";
import type { ToolsAnswer } from "./operations.tsx";
import styles from "./setup-checklist.module.css";

/** Everything between an empty server and the first order, each row as the product finds it to be. */
export function SetupChecklist({
  setup,
  arrived,
  answer,
}: {
  setup: SetupView;
  arrived: string | null;
  answer: ToolsAnswer | undefined;
}) {
  const missing = missingToOpen(setup.rows);
  const bodies: Record<SetupStep, ReactNode> = {
    company: <CompanyForm key={setup.company?.version ?? 0} setup={setup} answer={answer} />,
    prices: <Prices pricing={setup.pricing} />,
    card: (
      <Form method="post" className={styles.form}>
        <p className="soft small">
          You'll pay $1.00 on the card provider's page. It's refunded as soon as it arrives, and it isn't booked.
        </p>
        <SubmitButton name="intent" value="test-payment" variant="default" pending="Opening">
          Make a test payment
        </SubmitButton>
      </Form>
    ),
    email: arrived ? (
      <Form method="post" className={styles.form}>
        <input type="hidden" name="code" value={arrived} />
        <SubmitButton name="intent" value="email-arrived" pending="Confirming">
          Confirm the email arrived
        </SubmitButton>
      </Form>
    ) : (
      <Form method="post" className={styles.form}>
        <p className="soft small">
          Sent from {setup.sender} to {setup.ownEmail}.
        </p>
        <SubmitButton name="intent" value="test-email" variant="default" pending="Sending">
          Send a test email
        </SubmitButton>
      </Form>
    ),
    legal: <LegalTexts documents={setup.documents} />,
    domain: null,
    dns: (
      <Form method="post" className={styles.form} noValidate>
        <TextInput
          id="selector"
          name="selector"
          label="DKIM selector"
          description="Your mail provider names it where it explains DKIM."
          defaultValue={answer?.form === "dns" && answer.typed ? answer.typed["selector"] : setup.selector}
          error={answer?.form === "dns" ? fieldError(answer.error, "selector") : undefined}
        />
        <SubmitButton name="intent" value="dns" variant="default" pending="Checking">
          Check DNS records
        </SubmitButton>
      </Form>
    ),
    editors: <InviteEditors setup={setup} answer={answer} />,
    article: <Link to="/admin/blog">Write an article</Link>,
  };
  return (
    <div className={styles.list}>
      {setup.openedAt ? (
        <Notice tone="good" title="The shop is open">
          Since <Instant at={setup.openedAt} />.
        </Notice>
      ) : (
        <Notice tone="attention" title="The shop isn't open yet">
          {missing.length === 0
            ? "Every required step is done. Open the shop when you're ready."
            : `${missing.length === 1 ? "1 required step" : `${missing.length} required steps`} left. Until you open, public pages say “Opening soon” and nobody can order.`}
        </Notice>
      )}
      <ol className={styles.rows}>
        {setup.rows.map((row) => (
          <Row key={row.step} row={row} open={!row.done || (row.step === "email" && arrived !== null)}>
            {bodies[row.step]}
          </Row>
        ))}
      </ol>
      {setup.openedAt ? (
        <ConfirmButton
          title="Close the shop?"
          confirm="Close the shop"
          pending="Closing"
          stops
          fields={{ intent: "close-shop" }}
          body={
            <>
              <p>New orders and payments are refused until you open it again. Paid orders continue as promised.</p>
              <Textarea name="reason" label="Reason" required maxLength={500} autosize minRows={2} />
            </>
          }
        >
          Close the shop
        </ConfirmButton>
      ) : (
        <Form method="post">
          <SubmitButton name="intent" value="open-shop" pending="Opening" disabled={missing.length > 0}>
            Open the shop
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}

function Row({ row, open, children }: { row: SetupRow; open: boolean; children: ReactNode }) {
  const head = (
    <>
      <StatusBadge tone={row.done ? "done" : row.required ? "waiting" : "neutral"}>
        {row.done ? "Done" : row.required ? "Required" : "Recommended"}
      </StatusBadge>
      <span className={styles.title}>{row.title}</span>
      <span className={styles.says}>{row.says}</span>
    </>
  );
  return (
    <li id={row.step} className={styles.row}>
      {children ? (
        <details open={open}>
          <summary className={styles.head}>{head}</summary>
          <div className={styles.body}>{children}</div>
        </details>
      ) : (
        <div className={styles.head}>{head}</div>
      )}
    </li>
  );
}

function CompanyForm({ setup, answer }: { setup: SetupView; answer: ToolsAnswer | undefined }) {
  const mine = answer?.form === "company" ? answer : undefined;
  const saved = setup.company;
  const of = (name: string, fallback: string): string => mine?.typed?.[name] ?? fallback;
  const error = (name: string) => fieldError(mine?.error, name);
  return (
    <Form method="post" className={styles.form} noValidate>
      <ErrorNote problem={mine?.error} />
      <input type="hidden" name="version" value={saved?.version ?? 0} />
      <TextInput
        id="legalName"
        name="legalName"
        label="Legal name"
        required
        defaultValue={of("legalName", saved?.legalName ?? "")}
        error={error("legalName")}
      />
      <Textarea
        id="address"
        name="address"
        label="Street and postal code"
        required
        autosize
        minRows={2}
        defaultValue={of("address", saved?.address ?? "")}
        error={error("address")}
      />
      <TextInput
        id="town"
        name="town"
        label="City"
        required
        defaultValue={of("town", saved?.town ?? "")}
        error={error("town")}
      />
      <NativeSelect
        id="country"
        name="country"
        label="Country"
        required
        defaultValue={of("country", saved?.country ?? "")}
        error={error("country")}
        data={[
          { value: "", label: "Choose a country" },
          ...setup.countries.map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextInput
        id="registration"
        name="registration"
        label="Company registration"
        description="Register and number, for example “HRB 12345, Frankfurt am Main”."
        required
        defaultValue={of("registration", saved?.registration ?? "")}
        error={error("registration")}
      />
      <fieldset className={styles.choice}>
        <legend>VAT</legend>
        {(["yes", "no"] as const).map((value) => (
          <label key={value}>
            <input
              type="radio"
              name="vatRegistered"
              value={value}
              defaultChecked={of("vatRegistered", saved ? (saved.vatId ? "yes" : "no") : "") === value}
            />
            {value === "yes" ? "Registered for VAT" : "Not registered for VAT"}
          </label>
        ))}
        {error("vatRegistered") ? <p className={styles.error}>{error("vatRegistered")}</p> : null}
      </fieldset>
      <TextInput
        id="vatId"
        name="vatId"
        label="VAT ID"
        description="Only if registered."
        defaultValue={of("vatId", saved?.vatId ?? "")}
        error={error("vatId")}
      />
      <SubmitButton name="intent" value="company" pending="Saving">
        Save company details
      </SubmitButton>
    </Form>
  );
}

function Prices({ pricing }: { pricing: PricingPolicy }) {
  const { mills, minimumMinor } = pricing;
  const currency = CURRENCY;
  return (
    <Form method="post" className={styles.form}>
      <input type="hidden" name="step" value="prices" />
      <table className={styles.prices}>
        <caption>Per 1,000 words, in {currency}</caption>
        <tbody>
          {SERVICES.map((service) => {
            // Turnarounds that a service isn't sold at have no rate.
            const rates = (Object.entries(mills[service]) as [keyof typeof TURNAROUND_LABELS, number | null][]).filter(
              (rate): rate is [keyof typeof TURNAROUND_LABELS, number] => Boolean(rate[1]),
            );
            const slow = rates[0]!;
            const fast = rates.at(-1)!;
            return (
              <tr key={service}>
                <th scope="row">{SERVICE_LABELS[service]}</th>
                <td className="figures">
                  {formatMoney(slow[1] * 100, currency)} ({TURNAROUND_LABELS[slow[0]]}) to{" "}
                  {formatMoney(fast[1] * 100, currency)} ({TURNAROUND_LABELS[fast[0]]})
                </td>
              </tr>
            );
          })}
          <tr>
            <th scope="row">Smallest order</th>
            <td className="figures">
              {formatMoney(minimumMinor["3d"], currency)} to {formatMoney(minimumMinor["6h"], currency)}
            </td>
          </tr>
        </tbody>
      </table>
      <p className="soft small">
        The full table is on the <Link to="/pricing">prices page</Link>.
      </p>
      <SubmitButton name="intent" value="confirm" variant="default" pending="Confirming">
        Confirm these prices
      </SubmitButton>
    </Form>
  );
}

function LegalTexts({ documents }: { documents: SetupView["documents"] }) {
  return (
    <ul className={styles.plain}>
      {documents.map((it) => (
        <li key={it.name}>
          <Link to={`/${it.name}`} target="_blank">
            {it.title}
          </Link>{" "}
          <span className="soft small">version {it.version}</span>
          {it.read ? (
            <StatusBadge tone="done">Approved</StatusBadge>
          ) : (
            <Form method="post">
              <input type="hidden" name="step" value="legal" />
              <input type="hidden" name="item" value={it.name} />
              <input type="hidden" name="version" value={it.version} />
              <SubmitButton name="intent" value="confirm" variant="default" size="compact-sm" pending="Approving">
                Approve
              </SubmitButton>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}

function InviteEditors({ setup, answer }: { setup: SetupView; answer: ToolsAnswer | undefined }) {
  const mine = answer?.form === "invite-editors" ? answer : undefined;
  return (
    <Form method="post" className={styles.form} noValidate>
      <Textarea
        id="emails"
        name="emails"
        label="Email addresses"
        description="They get one email with a link to the application."
        autosize
        minRows={2}
        key={mine?.done ?? ""}
        defaultValue={mine?.typed?.["emails"] ?? ""}
        error={fieldError(mine?.error, "emails")}
      />
      <SubmitButton name="intent" value="invite-editors" variant="default" pending="Sending">
        Invite editors
      </SubmitButton>
      {setup.invited.length > 0 ? (
        <ul className={styles.plain}>
          {setup.invited.map((it) => (
            <li key={it.email}>
              {it.email}{" "}
              <span className="soft small">
                <Instant at={it.at} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Form>
  );
}
