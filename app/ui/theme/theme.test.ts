import { readFileSync } from "node:fs";
import { MantineProvider } from "@mantine/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { cssVariablesResolver, theme } from "./theme.ts";

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");

function tokens(scheme: "light" | "dark"): Record<string, string> {
  const block = css.match(new RegExp(`data-mantine-color-scheme="${scheme}"\\]\\s*\\{([^}]*)\\}`))?.[1] ?? "";
  return Object.fromEntries([...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1]!, m[2]!]));
}

/** Relative luminance of an sRGB color, WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high! + 0.05) / (low! + 0.05);
}

const SURFACES = ["paper", "sheet", "well"];
const TEXT = ["ink", "ink-soft", "press", "press-strong", "vermilion-text", "green", "ochre"];
const PAIRS: [string, string][] = [
  ...SURFACES.flatMap((surface) => TEXT.map((text): [string, string] => [text, surface])),
  ["on-press", "press"],
  ["on-press", "press-strong"],
  ["on-press", "vermilion"],
  ["on-press", "green"],
  ["on-press", "ochre"],
  ["press", "press-wash"],
  ["ink", "press-wash"],
  ["ink-soft", "press-wash"],
  ["vermilion-text", "vermilion-wash"],
  ["ink", "vermilion-wash"],
  ["ink-soft", "vermilion-wash"],
  ["green", "green-wash"],
  ["ink", "green-wash"],
  ["ink-soft", "green-wash"],
  ["ochre", "ochre-wash"],
  ["ink", "ochre-wash"],
  ["ink-soft", "ochre-wash"],
];

describe.each(["light", "dark"] as const)("the %s theme", (scheme) => {
  const token = tokens(scheme);

  it.each(PAIRS)("%s on %s is readable (4.5:1)", (text, surface) => {
    expect(contrast(token[text]!, token[surface]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SURFACES)("field borders, marks and the focus ring contrast with %s (3:1)", (surface) => {
    for (const edge of ["rule", "vermilion", "press"])
      expect(contrast(token[edge]!, token[surface]!)).toBeGreaterThanOrEqual(3);
  });

  it("fills components with the token colors", () => {
    const shade = scheme === "light" ? 7 : 3;
    for (const name of ["press", "vermilion", "green", "ochre"])
      expect(theme.colors?.[name]?.[shade]).toBe(token[name]);
  });
});

it("writes Mantine's variables to their own stylesheet (`vitest -u` updates it)", async () => {
  const html = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver, withGlobalClasses: false }),
  );
  const blocks = [...html.matchAll(/([^{}>]+)\{([^{}]*)\}/g)].map(([, selector, declarations]) => {
    const lines = declarations!
      .split(";")
      .map((it) => it.trim())
      .filter((it) => it !== "");
    return `${selector!.trim().replaceAll(", ", ",\n")} {\n${lines.map((it) => `  ${it};\n`).join("")}}\n`;
  });
  expect(blocks).toHaveLength(3);
  await expect(
    `/* Mantine's variables with our theme: theme.test.ts writes it. In the page itself they would be sent with every page. */\n${blocks.join("")}`,
  ).toMatchFileSnapshot("./theme-variables.css");
});
