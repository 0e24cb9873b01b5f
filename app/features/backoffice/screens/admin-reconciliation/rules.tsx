import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link, useSearchParams } from "react-router";
import { count } from "#app/platform/rules/core/count.ts";
import { choiceLabel } from "#app/features/payments/rules/ledger/account-choice.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Money } from "#app/ui/money.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { DIRECTIONS, DIRECTION_WORDS, type LineTax, lineTaxWords } from "../../rules/reconciliation/suggestions.ts";
import { ReasonField } from "../../ui/difference-forms.tsx";
import styles from "../../ui/finance.module.css";
import { type Reconciled, day } from "./reconciled.ts";
import { UndoForm } from "./statement-lines.tsx";

const REVERSE_CHARGE = [
  { value: "", label: "None" },
  { value: "eu", label: "Supplier in another EU country, if you're in the EU" },
  { value: "elsewhere", label: "Supplier elsewhere" },
];
const reverseChargeOf = ({ reverseCharge, supplierInEu }: LineTax) =>
  reverseCharge ? (supplierInEu ? "eu" : "elsewhere") : "";

/** Rules that say which account bank lines with some words belong to. */
export function Rules({
  rules,
  booked,
  assignable,
  answer,
}: Pick<Reconciled, "rules" | "booked" | "assignable"> & { answer: FormAnswer | undefined }) {
  const id = useSearchParams()[0].get("rule");
  const chosen = rules.find((rule) => rule.id === id);
  return (
    <Section title="Rules">
      <p className={styles.note}>
        A rule suggests an account for each bank line with its words. Lines with the same text as one that you assigned
        before are suggested without a rule. A rule that books without asking assigns lines when they&apos;re imported,
        except those that somebody is looking into or undid before.
      </p>
      <div className={styles.gap}>
        <ActionForm intent="save-rule" label="Add a rule" submit="Save rule" pending="Saving" answer={answer}>
          {({ problem, typed }) => (
            <div className={styles.form}>
              <TextInput
                name="words"
                label="Words in the line's text"
                placeholder="Account fee"
                required
                maxLength={80}
                defaultValue={typed["words"] ?? ""}
                error={fieldError(problem, "words")}
              />
              <NativeSelect
                name="direction"
                label="Direction"
                defaultValue={typed["direction"] || "any"}
                data={DIRECTIONS.map((value) => ({ value, label: DIRECTION_WORDS[value] }))}
              />
              <NativeSelect
                name="account"
                label="Account"
                required
                defaultValue={typed["account"] ?? ""}
                error={fieldError(problem, "account")}
                data={[{ value: "", label: "Choose" }, ...assignable]}
              />
              <TextInput
                name="inputTax"
                label="Input tax, in percent"
                description="Only of invoices whose VAT you get back. It's booked to “Input tax” and taken off the return."
                inputMode="decimal"
                maxLength={5}
                defaultValue={typed["inputTax"] ?? ""}
                error={fieldError(problem, "inputTax")}
              />
              <NativeSelect
                className={styles.wide}
                name="reverseCharge"
                label="Reverse charge"
                description="If the supplier is abroad and charges no VAT, you owe it at home on top of the amount, and get it back with the same return."
                defaultValue={typed["reverseCharge"] ?? ""}
                error={fieldError(problem, "reverseCharge")}
                data={REVERSE_CHARGE}
              />
              <Checkbox
                className={styles.wide}
                name="alone"
                value="yes"
                label="Book without asking"
                description="Also books the lines with these words that are to be matched now."
              />
            </div>
          )}
        </ActionForm>
      </div>
      <DataTable
        caption="Rules for bank lines"
        rows={rules}
        rowKey={(rule) => rule.id}
        columns={[
          { key: "words", header: "Words", narrow: "title", cell: (rule) => rule.words },
          { key: "direction", header: "Direction", cell: (rule) => DIRECTION_WORDS[rule.direction] },
          {
            key: "account",
            header: "Account",
            cell: (rule) => (
              <>
                {choiceLabel(rule.account)}
                {rule.inputTaxBp === null ? null : <span className={styles.under}>with {lineTaxWords(rule)}</span>}
              </>
            ),
          },
          {
            key: "alone",
            header: "Booking",
            cell: (rule) => (
              <>
                {rule.alone ? "Without asking" : "After you agree"}
                {rule.booked > 0 ? (
                  <Link className={styles.under} to={`?view=rules&rule=${rule.id}`} preventScrollReset>
                    {count(rule.booked, "line")} booked without asking
                  </Link>
                ) : null}
              </>
            ),
          },
          { key: "by", header: "Saved by", cell: (rule) => rule.by || <span className="soft">nobody anymore</span> },
          {
            key: "act",
            header: "Change",
            cell: (rule) => (
              <div className={styles.decide}>
                {assignable.some(({ value }) => value === rule.account) ? (
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="words" value={rule.words} />
                    <input type="hidden" name="direction" value={rule.direction} />
                    <input type="hidden" name="account" value={rule.account} />
                    <input type="hidden" name="inputTax" value={rule.inputTaxBp ? String(rule.inputTaxBp / 100) : ""} />
                    <input type="hidden" name="reverseCharge" value={reverseChargeOf(rule)} />
                    {rule.alone ? null : <input type="hidden" name="alone" value="yes" />}
                    <SubmitButton name="intent" value="save-rule" size="compact-sm" variant="default" pending="Saving">
                      {rule.alone ? "Ask first" : "Book without asking"}
                    </SubmitButton>
                  </Form>
                ) : null}
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="ruleId" value={rule.id} />
                  <SubmitButton
                    name="intent"
                    value="remove-rule"
                    size="compact-sm"
                    variant="default"
                    pending="Removing"
                  >
                    Remove
                  </SubmitButton>
                </Form>
              </div>
            ),
          },
        ]}
        empty={
          <EmptyState title="No rules" mark="stet">
            Add one for lines whose text changes every time.
          </EmptyState>
        }
      />
      {chosen && booked.length > 0 ? <Booked rule={chosen} lines={booked} answer={answer} /> : null}
    </Section>
  );
}

