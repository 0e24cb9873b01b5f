/** Checks a page with axe, light and dark, wide and narrow, as somebody who may open it. */
import { type Browser, type BrowserContext, type ConsoleMessage, type Page, expect } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";

/** Pages used on a phone. Staff tables may scroll inside the page. */
const NARROW_MATTERS = /^(?!\/(?:admin|support-desk))/;

const contexts = new Map<string, BrowserContext>();
/**
 * Each person's open page. The next address is opened in it: a new page is a new process, which compiles all scripts
 * again and takes twice the time.
 */
const pages = new Map<string, Page>();
/** Pages that stopped rendering. No other address is opened in them. */
const stuck = new WeakSet<Page>();
const keyOf = (who: CastName | null): string => who ?? "nobody";

export async function contextFor(browser: Browser, baseURL: string, who: CastName | null): Promise<BrowserContext> {
  const key = keyOf(who);
  let context = contexts.get(key);
  if (!context) {
    context = await browser.newContext({ baseURL, reducedMotion: "reduce", viewport: { width: 1280, height: 900 } });
    if (who) {
      const client = await new Client(baseURL).signIn(CAST[who].email);
      await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
    }
    contexts.set(key, context);
  }
  return context;
}

type Form = { colorScheme: "light" | "dark"; width: number };
/**
 * Rules whose result can differ by color scheme or width, and the rule that elements shown at only one width have a
 * name.
 */
const BY_FORM = [
  "color-contrast",
  "link-in-text-block",
  "scrollable-region-focusable",
  "meta-viewport",
  "aria-command-name",
  "aria-hidden-focus",
  "aria-input-field-name",
  "aria-toggle-field-name",
  "button-name",
  "duplicate-id-aria",
  "heading-order",
  "image-alt",
  "label",
  "landmark-unique",
  "link-name",
  "nested-interactive",
  "select-name",
  "summary-name",
  "svg-img-alt",
  "tabindex",
];
/** Wide and light with every rule, narrow and dark with the rules that may differ. */
const BOTH_FORMS: readonly Form[] = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
];
/** Alternates the forms for the same page about different orders. */
export const byTurns = (n: number): readonly Form[] => [BOTH_FORMS[n % BOTH_FORMS.length]!];

/** Switches the open page to another form, like a changed system setting or a rotated phone. */
async function turn(page: Page, { colorScheme, width }: Form): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction(
    ([scheme, wide]) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches && innerWidth === wide,
    [colorScheme, width] as const,
  );
  // Two frames: listeners have rendered, and all colors are updated.
  const drawn = await page.evaluate(async () => {
    const draw = async () => {
      for (let n = 0; n < 2; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      // Spinners and cursors animate forever, so only wait for animations that end.
      const ending = document
        .getAnimations()
        .filter(
          (it) => it.playState === "running" && Number.isFinite(it.effect?.getComputedTiming().endTime ?? Infinity),
        );
      await Promise.all(ending.map((it) => it.finished.catch(() => {})));
      return true;
    };
    // A headless browser sometimes stops rendering a page after a resize. If something looks wrong then, it's opened
    // again.
    return Promise.race([draw(), new Promise<false>((resolve) => setTimeout(() => resolve(false), 3_000))]);
  });
  if (!drawn) stuck.add(page);
}

/** Waits until the page's script runs, and removes what axe can't look into. */
async function settled(page: Page): Promise<void> {
  // An email is shown in a frame that may run no script, not even axe, so only its surroundings are checked.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe[sandbox]")) frame.remove();
  });
  await page.locator("main").first().waitFor();
  await page.waitForLoadState("load");
  await hydrated(page);
  // Content far below is only rendered near the viewport. axe doesn't scroll, so it would miss its colors.
  await page.evaluate(() => {
    for (const it of document.querySelectorAll<HTMLElement>("main *"))
      if (getComputedStyle(it).contentVisibility === "auto") it.style.contentVisibility = "visible";
  });
}

async function open(page: Page, address: string, { colorScheme, width }: Form, wrong: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  const answer = await page.goto(address);
  if (answer!.status() !== 200) wrong.push(`${address} answered ${answer!.status()}`);
  await settled(page);
}

