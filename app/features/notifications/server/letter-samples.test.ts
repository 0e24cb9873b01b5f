import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { renderLetter } from "#app/platform/server/letter.tsx";
import { findGroup, groupOf } from "../rules/notice-groups.ts";
import { type Notice, notices } from "../rules/notices.ts";
import { demoLetters } from "./demo-letters.ts";
import { sampleLetters } from "./letter-samples.ts";
import type { FactKind } from "#app/platform/rules/fact.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const asking = (Object.entries(notices) as [FactKind, readonly Notice<FactKind>[]][]).flatMap(([kind, entries]) =>
  entries.flatMap((n, i) => (n.email === true ? [{ kind, at: `${kind}:${i}` }] : [])),
);

test("every notice that asks for a letter has a sample", () => {
  const shown = new Set(sampleLetters(NOON).map((l) => l.key.replace(/:\d+$/, "")));
  expect(asking.filter((n) => !shown.has(n.at))).toEqual([]);
});

test("every letter is whole in both forms: greeting, button, reason, an end to it where it can end, and nothing that was not filled in", async () => {
  for (const { key, kind, letter, to } of sampleLetters(NOON)) {
    const { html, text } = await renderLetter(letter);
    expect([key, /undefined|null|NaN|Invalid|\[object|\$\{| {2}|“”|\.\.|\bby \./.exec(text)?.[0]]).toEqual([
      key,
      undefined,
    ]);
    expect([key, /\b(?:undefined|NaN|Invalid Date|\[object)/.exec(html)?.[0]]).toEqual([key, undefined]);
    const aboutAccount = key.includes(":letter:");
    expect([
      key,
      text.startsWith(`${letter.heading}\n\n${aboutAccount ? "Hello" : "Dear"} ${to},\n\n`),
      text.includes("You get this because"),
    ]).toEqual([key, true, true]);
    if (!aboutAccount || letter.button)
      expect([
        key,
        text.includes(`\n\n${letter.button!.label}:\nhttp://localhost:3000/`),
        html.includes(letter.button!.label.replaceAll("'", "&#x27;")),
      ]).toEqual([key, true, true]);
    expect([key, /<img|url\(|src=/.exec(html)]).toEqual([key, null]);
    const group = groupOf(kind as FactKind);
    expect([key, letter.end !== undefined]).toEqual([key, group ? findGroup(group).fixed === null : !aboutAccount]);
  }
});

test("what people wrote on an order is in no letter", () => {
  for (const { letter } of sampleLetters(NOON))
    expect(letter.paragraphs.join(" ")).not.toContain("Said on the order's page alone");
});

test("the demo shows each in a frame that can do nothing", async () => {
  const page = async (letter?: string) =>
    (
      await demoLetters(
        new Request(`http://localhost:3000/api/demo/letters${letter ? `?${new URLSearchParams({ letter })}` : ""}`),
      )
    ).text();
  const first = await page();
  for (const { letter } of sampleLetters(NOON))
    expect(first).toContain(letter.heading.replaceAll(/["'&]/g, (c) => `&#${c.charCodeAt(0)};`));
  const query = await page("query.asked:0:0");
  expect(query).toContain('<iframe title="The letter" sandbox srcdoc="');
  expect(query).toContain("Jonas Weber has a question about S-2041");
  await expect(page("none")).rejects.toMatchObject({ kind: "not-found" });
});
