import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const APP = path.resolve(import.meta.dirname, "../app");
/** The only reader, and the browser's own forms. */
const MAY = ["platform/server/requests/read-body.ts", "platform/browser/core/keep-typed.ts"];

test("only platform/server/requests/read-body.ts reads requests' forms and JSON", () => {
  const others = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /(?<!\.test)\.tsx?$/.test(file) &&
      !MAY.includes(file) &&
      /\brequest(?:\.clone\(\))?\.(?:formData|json)\(\)/.test(readFileSync(path.join(APP, file), "utf8")),
  );
  expect(others).toEqual([]);
});