/** What a rule booked without asking. One line can be undone, or all of them in one step. */
function Booked({
  rule,
  lines,
  answer,
}: {
  rule: Reconciled["rules"][number];
  lines: Reconciled["booked"];
  answer: FormAnswer | undefined;
}) {
  const title = `Booked by "${rule.words}"`;
  return (
    <Section title={title} aside={<Link to="?view=rules">Close</Link>}>
      {rule.booked > lines.length ? <p className={styles.note}>The newest {lines.length} lines.</p> : null}
      <div className={styles.gap}>
        <ActionForm
          intent="undo-rule"
          label={rule.booked === 1 ? "Undo its booking" : `Undo all ${rule.booked}`}
          submit="Undo and only suggest"
          pending="Undoing"
          stops
          fields={{ ruleId: rule.id, seen: String(rule.booked) }}
          answer={answer}
        >
          {({ problem, typed }) => (
            <>
              <p>
                The lines are to be matched again, and from now on the rule only suggests. In a closed month, the
                counter-entries are booked in the oldest open one.
              </p>
              <ReasonField problem={problem} typed={typed} />
            </>
          )}
        </ActionForm>
      </div>
      <DataTable
        caption={title}
        rows={lines}
        rowKey={(line) => line.id}
        columns={[
          { key: "day", header: "Date", cell: (line) => day(line.bookedAt) },
          {
            key: "text",
            header: "Bank line",
            narrow: "title",
            cell: (line) => line.says || <span className="soft">no text</span>,
          },
          {
            key: "amount",
            header: "Amount",
            align: "end",
            cell: (line) => <Money minor={line.amountMinor} currency={line.currency} />,
          },
          { key: "undo", header: "Undo", cell: (line) => <UndoForm lineId={line.id} answer={answer} /> },
        ]}
        empty={null}
      />
    </Section>
  );
}
