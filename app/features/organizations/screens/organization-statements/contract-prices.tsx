import { Form } from "react-router";
import type { CreditPage } from "#app/features/payments/server/credit/read-credit.ts";
import { STEP_NUMBERS } from "#app/features/pricing/rules/contract-price.ts";
import { decimalMoney, formatMoney } from "#app/platform/rules/core/money.ts";
import { SERVICES, SERVICE_LABELS, TURNAROUNDS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Answer } from "./credit-forms.tsx";
import styles from "../../ui/organization.module.css";

type Contract = CreditPage["contracts"][number];

const STATES: Record<Contract["state"], { tone: StatusTone; words: string }> = {
  proposed: { tone: "waiting", words: "Waiting for a second admin" },
  active: { tone: "done", words: "Agreed" },
  declined: { tone: "stopped", words: "Declined" },
  ended: { tone: "stopped", words: "Ended" },
};

/** Percent off by service, agreed by two admins. The organization sees what counts and what did. */
export function ContractPrices({ page, answer }: { page: CreditPage; answer: Answer }) {
  const { contracts, decidesPrices, head } = page;
  return (
    <>
      <p>
        Percent off the price list, for orders that {head.name} pays for. If a sale or a coupon is better, that one
        counts.
        {contracts.some((one) => one.state === "active" && one.steps.length > 0)
          ? ` It has ordered for ${formatMoney(page.orderedMinor, head.currency)} this calendar year (UTC), less refunds.`
          : ""}
      </p>
      {contracts.length > 0 ? (
        <ul className={styles.list}>
          {contracts.map((one) => (
            <li key={one.id} className={styles.request}>
              <p>
                <b>{one.prices}</b> <StatusBadge tone={STATES[one.state].tone}>{STATES[one.state].words}</StatusBadge>
              </p>
              <p className={styles.under}>
                From <Instant at={one.startsAt} show="day" />
                {one.endsAt ? (
                  <>
                    {" "}
                    until <Instant at={one.endsAt} show="day" />
                  </>
                ) : null}
                . {one.reason}
              </p>
              {decidesPrices ? <Decide one={one} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {decidesPrices && !head.isClosed ? <Propose page={page} answer={answer} /> : null}
    </>
  );
}

function Decide({ one }: { one: Contract }) {
  if (one.state === "active")
    return (
      <div>
        <ConfirmButton
          stops
          variant="default"
          size="compact-sm"
          title="End these prices?"
          confirm="End them"
          fields={{ intent: "end-prices", contractId: one.id }}
          body={<p>New orders get the price list. Prices that are held keep them.</p>}
        >
          End
        </ConfirmButton>
      </div>
    );
  if (one.state !== "proposed") return null;
  return (
    <Form method="post" className={styles.buttons} preventScrollReset>
      <input type="hidden" name="contractId" value={one.id} />
      {one.mine ? null : (
        <SubmitButton name="intent" value="agree-prices" pending="Agreeing">
          Agree
        </SubmitButton>
      )}
      <SubmitButton name="intent" value="decline-prices" pending="Declining" variant="default">
        {one.mine ? "Take back" : "Decline"}
      </SubmitButton>
    </Form>
  );
}

/** From so much in a calendar year, so many points more. */
function Step({
  n,
  page,
  step,
  answer,
}: {
  n: number;
  page: CreditPage;
  step: Contract["steps"][number] | undefined;
  answer: Answer;
}) {
  const { currency } = page.head;
  return (
    <>
      <TextInput
        id={`from${n}`}
        name={`from${n}`}
        label={`Step ${n}: ordered in a calendar year, in ${currency}`}
        description="Empty: no step"
        inputMode="decimal"
        maxLength={14}
        defaultValue={answer?.typed?.[`from${n}`] ?? (step ? decimalMoney(step.fromMinor, currency) : "")}
        error={fieldError(answer?.error, `from${n}`)}
      />
      <TextInput
        id={`points${n}`}
        name={`points${n}`}
        label={`Step ${n}: percentage points more off`}
        inputMode="numeric"
        maxLength={2}
        defaultValue={answer?.typed?.[`points${n}`] ?? String(step?.points ?? "")}
        error={fieldError(answer?.error, `points${n}`)}
      />
    </>
  );
}

function Propose({ page, answer }: { page: CreditPage; answer: Answer }) {
  const mine = answer?.form === "propose-prices" && answer.error ? answer : undefined;
  const active = page.contracts.find((one) => one.state === "active");
  const shown = (service: (typeof SERVICES)[number]) =>
    mine?.typed?.[service] ?? String(active?.percents[service] ?? "");
  return (
    <Fold id="propose-prices" title={active ? "Propose other prices" : "Propose prices"} open={mine !== undefined}>
      <Form method="post" className={styles.fields} preventScrollReset noValidate>
        {fieldError(mine?.error, "percent") ? (
          <p className={styles.wrong}>{fieldError(mine?.error, "percent")}</p>
        ) : null}
        <div className={styles.pair}>
          {SERVICES.map((service) => (
            <TextInput
              key={service}
              id={`percent-${service}`}
              name={service}
              label={`${SERVICE_LABELS[service]}, % off`}
              inputMode="numeric"
              maxLength={4}
              defaultValue={shown(service)}
            />
          ))}
          {TURNAROUNDS.map((turnaround) => {
            const name = `turnaround-${turnaround}`;
            return (
              <TextInput
                key={turnaround}
                id={name}
                name={name}
                label={`${TURNAROUND_LABELS[turnaround]}: percentage points more off`}
                description="Added to the service's percentage, if it has one"
                inputMode="numeric"
                maxLength={3}
                defaultValue={mine?.typed?.[name] ?? String(active?.turnarounds[turnaround] ?? "")}
                error={fieldError(mine?.error, name)}
              />
            );
          })}
          {STEP_NUMBERS.map((n) => (
            <Step key={n} n={n} page={page} step={active?.steps[n - 1]} answer={mine} />
          ))}
          <TextInput
            id="startsOn"
            name="startsOn"
            type="date"
            label="First day"
            description="Empty: when it's agreed"
            defaultValue={mine?.typed?.["startsOn"] ?? ""}
            error={fieldError(mine?.error, "startsOn")}
          />
          <TextInput
            id="endsOn"
            name="endsOn"
            type="date"
            label="Last day"
            description="Empty: no end"
            defaultValue={mine?.typed?.["endsOn"] ?? ""}
            error={fieldError(mine?.error, "endsOn")}
          />
        </div>
        <div>
          <SubmitButton name="intent" value="propose-prices" pending="Proposing">
            Propose
          </SubmitButton>
        </div>
      </Form>
    </Fold>
  );
}
