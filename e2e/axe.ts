/** A look at a page with axe, light and dark, wide and narrow, as somebody whom the page is for. */
import { type Browser, type BrowserContext, type Page, expect } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";

/** What is read and worked with on a telephone. Staff's tables may scroll in themselves. */
const NARROW_MATTERS = /^(?!\/(?:admin|support-desk))/;

const contexts = new Map<string, BrowserContext>();

export async function contextFor(browser: Browser, baseURL: string, who: CastName | null): Promise<BrowserContext> {
  const key = who ?? "nobody";
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
/** Rules whose result may differ by color scheme or width, and the rule that elements shown at only one width have a name. */
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
/** Wide and light with every rule, narrow and dark with those that may answer otherwise there. */
const BOTH_FORMS: readonly Form[] = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 360 },
];
/** For the same page about one order after the other: by turns. */
export const byTurns = (n: number): readonly Form[] => [BOTH_FORMS[n % BOTH_FORMS.length]!];

/** Shows the page that is open in another form, as a system setting or a turned telephone does. */
async function turn(page: Page, { colorScheme, width }: Form): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height: 900 });
  await page.waitForFunction(
    ([scheme, wide]) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches && innerWidth === wide,
    [colorScheme, width] as const,
  );
  // Two frames: what listens has drawn, and every color is the new one.
  await page.evaluate(async () => {
    const drawn = async () => {
      for (let n = 0; n < 2; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      // A loader or a cursor turns forever: only what ends is waited for.
      const ending = document
        .getAnimations()
        .filter(
          (it) => it.playState === "running" && Number.isFinite(it.effect?.getComputedTiming().endTime ?? Infinity),
        );
      await Promise.all(ending.map((it) => it.finished.catch(() => {})));
    };
    // A browser without a window sometimes stops drawing a page after its size changed. What then looks wrong is looked at on a new page.
    await Promise.race([drawn(), new Promise((resolve) => setTimeout(resolve, 3_000))]);
  });
}

/** Waits until a page that was opened has its script, and takes away what axe cannot look into. */
async function settled(page: Page): Promise<void> {
  // An email is shown in a frame that may run nothing, not even axe: what is around it is looked at.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe[sandbox]")) frame.remove();
  });
  await page.locator("main").first().waitFor();
  await page.waitForLoadState("load");
  await hydrated(page);
  // Content far below is laid out only when scrolled near. Axe doesn't scroll, so it wouldn't see its colors.
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

/** Puts axe into a page once: reading its half a megabyte takes as long as a look. */
async function violationsOn(page: Page, options: RunOptions) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (it) => (await (window as unknown as { axe: typeof axe }).axe.run(document, it)).violations,
    options,
  );
}

/** What is wrong with the page as it is shown. @param rules null for all */
async function judge(
  page: Page,
  address: string,
  { colorScheme, width }: Form,
  rules: readonly string[] | null,
): Promise<string[]> {
  const form = `${address} ${colorScheme} ${width}`;
  const violations = await violationsOn(page, {
    // What passes is not written out: that takes longer than looking.
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
  // Axe looks at one document. `settled` has taken away the frames that it may not look into.
  if (page.frames().length > 1) wrong.push(`${form} has a frame that nobody looked into`);
  if (width === 360 && NARROW_MATTERS.test(address)) {
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) wrong.push(`${form} is ${over} pixels too wide`);
  }
  return wrong;
}

/** Looks at a page in its forms. @returns what is wrong, in words */
export async function examine(page: Page, address: string, forms: readonly Form[] = BOTH_FORMS): Promise<string[]> {
  const wrong: string[] = [];
  // The runner's own look into the frame that an email is shown in is turned away: that is what the frame is sandboxed for.
  page.on("console", (message) => {
    if (message.type() === "error" && !/'about:srcdoc' because the document's frame is sandboxed/.test(message.text()))
      wrong.push(`${address} console: ${message.text().slice(0, 300)}`);
  });
  page.on("pageerror", (error) => wrong.push(`${address} script: ${String(error).slice(0, 300)}`));
  for (const [n, form] of forms.entries()) {
    // A page that is looked at in one form alone is looked at with every rule.
    const rules = n > 0 ? BY_FORM : null;
    if (n === 0) {
      await open(page, address, form, wrong);
      wrong.push(...(await judge(page, address, form, rules)));
      continue;
    }
    await turn(page, form);
    if ((await judge(page, address, form, rules)).length === 0) continue;
    // A browser under load can keep colors of the form before: what is wrong must be so on a page opened in this form.
    await open(page, address, form, wrong);
    wrong.push(...(await judge(page, address, form, rules)));
  }
  return wrong;
}

export async function look(
  browser: Browser,
  baseURL: string,
  who: CastName | null,
  address: string,
  forms?: readonly Form[],
): Promise<void> {
  const page = await (await contextFor(browser, baseURL, who)).newPage();
  // A step that hangs says which one it is, before the whole test runs out of time.
  page.setDefaultTimeout(60_000);
  try {
    expect(await examine(page, address, forms)).toEqual([]);
  } finally {
    await page.close();
  }
}

export async function closeAll(): Promise<void> {
  await Promise.all([...contexts.values()].map((context) => context.close()));
  contexts.clear();
}
