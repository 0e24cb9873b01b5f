import { count } from "#app/platform/rules/core/count.ts";
import { TextInput, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice, fieldError } from "#app/ui/notice.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { type SetupRow, type SetupStep, missingToOpen } from "../../rules/setup.ts";
import type { SetupView } from "../../server/setup/read-setup.ts";
import type { ToolsAnswer } from "../operations.tsx";
import styles from "./setup-checklist.module.css";
import { CompanyForm } from "./setup-company.tsx";
import { Prices } from "./setup-prices.tsx";
import { LegalTexts } from "./setup-legal-texts.tsx";
import { InviteEditors } from "./setup-invite-editors.tsx";

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
    tax: (
      <div className={styles.form}>
        <Link to="/admin/tax">Add a tax registration</Link>
        {setup.registered ? null : (
          <Form method="post">
            <input type="hidden" name="step" value="tax" />
            <SubmitButton name="intent" value="confirm" variant="default" pending="Confirming">
              Confirm the company isn't registered for tax
            </SubmitButton>
          </Form>
        )}
      </div>
    ),
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
          description="You'll find it in your mail provider's instructions for DKIM."
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
            : `${count(missing.length, "required step")} left. Until you open, public pages say “Opening soon” and nobody can order.`}
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
