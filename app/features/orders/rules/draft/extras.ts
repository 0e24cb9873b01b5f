import { count } from "#app/platform/rules/core/count.ts";
import { ADD_ONS, ADD_ON_CODES, type AddOns, quantity } from "#app/features/pricing/rules/add-ons.ts";

/** The add-ons that were ordered, with how many of each. */
export function extrasOf(addOns: AddOns): string[] {
  const flat = ADD_ON_CODES.flatMap((code) => {
    const { label, unit } = ADD_ONS[code];
    const ordered = quantity(addOns, code);
    if (ordered === 0) return [];
    return [unit ? `${label}, ${count(ordered, unit.one, unit.many)}` : label];
  });
  return addOns.secondReader ? ["Second reader", ...flat] : flat;
}
