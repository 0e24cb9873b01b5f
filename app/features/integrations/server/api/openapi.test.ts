import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, afterAll, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { API_ROUTES } from "./api-routes.ts";
import { openApiDocument } from "./openapi.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("is OpenAPI 3.1, as another program reads it, with every endpoint under a name of its own", async () => {
  const document = openApiDocument();
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
  const ids = API_ROUTES.map((route) => route.id);
  expect(new Set(ids).size).toBe(ids.length);
  const text = JSON.stringify(document);
  // Every reference leads to a component.
  const schemas = Object.keys((document.components as { schemas: object }).schemas);
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) expect(schemas).toContain(name);
  expect(text).not.toContain("__shared");
});
