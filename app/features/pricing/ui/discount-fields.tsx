import type { DiscountLimits } from "#app/features/pricing/rules/discount-limits.ts";
import { TextInput } from "@mantine/core";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";

/** The percentage and the days of a discount. @param open whether it may have no end */
export function DiscountFields({
  typed,
  problem,
  limits,
  open = false,
}: {
  typed: Readonly<Record<string, string>>;
  problem: ShownProblem | undefined;
  limits: DiscountLimits;
  open?: boolean;
}) {
  const field = (name: string) => ({ name, defaultValue: typed[name] ?? "", error: fieldError(problem, name) });
  return (
    <>
      <TextInput
        label="Discount (%)"
        description={[`Of the list price, up to ${limits.maxPercent}%`, limits.floor].filter(Boolean).join(". ")}
        required
        inputMode="numeric"
        maxLength={4}
        {...field("percent")}
      />
      <TextInput label="Start date" description="UTC. Leave empty to start now" type="date" {...field("startsOn")} />
      <TextInput
        label="End date"
        description={open ? "UTC, inclusive. Leave empty for no end date" : "UTC, inclusive"}
        type="date"
        required={!open}
        {...field("endsOn")}
      />
    </>
  );
}
