import { expect, test } from "vitest";
import { timeZoneGroups } from "./time-zones.ts";

test("time zones have their cities' names of today, in alphabetical order", () => {
  const groups = timeZoneGroups(null);
  const labels = groups.flatMap(({ items }) => items.map((one) => one.label));
  for (const old of ["Calcutta", "Katmandu", "Rangoon", "Saigon", "Kiev", "Asmera"]) expect(labels).not.toContain(old);
  expect(labels).toEqual(expect.arrayContaining(["Kolkata", "Kathmandu", "Kyiv", "Ho Chi Minh City"]));
  for (const { items } of groups)
    expect(items.map((one) => one.label)).toEqual(items.map((one) => one.label).toSorted((a, b) => a.localeCompare(b)));
});
