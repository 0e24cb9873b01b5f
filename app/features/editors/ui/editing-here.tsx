import { Form, Link } from "react-router";
import { carrying } from "#app/features/accounts/rules/came-from.ts";
import type { PasswordPolicy } from "#app/features/accounts/rules/password-policy.ts";
import formStyles from "#app/features/accounts/ui/account-form.module.css";
import { SignUpFields } from "#app/features/accounts/ui/sign-up-fields.tsx";
import { LEVELS, LEVEL_LABELS, PAY_POLICY } from "#app/features/pricing/rules/editor-pay.ts";
import { ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./application.module.css";

const STEPS = [
  {
    title: "Apply",
    text: "Your degree, your fields, a few words about yourself, and one paragraph that you edit for us. No timer runs.",
  },
  {
    title: "Staff read it",
    text: "They look at the sample above all: what you change, what you leave, and what you ask.",
  },
  {
    title: "Confirm who you are",
    text: "An identity document and the signed agreement before the first order; address, degree, tax form and bank proof before the first payout.",
  },
  {
    title: "Trial",
    text: "Your first ten orders are read by a second person before the author gets them. With ten that pass, you rise to standard.",
  },
] as const;

/** What editing here is: for those who consider it, and, in brief, beside the application. */
export function EditingHere({ brief = false }: { brief?: boolean }) {
  const steps = (
    <ol className={styles.steps}>
      {STEPS.slice(brief ? 1 : 0).map((step) => (
        <li key={step.title}>
          <strong>{step.title}.</strong> {step.text}
        </li>
      ))}
    </ol>
  );
  if (brief) return steps;
  return (
    <div className={styles.words}>
      <h2>The work</h2>
      <p>
        You are offered orders in the fields you name, with the exact pay, the hours left and a short sample. You accept
        what suits you; the first to accept has it. You edit in Word with tracked changes and write the author a letter.
        Questions go through the order’s page, and a question that stops the work stops the clock too.
      </p>
      <p>
        Every edit must be tracked: what you hand in is compared with the source by the system. You correct and advise,
        and you leave the argument to its author.
      </p>
      <h2>The pay</h2>
      <p>A share of the order’s list price, before any discount. You see the amount before you accept.</p>
      <table className={styles.shares}>
        <caption className="unseen">Shares of the list price by level</caption>
        <thead>
          <tr>
            <th scope="col">Level</th>
            <th scope="col">Your share</th>
          </tr>
        </thead>
        <tbody>
          {LEVELS.map((level) => (
            <tr key={level}>
              <th scope="row">{LEVEL_LABELS[level]}</th>
              <td className="figures">{PAY_POLICY.shareBp[level] / 100} %</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small soft">
        On expert orders a second reader’s {PAY_POLICY.includedSecondReaderShareBp / 100} % comes out first, and your
        share is of the rest. Payouts are made up twice a month; the{" "}
        <Link to="/editor-agreement">editor agreement</Link> has all of it.
      </p>
      <h2>How it goes</h2>
      {steps}
    </div>
  );
}

/** The account that an applicant needs first; once the address is verified they come back here. */
export function OpenEditorAccount({
  policy,
  writeTo,
  problem,
  typed,
  here,
}: {
  policy: PasswordPolicy;
  writeTo: string;
  problem: ShownProblem | undefined;
  typed: { name: string; email: string } | undefined;
  here: string;
}) {
  return (
    <Sheet title="Open an account to apply">
      <Form method="post" className={formStyles.form} noValidate>
        <ErrorNote problem={problem} />
        <SignUpFields
          nameFor="As authors and invoices should have it"
          policy={policy}
          writeTo={writeTo}
          problem={problem}
          typed={typed}
        />
        <div className={formStyles.buttons}>
          <SubmitButton name="intent" value="sign-up" pending="Opening the account">
            Open the account
          </SubmitButton>
        </div>
      </Form>
      <div className={formStyles.below}>
        <p>
          Have an account already? <Link to={carrying("/signin", here)}>Sign in</Link> and apply with it.
        </p>
      </div>
    </Sheet>
  );
}