/** Injects axe into a page once, because parsing its half a megabyte takes as long as a check. */
async function violationsOn(page: Page, options: RunOptions) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (it) => (await (window as unknown as { axe: typeof axe }).axe.run(document, it)).violations,
    options,
  );
}

/** axe's findings on the current page. @param rules null for all */
async function judge(
  page: Page,
  address: string,
  { colorScheme, width }: Form,
  rules: readonly string[] | null,
): Promise<string[]> {
  const form = `${address} ${colorScheme} ${width}`;
  const violations = await violationsOn(page, {
    // Passing checks aren't reported, because that takes longer than running them.
    resultTypes: ["violations"],
    iframes: false,
    ...(rules ? { runOnly: { type: "rule", values: [...rules] } } : {}),
  });
  const wrong = violations.map(
    ({ id, nodes }) =>
      `${form} ${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? node.failureSummary ?? ""})`)
        .join("; ")
        .slice(0, 500)}`,
  );
  // axe checks one document. `settled` has removed the frames it may not look into.
  if (page.frames().length > 1) wrong.push(`${form} has a frame that nobody looked into`);
  if (width === 360 && NARROW_MATTERS.test(address)) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wrong.push(`${form} is ${over} pixels too wide`);
  }
  return wrong;
}

/** Checks an address in its forms. @returns the findings, in words */
export async function examine(page: Page, address: string, forms: readonly Form[] = BOTH_FORMS): Promise<string[]> {
  const wrong: string[] = [];
  // Playwright is denied access to the email's frame, as the sandbox intends.
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error" && !/'about:srcdoc' because the document's frame is sandboxed/.test(message.text()))
      wrong.push(`${address} console: ${message.text().slice(0, 300)}`);
  };
  const onError = (error: Error) => wrong.push(`${address} script: ${String(error).slice(0, 300)}`);
  page.on("console", onConsole);
  page.on("pageerror", onError);
  try {
    await examineForms(page, address, forms, wrong);
  } finally {
    page.off("console", onConsole);
    page.off("pageerror", onError);
  }
  return wrong;
}

/** Checks an open page as it is, in both forms. @returns the findings, in words */
export async function examineOpen(page: Page, address: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [n, form] of BOTH_FORMS.entries()) {
    await turn(page, form);
    wrong.push(...(await judge(page, address, form, n > 0 ? BY_FORM : null)));
  }
  await turn(page, BOTH_FORMS[0]!);
  return wrong;
}

async function examineForms(page: Page, address: string, forms: readonly Form[], wrong: string[]): Promise<void> {
  for (const [n, form] of forms.entries()) {
    // A page that's checked in only one form is checked with every rule.
    const rules = n > 0 ? BY_FORM : null;
    if (n === 0) {
      await open(page, address, form, wrong);
      wrong.push(...(await judge(page, address, form, rules)));
      continue;
    }
    await turn(page, form);
    if ((await judge(page, address, form, rules)).length === 0) continue;
    // A browser under load can keep the previous form's colors, so findings must be confirmed on a fresh page.
    await open(page, address, form, wrong);
    wrong.push(...(await judge(page, address, form, rules)));
  }
}

export async function look(
  browser: Browser,
  baseURL: string,
  who: CastName | null,
  address: string,
  forms?: readonly Form[],
): Promise<void> {
  const key = keyOf(who);
  const page = pages.get(key) ?? (await (await contextFor(browser, baseURL, who)).newPage());
  // Kept only if nothing is wrong with it.
  pages.delete(key);
  // A step that hangs is named before the whole test times out.
  page.setDefaultTimeout(60_000);
  try {
    expect(await examine(page, address, forms)).toEqual([]);
    if (!stuck.has(page)) pages.set(key, page);
  } finally {
    if (!pages.has(key)) await page.close();
  }
}

export async function closeAll(): Promise<void> {
  await Promise.all([...contexts.values()].map((context) => context.close()));
  contexts.clear();
  pages.clear();
}
