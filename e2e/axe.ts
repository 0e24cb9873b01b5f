/** A look at a page with axe, light and dark, wide and narrow, as somebody whom the page is for. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, type Page, expect } from "@playwright/test";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client } from "./client.ts";

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
/** Rules whose answer may be another in the other colouring or width; and that what only one of the widths shows has a name. */
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

/** Waits until a page that was opened has its script, and takes away what axe cannot look into. */
async function settled(page: Page): Promise<void> {
  // A letter is shown in a frame that may run nothing, axe neither: what is around it is looked at.
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe[sandbox]")) frame.remove();
  });
  await page.locator("main").first().waitFor();
  // The script has taken the page over when its bell or its forms can be used; network silence says so for pages without either.
  await page.waitForLoadState("load");
  await page.waitForTimeout(150);
  if ((await page.locator("body[data-waits]").count()) > 0) {
    await page.mouse.move(1, 300);
    await page.mouse.move(2, 300);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector("main")!).some((key) => key.startsWith("__react")),
    );
  }
  // What is far below is laid out only when one comes near: axe, which does not scroll, would not see its colours.
  await page.evaluate(() => {
    for (const it of document.querySelectorAll<HTMLElement>("main *"))
      if (getComputedStyle(it).contentVisibility === "auto") it.style.contentVisibility = "visible";
  });
}

/** Looks at a page in its forms. @returns what is wrong, in words */
export async function examine(page: Page, address: string, forms: readonly Form[] = BOTH_FORMS): Promise<string[]> {
  const wrong: string[] = [];
  // The runner's own look into the frame that a letter is shown in is turned away: that is what the frame is sandboxed for.
  page.on("console", (message) => {
    if (message.type() === "error" && !/'about:srcdoc' because the document's frame is sandboxed/.test(message.text()))
      wrong.push(`${address} console: ${message.text().slice(0, 300)}`);
  });
  page.on("pageerror", (error) => wrong.push(`${address} script: ${String(error).slice(0, 300)}`));
  for (const [n, { colorScheme, width }] of forms.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    // Opened anew in each form, as people do: a browser under load can keep computed colours of the form before for a while.
    const answer = await page.goto(address);
    if (answer!.status() !== 200) wrong.push(`${address} answered ${answer!.status()}`);
    await settled(page);
    const form = `${address} ${colorScheme} ${width}`;
    // What passes is not written out: that takes longer than looking.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
    // No page has a frame that could be looked into; the runner's way through frames opens a second page for each look.
    axe.setLegacyMode();
    // A page that is looked at in one form alone is looked at with every rule.
    if (n > 0) axe.withRules(BY_FORM);
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      wrong.push(
        `${form} ${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? node.failureSummary ?? ""})`)
          .join("; ")
          .slice(0, 500)}`,
      );
    if (width === 360 && NARROW_MATTERS.test(address)) {
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (over > 0) wrong.push(`${form} is ${over} pixels too wide`);
    }
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
