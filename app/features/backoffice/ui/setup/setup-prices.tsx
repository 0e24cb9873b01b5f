import { Form, Link } from "react-router";
import { type PricingPolicy, SERVICES, SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./setup-checklist.module.css";

export function Prices({ pricing }: { pricing: PricingPolicy }) {
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
