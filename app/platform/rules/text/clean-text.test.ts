import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanJson, cleanText } from "./clean-text.ts";

const cleanParsed = (text: string) => cleanJson(JSON.parse(text));

test("removes NUL and replaces lone surrogates, and leaves everything else as it is", () => {
  expect(cleanText("a\0b")).toBe("ab");
  expect(cleanText("x\ud800y\udfff")).toBe("x\ufffdy\ufffd");
  expect(cleanText("\u202eé😀\u200b\r\n")).toBe("\u202eé😀\u200b\r\n");
});

test("cleans every string and key of JSON", () => {
  expect(cleanParsed('{"a\\u0000":["\\ud800",{"b":"\\u0000"}],"n":1,"t":true,"z":null}')).toEqual({
    a: ["\ufffd", { b: "" }],
    n: 1,
    t: true,
    z: null,
  });
});

test("treats a key named __proto__ as an ordinary key and changes no prototype", () => {
  const read = cleanParsed('{"__proto__":{"admin":true}}') as object;
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(Object.hasOwn(read, "__proto__")).toBe(true);
});

test("clean JSON is returned unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      if (!/\\u0000|\\ud[89a-f]/.test(text)) expect(cleanJson(JSON.parse(text))).toEqual(JSON.parse(text));
    }),
  );
});
