import type { DiscountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { NativeSelect, TextInput } from "@mantine/core";
import { SERVICES, SERVICE_LABELS, TURNAROUNDS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { CURRENCY, decimalMoney } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { fieldError } from "#app/ui/notice.tsx";
import type { CouponRow } from "../rules/lists/coupon-list.ts";
import styles from "./finance.module.css";

/** The values of the form's fields, by name. */
export type CouponValues = Partial<Record<string, string[]>>;

const DAY_MS = 86_400_000;
const day = (at: Date | null, more = 0): string[] => (at ? [dayOf(after(at, more))] : []);
const cents = (minor: number | null): string[] => (minor === null ? [] : [decimalMoney(minor, CURRENCY)]);
const count = (n: number | null): string[] => (n === null ? [] : [String(n)]);

/** A coupon's terms as the form shows them. */
export const couponValues = (c: CouponRow): CouponValues => ({
  code: [c.code],
  label: [c.label],
  kind: [c.percent === null ? "fixed" : "percent"],
  amount: c.percent === null ? cents(c.fixedMinor) : count(c.percent),
  cap: cents(c.capMinor),
  minimum: cents(c.minimumMinor),
  startsOn: day(c.startsAt),
  // The end date is inclusive.
  endsOn: day(c.endsAt, -DAY_MS),
  totalLimit: count(c.totalLimit),
  personLimit: count(c.personLimit),
  services: c.services ?? [],
  turnarounds: c.turnarounds ?? [],
  ...(c.firstOrderOnly ? { firstOrderOnly: ["on"] } : {}),
});

/**
 * The fields of a coupon.
 * @param fixed once it has been used, its code, discount, and start can't change: they are shown and sent as they are
 */
export function CouponFields({
  values,
  limits,
  error,
  fixed = false,
}: {
  values: CouponValues;
  limits: DiscountLimits;
  error: Parameters<typeof fieldError>[0];
  fixed?: boolean;
}) {
  const was = (name: string) => values[name]?.[0] ?? "";
  const field = (name: string) => ({ name, id: name, defaultValue: was(name), error: fieldError(error, name) });
  const kept = (name: string) => ({ ...field(name), readOnly: fixed });
  return (
    <>
      <TextInput label="Code" description="Letters, digits, and hyphens" required maxLength={60} {...kept("code")} />
      <TextInput
        label="Description"
        description="Shown on the author's receipt"
        required
        maxLength={80}
        {...field("label")}
      />
      {fixed ? (
        <input type="hidden" name="kind" value={was("kind") || "percent"} />
      ) : (
        <NativeSelect
          label="Discount type"
          description="Of the list price"
          name="kind"
          id="kind"
          defaultValue={was("kind") || "percent"}
          data={[
            { value: "percent", label: `Percent (up to ${limits.maxPercent}%)` },
            { value: "fixed", label: "Amount in USD" },
          ]}
        />
      )}
      <TextInput
        label={fixed ? (was("kind") === "fixed" ? "Discount (USD)" : "Discount (%)") : "Discount"}
        description={[fixed ? "Of the list price" : "10 for 10%, or 25.00", limits.floor].filter(Boolean).join(". ")}
        required
        inputMode="decimal"
        {...kept("amount")}
      />
      <TextInput
        label="Maximum discount (USD)"
        description="Leave empty for no limit"
        inputMode="decimal"
        {...kept("cap")}
      />
      <TextInput
        label="Minimum order (USD)"
        description="Leave empty for no minimum"
        inputMode="decimal"
        {...field("minimum")}
      />
      <TextInput label="Start date" description="UTC. Leave empty to start now" type="date" {...kept("startsOn")} />
      <TextInput
        label="End date"
        description="UTC, inclusive. Leave empty for no end date"
        type="date"
        {...field("endsOn")}
      />
      <TextInput
        label="Total uses"
        description="Leave empty for no limit"
        inputMode="numeric"
        {...field("totalLimit")}
      />
      <TextInput
        label="Uses per person"
        description="By account, mailbox, or card. Leave empty for no limit"
        inputMode="numeric"
        {...field("personLimit")}
      />
      <fieldset className={`${styles.checks} ${styles.wide}`}>
        <legend>Who can use it</legend>
        <label>
          <input type="checkbox" name="firstOrderOnly" defaultChecked={was("firstOrderOnly") !== ""} />
          Only for a person's first order
        </label>
      </fieldset>
      <fieldset className={`${styles.checks} ${styles.wide}`}>
        <legend>Services (select none for all)</legend>
        {SERVICES.map((s) => (
          <label key={s}>
            <input type="checkbox" name="services" value={s} defaultChecked={values["services"]?.includes(s)} />
            {SERVICE_LABELS[s]}
          </label>
        ))}
      </fieldset>
      <fieldset className={`${styles.checks} ${styles.wide}`}>
        <legend>Turnarounds (select none for all)</legend>
        {TURNAROUNDS.map((t) => (
          <label key={t}>
            <input type="checkbox" name="turnarounds" value={t} defaultChecked={values["turnarounds"]?.includes(t)} />
            {TURNAROUND_LABELS[t]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
