import { data } from "react-router";
import { describe, expect, test } from "vitest";
import { keepTyped } from "./keep-typed.ts";

describe("a form's answer", () => {
  test("has a status that lets its page read itself again, also if it's a refusal", async () => {
    const refusal = { error: { kind: "conflict" } };
    expect(await keepTyped(() => Promise.resolve(refusal))).toEqual(data(refusal, 200));
  });
  test("that never came says so", async () => {
    const lost = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await keepTyped(lost)).toMatchObject({ error: { kind: "busy", code: "network-request-failed" } });
  });
  test("that's an error of the page stays one", async () => {
    const refused = Object.assign(new Error("no"), { status: 403 });
    await expect(keepTyped(() => Promise.reject(refused))).rejects.toBe(refused);
  });
});
