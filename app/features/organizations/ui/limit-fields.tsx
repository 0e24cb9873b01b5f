import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import {
  GIVEN_ROLES,
  ORGANIZATION_ROLE_WORDS,
  type OrganizationRole,
  type SpendingLimits,
} from "../rules/organization.ts";
import styles from "./organization.module.css";

const typedLimit = (minor: number | null, currency: string): string =>
  minor === null ? "" : decimalMoney(minor, currency);

/** The most that a member may spend. */
export function SpendingFields({
  id,
  currency,
  now,
  typed,
  problem,
}: {
  /** Makes the fields' IDs unique on the page. */
  id: string;
  currency: string;
  now: SpendingLimits;
  typed: Readonly<Record<string, string>>;
  problem: ShownProblem | undefined;
}) {
  return (
    <>
      <TextInput
        id={`${id}-month`}
        name="month"
        label="Limit for a month"
        description={`In ${currency}, by UTC month. Empty: no limit`}
        inputMode="decimal"
        maxLength={14}
        defaultValue={typed["month"] ?? typedLimit(now.monthMinor, currency)}
        error={fieldError(problem, "month")}
      />
      <TextInput
        id={`${id}-order`}
        name="order"
        label="Limit for one order"
        description={`In ${currency}. Empty: no limit`}
        inputMode="decimal"
        maxLength={14}
        defaultValue={typed["order"] ?? typedLimit(now.orderMinor, currency)}
        error={fieldError(problem, "order")}
      />
    </>
  );
}

/** The role and limits of a member or of somebody who's invited. */
export function LimitFields({
  id,
  currency,
  now,
  typed,
  problem,
  mayOwn,
}: {
  /** Makes the fields' IDs unique on the page. */
  id: string;
  currency: string;
  now: SpendingLimits & { role: OrganizationRole };
  typed: Readonly<Record<string, string>>;
  problem: ShownProblem | undefined;
  /** Owners alone make owners and managers. */
  mayOwn: boolean;
}) {
  const roles =
    now.role === "program" ? (["program"] as const) : GIVEN_ROLES.filter((role) => mayOwn || role === "member");
  return (
    <div className={styles.pair}>
      <NativeSelect
        id={`${id}-role`}
        name="role"
        label="Role"
        defaultValue={typed["role"] ?? now.role}
        data={roles.map((role) => ({
          value: role,
          label: `${ORGANIZATION_ROLE_WORDS[role].label}: ${ORGANIZATION_ROLE_WORDS[role].what.toLowerCase()}`,
        }))}
        error={fieldError(problem, "role")}
      />
      <SpendingFields id={id} currency={currency} now={now} typed={typed} problem={problem} />
    </div>
  );
}
