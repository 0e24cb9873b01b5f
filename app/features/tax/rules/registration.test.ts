import { expect, test } from "vitest";
import { homeRegistration } from "./registration.ts";

test("a company's registration at home is that of its country's territory", () => {
  const oneStop = { scheme: "oss" as const, place: "FR" };
  const [french, british] = [
    { scheme: "domestic" as const, place: "FR" },
    { scheme: "domestic" as const, place: "GB" },
  ];
  const all = [oneStop, british, french];
  expect(["FR", "MC", "GB", "IM", "DE", null].map((country) => homeRegistration(country, all))).toEqual([
    french,
    french,
    british,
    british,
    undefined,
    undefined,
  ]);
  expect(homeRegistration("FR", [oneStop])).toBeUndefined();
});
