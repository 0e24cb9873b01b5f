/**
 * Pictures of a running demo's main pages, and how tall each page is, for docs/screens.
 *
 *     node tools/shoot-pages.ts http://localhost:3000 docs/screens after
 *
 * The pages are found as a reader finds them: by the links of a list. A page that this version of the product doesn't
 * have is left out and said, so that the same script takes the pictures of an older version.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import sharp from "sharp";
import { BROWSER_ARGS, browserPath } from "../e2e/browser.ts";
import { CHOICES, type Client, manuscript, signedIn } from "../e2e/client.ts";
import { hydrated } from "../e2e/hydrated.ts";
import type { CastName } from "#db/seed/cast.ts";

type Shot = {
  name: string;
  who: CastName;
  /** Where it is, or how to find it. */
  at: string | ((page: Page, client: Client) => Promise<string>);
  /** What to do there before the picture. */
  then?: (page: Page) => Promise<void>;
};

const WIDTHS = [1280, 360] as const;
/** Pictures show the first screens. The heights in pages.json are of whole pages. */
const MOST_PX = 1_800;
/** Of the longer side of a picture; readable, and small. */
const PICTURE_WIDTH = { 1280: 960, 360: 360 } as const;
const QUALITY = 52;

/** The first link of a list's rows whose text matches. */
const row =
  (list: string, words: RegExp) =>
  async (page: Page): Promise<string> => {
    await page.goto(list);
    await hydrated(page);
    const links = page.locator("main a[href]", { has: page.locator(":scope") });
    const rows = page.locator("main :is(tr, li, article)").filter({ hasText: words });
    const link =
      (await rows.count()) > 0 ? rows.first().locator("a[href]").first() : links.filter({ hasText: words }).first();
    const href = await link.getAttribute("href", { timeout: 5_000 });
    if (!href) throw new Error(`${list} has nothing that says ${String(words)}`);
    return href;
  };

/** A draft with a manuscript, at a page. */
const draft = (path: string) => async (_page: Page, client: Client) => {
  await client.form("/order/new", { intent: "fresh" });
  const { name, bytes } = manuscript("Draft");
  const { orderId } = await client.dropManuscript(bytes, name);
  const { service, turnaround, subfield } = CHOICES;
  await client.saveChoices(orderId, { service, turnaround, subfield });
  return `${path}?order=${orderId}`;
};

const SHOTS: readonly Shot[] = [
  { name: "quote", who: "mei", at: draft("/order/new") },
  { name: "order-form", who: "mei", at: draft("/order/new/form") },
  { name: "dashboard", who: "amara", at: "/dashboard" },
  { name: "delivered-order", who: "amara", at: row("/my-orders?show=all", /deliver|ready/i) },
  { name: "my-orders", who: "amara", at: "/my-orders" },
  { name: "editor-dashboard", who: "jonas", at: "/editor" },
  { name: "invite", who: "jonas", at: "/editor/invites" },
  { name: "editor-order", who: "jonas", at: row("/editor/orders", /in revision|being edited/i) },
  { name: "editor-calendar", who: "jonas", at: "/editor/calendar" },
  { name: "staff-orders", who: "ada", at: "/admin/orders" },
  { name: "staff-order", who: "ada", at: row("/admin/orders", /being edited|S-/i) },
  { name: "overview", who: "ada", at: "/admin" },
  { name: "ticket-queue", who: "sam", at: "/support-desk/threads" },
  { name: "ticket", who: "sam", at: row("/support-desk/threads", /T-1/) },
  { name: "payouts", who: "ada", at: "/admin/editor-payouts" },
  { name: "reconciliation", who: "ada", at: "/admin/reconciliation" },
  { name: "policy", who: "ada", at: "/admin/policy" },
  { name: "audit", who: "ada", at: "/admin/audit" },
  { name: "editors", who: "amara", at: "/editors" },
  { name: "public-editor", who: "amara", at: row("/editors", /./) },
  { name: "notifications", who: "amara", at: "/notifications" },
  { name: "my-payments", who: "amara", at: "/my-payments" },
  { name: "settings", who: "amara", at: "/profile/settings" },
  { name: "finance", who: "ada", at: "/admin/ops/finance" },
  { name: "refunds", who: "ada", at: "/admin/refunds" },
  { name: "coupons", who: "ada", at: "/admin/coupons" },
  { name: "editor-orders", who: "jonas", at: "/editor/orders" },
  { name: "editor-payouts", who: "jonas", at: "/editor/editor-payouts" },
  { name: "style-sheet", who: "amara", at: "/profile/style-sheet" },
  { name: "support", who: "amara", at: "/support" },
];

const [address, folder, form, ...only] = process.argv.slice(2);
if (!address || !folder || !form) {
  console.error("Usage: node tools/shoot-pages.ts ADDRESS FOLDER before|after [PAGE ...]");
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({ executablePath: await browserPath(), args: BROWSER_ARGS });
const clients = new Map<CastName, Client>();
const figures = path.join(folder, "pages.json");
const heights = readHeights();
for (const shot of SHOTS) {
  if (only.length > 0 && !only.includes(shot.name)) continue;
  try {
    const measured = await shoot(browser, shot);
    heights[shot.name] = { ...heights[shot.name], [form]: measured };
    console.log(`${shot.name}: ${measured.join(" and ")} px`);
  } catch (error) {
    console.log(`${shot.name}: left out, ${(error as Error).message.split("\n")[0]}`);
  }
}
await browser.close();
writeFileSync(figures, `${JSON.stringify(heights, null, 2)}\n`);

function readHeights(): Record<string, Record<string, number[]>> {
  try {
    return JSON.parse(readFileSync(figures, "utf8")) as Record<string, Record<string, number[]>>;
  } catch {
    return {};
  }
}

/** @returns the page's height at each width, in CSS pixels */
async function shoot(on: Browser, { name, who, at, then }: Shot): Promise<number[]> {
  const client = clients.get(who) ?? (await signedIn(address!, who));
  clients.set(who, client);
  const measured: number[] = [];
  let url: string | undefined;
  for (const width of WIDTHS) {
    const context = await on.newContext({
      baseURL: address!,
      viewport: { width, height: width === 360 ? 740 : 860 },
      reducedMotion: "reduce",
      colorScheme: process.env["SCHEME"] === "dark" ? "dark" : "light",
      serviceWorkers: "block",
    });
    try {
      await context.addCookies([...client.cookies].map(([key, value]) => ({ name: key, value, url: address! })));
      const page = await context.newPage();
      url ??= typeof at === "string" ? at : await at(page, client);
      await page.goto(url);
      await hydrated(page);
      await then?.(page);
      await page.waitForTimeout(600);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      measured.push(height);
      const picture = await page.screenshot({
        clip: { x: 0, y: 0, width, height: Math.min(height, MOST_PX) },
        fullPage: true,
      });
      await sharp(picture)
        .resize({ width: PICTURE_WIDTH[width] })
        .webp({ quality: QUALITY })
        .toFile(path.join(folder!, `${name}-${width}-${form}.webp`));
      if (process.env["PNG"])
        writeFileSync(path.join(folder!, `${name}-${width}-${form}.png`), await page.screenshot({ fullPage: true }));
    } finally {
      await context.close();
    }
  }
  return measured;
}
