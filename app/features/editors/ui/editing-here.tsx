import { count } from "#app/platform/rules/core/count.ts";
import { Form, Link } from "react-router";
import { carrying } from "#app/features/accounts/rules/came-from.ts";
import type { PasswordPolicy } from "#app/features/accounts/rules/sign-in/password-policy.ts";
import formStyles from "#app/features/accounts/ui/sign-in/account-form.module.css";
import { SignUpFields } from "#app/features/accounts/ui/sign-in/sign-up-fields.tsx";
import { LEVELS, LEVEL_LABELS, type PayPolicy } from "#app/features/pricing/rules/editor-pay.ts";
import { ErrorNote, type ShownProblem } from "#app/ui/notice.tsx";
import { Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./application.module.css";

const stepsTo = (qaPassed: number) => [
  {
    title: "Apply",
    text: "Tell us your degree, your fields, and a bit about yourself, and edit one sample paragraph in your field, with a clock running.",
  },
  {
    title: "We review your application",
    text: "We focus on your sample: what you change, what you leave alone, and what you ask.",
  },
  {
    title: "Verify your identity",
    text: "Send an identity document and the signed agreement before your first order, and proof of address, degree, tax form, and bank account before your first payout.",
  },
  {
    title: "Trial",
    text: `A second person reviews your first orders before delivery. Once ${count(qaPassed, "has", "have")} passed, you move up to standard.`,
  },
];

/**
 * What working as an editor involves: in full for visitors, with what it pays, and in brief next to the application.
 * @param qaPassed reviews for the next level
 */
export function EditingHere({ pay, qaPassed }: { pay: PayPolicy | null; qaPassed: number }) {
  const steps = (
    <ol className={styles.steps}>
      {stepsTo(qaPassed)
        .slice(pay ? 0 : 1)
        .map((step) => (
          <li key={step.title}>
            <strong>{step.title}.</strong> {step.text}
          </li>
        ))}
    </ol>
  );
  if (!pay) return steps;
  return (
    <div className={styles.words}>
      <h2>The work</h2>
      <p>
        You get invites for orders in your fields, with the exact pay, the time left, and a short sample. Accept the
        ones you like. The first editor to accept gets the order. You edit in Word with tracked changes and write the
        author a letter. Ask questions on the order page. A blocking question puts your due date on hold.
      </p>
      <p>
        Every edit must be tracked. We compare what you submit with the original. You correct and advise, but leave the
        argument to the author.
      </p>
      <h2>The pay</h2>
      <p>A share of the order's list price, before any discount. You see the amount before you accept.</p>
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
              <td className="figures">{pay.shareBp[level] / 100}%</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="small soft">
        On expert orders, a second reader's {pay.includedSecondReaderShareBp / 100}% comes out first, and your share
        applies to the rest. We pay twice a month. For details, see the{" "}
        <Link to="/editor-agreement">editor agreement</Link>.
      </p>
      <h2>How it works</h2>
      {steps}
    </div>
  );
}

/** The sign-up form for applicants, who return here after verification. */
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
    <Sheet title="Create an account to apply">
      <Form method="post" className={formStyles.form} noValidate>
        <ErrorNote problem={problem} />
        <SignUpFields
          nameFor="Shown to authors and on invoices"
          policy={policy}
          writeTo={writeTo}
          problem={problem}
          typed={typed}
        />
        <div className={formStyles.buttons}>
          <SubmitButton name="intent" value="sign-up" pending="Creating account">
            Create account
          </SubmitButton>
        </div>
      </Form>
      <div className={formStyles.below}>
        <p>
          Already have an account? <Link to={carrying("/signin", here)}>Sign in</Link> and apply with it.
        </p>
      </div>
    </Sheet>
  );
}
