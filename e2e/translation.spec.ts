/**
 * Pages that the browser translates keep working, and their figures stay true. Translators put `<font>` elements around
 * text nodes, or in their place; both are done here as they do it, because a real one needs a network.
 */
import { type Page, expect, test } from "@playwright/test";
import { CHOICES, type Client, manuscript, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { linksOn } from "./pages.ts";

const WAYS = ["around", "instead"] as const;
type Way = (typeof WAYS)[number];

/** Puts every text of the page into `<font><font>`, and every later one, as a translator does. */
async function translate(page: Page, way: Way): Promise<void> {
  await page.evaluate((how) => {
    const wrap = (text: Text) => {
      const parent = text.parentElement;
      if (!parent || !text.data.trim() || parent.closest("font, script, style, textarea, select, title")) return;
      const outer = document.createElement("font");
      const inner = outer.appendChild(document.createElement("font"));
      if (how === "instead") inner.textContent = text.data;
      text.replaceWith(outer);
      if (how === "around") inner.append(text);
    };
    const all = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) wrap(text);
    };
    all(document.body);
    // New texts are translated a moment later.
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node.nodeName !== "FONT") setTimeout(() => (node instanceof Text ? wrap(node) : all(node)), 5);
    }).observe(document.body, { childList: true, subtree: true });
  }, way);
  await expect(page.locator("main font").first()).toBeAttached();
}

const open = async (page: Page, { url, cookies }: Client, path: string): Promise<void> => {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(path);
  await hydrated(page);
};
const isWhole = async (page: Page): Promise<void> => {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
};
/** Amounts and counts that the page shows, in order. Choices of a list aren't translated, and others spend them. */
const figures = async (page: Page): Promise<string[]> =>
  (
    await page.locator("main").evaluate((main) => {
      const copy = main.cloneNode(true) as Element;
      for (const list of copy.querySelectorAll("select")) list.remove();
      return copy.textContent ?? "";
    })
  ).match(/\$[\d,]+\.\d\d|[\d,]+ (?:billable )?words/g) ?? [];

for (const way of WAYS) {
  test(`the order form, translated (${way}), keeps its figures true while choices change`, async ({
    page,
    baseURL,
  }) => {
    const amara = await signedIn(baseURL!, "amara");
    const { name, bytes } = manuscript(`translated-${way}`);
    const { orderId } = await amara.dropManuscript(bytes, name);
    await amara.saveChoices(orderId, CHOICES);
    await open(page, amara, `/order/new/form?order=${orderId}`);
    const choose = async () => {
      await page.locator("details:has(input[name=service]) > summary").click();
      for (const label of ["Substantive editing", "Proofreading", "Copyediting", "Substantive editing"]) {
        await page.locator(`input[name=service][value=${label.toLowerCase().split(" ")[0]}]`).check({ force: true });
        await isWhole(page);
      }
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    };
    await translate(page, way);
    await choose();
    const translated = await figures(page);
    expect(translated.length).toBeGreaterThan(3);
    await page.reload();
    await hydrated(page);
    expect(translated).toEqual(await figures(page));
  });

  test(`the change explorer, translated (${way}), counts decisions`, async ({ page, baseURL }) => {
    const amara = await signedIn(baseURL!, "amara");
    const orders = await linksOn(amara, "/my-orders", /ord_[0-9a-z]{26}/g);
    let href: string | undefined;
    for (const id of orders)
      href ??= (await linksOn(amara, `/order/${id}`, /\/order\/\w+\?view=changes&(?:amp;)?file=fil_[0-9a-z]{26}/g))[0];
    await open(page, amara, href!.replace("&amp;", "&"));
    await expect(page.locator("[data-paper] [data-c]").first()).toBeVisible();
    while (await page.getByRole("button", { name: "Undo" }).isEnabled()) await page.keyboard.press("u");
    await translate(page, way);
    for (const [n, key] of ["n", "a", "n", "r"].entries()) {
      await page.keyboard.press(key);
      await isWhole(page);
      if (n % 2 === 1) await expect(page.getByText(new RegExp(`^${(n + 1) / 2} of \\d`))).toBeVisible();
    }
    await page.keyboard.press("u");
    await page.keyboard.press("u");
    await isWhole(page);
  });
}

for (const [who, start] of [
  ["amara", "/dashboard"],
  ["jonas", "/editor"],
  ["sam", "/support-desk"],
  ["ada", "/admin"],
] as const)
  test(`every page in the menu of ${who} can be left and entered while it's translated`, async ({ page, baseURL }) => {
    // An admin's menu has more than thirty pages.
    test.slow();
    await open(page, await signedIn(baseURL!, who), start);
    // A notice in the closed bell can lead to a page of the menu too, and opens it in another tab.
    const menu = "nav[aria-label=Main]";
    const links = page.locator(`${menu} a[href]`);
    const paths = [...new Set(await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")!)))];
    expect(paths.length).toBeGreaterThan(3);
    for (const [n, path] of paths.entries()) {
      // The address is new a moment before the page is, so a menu is looked for and clicked in one step.
      const enter = async () => {
        await translate(page, WAYS[n % 2]!);
        return await page.evaluate((to) => {
          const link = document.querySelector<HTMLAnchorElement>(to);
          link?.click();
          return link !== null;
        }, `${menu} a[href="${path}"]`);
      };
      if (!(await enter())) {
        // The blog has the public menu.
        await page.goto(start);
        await hydrated(page);
        expect(await enter()).toBe(true);
      }
      await page.waitForURL((url) => url.pathname === path.split(/[?#]/)[0]);
      await hydrated(page);
      await isWhole(page);
    }
  });
