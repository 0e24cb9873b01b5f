/** The table of settings in docs/operations.md, made from the settings themselves. `--write` puts it there. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { PROCESS, SUPERVISOR } from "#app/platform/server/core/settings/process.ts";
import { REMOVED, SERVICES } from "#app/platform/server/core/settings/services.ts";
import type { Setting } from "#app/platform/server/core/settings/setting.ts";
import { SITE } from "#app/platform/server/core/settings/site.ts";

const DOCUMENT = "docs/operations.md";
const BEGIN = "<!-- settings: made by tools/settings-table.ts -->";
const END = "<!-- end of settings -->";
/** Nobody sets them by hand. */
const INTERNAL = new Set(["NODE_ENV", "STET_EMBEDDED", "DEMO_PASSWORD", "STRIPE_API_BASE"]);

const row = (name: string, it: Setting): string => {
  const sentence = `${it.does[0]!.toUpperCase()}${it.does.slice(1)}`.replace(/^`(.)/, "`$1");
  return `| \`${name}\` | ${it.needed ?? ""} | ${it.is}, e.g. \`${it.example}\` | ${it.otherwise ?? ""} | ${sentence} |`;
};

export function settingsTable(): string {
  const all: Record<string, Setting> = { ...SITE, ...SERVICES, ...PROCESS, ...SUPERVISOR };
  const rows = Object.entries(all).flatMap(([name, it]) => (INTERNAL.has(name) ? [] : [row(name, it)]));
  return [
    "| setting | required | what it must be | without it | what it does |",
    "|---|---|---|---|---|",
    ...rows,
    "",
    "**Removed settings**, no longer read:",
    "",
    ...Object.entries(REMOVED).map(([name, why]) => `- \`${name}\`: ${why}.`),
  ].join("\n");
}

/** The document's text with the current table. @throws if it has no place for it */
export function withTable(text: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${DOCUMENT} has no place for the settings (${BEGIN} ... ${END}).`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${settingsTable()}\n\n${text.slice(to)}`;
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, "..", DOCUMENT);
  const text = readFileSync(file, "utf8");
  if (process.argv.includes("--write")) writeFileSync(file, withTable(text));
  else if (withTable(text) !== text) {
    console.error(`${DOCUMENT}: the table of settings is out of date. Run: node tools/settings-table.ts --write`);
    process.exitCode = 1;
  } else console.log("the table of settings is current");
}
