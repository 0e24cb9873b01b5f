import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { CURRENCY, decimalMoney } from "#app/platform/rules/core/money.ts";
import {
  GIVEN_ROLES,
  ORGANIZATION_ROLE_WORDS,
  type OrganizationRole,
  type SpendingLimits,
} from "../rules/organization.ts";
import styles from "./organization.module.css";

const typedLimit = (minor: number | null): string => (minor === null ? "" : decimalMoney(minor, CURRENCY));

/** The most that a member may spend. */
export function SpendingFields({
  id,
  now,
  typed,
  problem,
}: {
  /** Makes the fields' IDs unique on the page. */
  id: string;
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
        description="In USD, by UTC month. Empty: no limit"
        inputMode="decimal"
        maxLength={14}
        defaultValue={typed["month"] ?? typedLimit(now.monthMinor)}
        error={fieldError(problem, "month")}
      />
      <TextInput
        id={`${id}-order`}
        name="order"
        label="Limit for one order"
        description="In USD. Empty: no limit"
        inputMode="decimal"
        maxLength={14}
        defaultValue={typed["order"] ?? typedLimit(now.orderMinor)}
        error={fieldError(problem, "order")}
      />
    </>
  );
}

/** The role and limits of a member or of somebody who's invited. */
export function LimitFields({
  id,
  now,
  typed,
  problem,
  mayOwn,
}: {
  /** Makes the fields' IDs unique on the page. */
  id: string;
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
      <SpendingFields id={id} now={now} typed={typed} problem={problem} />
    </div>
  );
}
