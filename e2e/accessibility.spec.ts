/** axe on every page that exists, light and dark, wide and narrow, as somebody whom the page is for. */
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { areaOf } from "#app/features/accounts/rules/access.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { demoOrders, existingPaths, linksOn, replyToken } from "./pages.ts";

// What is wrong is said in words; keeping a trace of every page takes longer than looking at it.
test.use({ trace: "off" });

const AREA_FOR: Record<string, CastName | null> = { public: null, orderForm: "amara", client: "amara", clientOnly: "amara", signedIn: "amara", supportDesk: "sam", blogCms: "sam", editor: "jonas", admin: "ada" };
/** What is read and worked with on a telephone. Staff's tables may scroll in themselves. */
const NARROW_MATTERS = /^(?!\/(?:admin|support-desk))/;

const contexts = new Map<string, BrowserContext>();

async function contextFor(browser: Browser, baseURL: string, who: CastName | null): Promise<BrowserContext> {
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
/** Wide and light, narrow and dark: between them every rule, both colourings and both widths. */
const BOTH_FORMS: readonly Form[] = [{ colorScheme: "light", width: 1280 }, { colorScheme: "dark", width: 360 }];
/** For the same page about one order after the other: by turns. */
const byTurns = (n: number): readonly Form[] => [BOTH_FORMS[n % BOTH_FORMS.length]!];

/** Waits until a page that was opened has its script, and takes away what axe cannot look into. */
async function settled(page: Page): Promise<void> {
  // A letter is shown in a frame that may run nothing, axe neither: what is around it is looked at.
  await page.evaluate(() => { for (const frame of document.querySelectorAll("iframe[sandbox]")) frame.remove(); });
  await page.locator("main").first().waitFor();
  // The script has taken the page over when its bell or its forms can be used; network silence says so for pages without either.
  await page.waitForLoadState("load");
  await page.waitForTimeout(150);
}

/** Looks at a page in its forms. @returns what is wrong, in words */
async function examine(page: Page, address: string, forms: readonly Form[] = BOTH_FORMS): Promise<string[]> {
  const wrong: string[] = [];
  // The runner's own look into the frame that a letter is shown in is turned away: that is what the frame is sandboxed for.
  page.on("console", (message) => { if (message.type() === "error" && !/'about:srcdoc' because the document's frame is sandboxed/.test(message.text())) wrong.push(`${address} console: ${message.text().slice(0, 300)}`); });
  page.on("pageerror", (error) => wrong.push(`${address} script: ${String(error).slice(0, 300)}`));
  for (const { colorScheme, width } of forms) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    // Opened anew in each form, as people do: a browser under load can keep computed colours of the form before for a while.
    const answer = await page.goto(address);
    if (answer!.status() !== 200) wrong.push(`${address} answered ${answer!.status()}`);
    await settled(page);
    const form = `${address} ${colorScheme} ${width}`;
    // What passes is not written out: that takes longer than looking.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations) wrong.push(`${form} ${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? node.failureSummary ?? ""})`).join("; ").slice(0, 500)}`);
    if (width === 360 && NARROW_MATTERS.test(address)) {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (over > 0) wrong.push(`${form} is ${over} pixels too wide`);
    }
  }
  return wrong;
}

async function look(browser: Browser, baseURL: string, who: CastName | null, address: string, forms?: readonly Form[]): Promise<void> {
  const page = await (await contextFor(browser, baseURL, who)).newPage();
  try {
    expect(await examine(page, address, forms)).toEqual([]);
  } finally {
    await page.close();
  }
}

test.afterAll(async () => {
  await Promise.all([...contexts.values()].map((context) => context.close()));
});

for (const path of existingPaths().filter((it) => !it.includes("{") && !["/payment-success", "/payment-cancelled", "/order-success"].includes(it)))
  test(`page ${path}`, async ({ browser, baseURL }) => {
    await look(browser, baseURL!, AREA_FOR[areaOf(path)!] ?? null, path);
  });

for (const [who, page, rate] of [["amara", "/order/", true], ["mei", "/order/", false], ["jonas", "/editor/orders/", false], ["priya", "/editor/orders/", false]] as const)
  test(`each of ${CAST[who].displayName}'s orders at ${page}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    const orders = (await demoOrders(baseURL!))[who];
    expect(orders.length).toBeGreaterThan(0);
    for (const [n, id] of orders.entries()) await look(browser, baseURL!, who, `${page}${id}`, byTurns(n));
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    for (const [n, id] of (rate ? orders : []).entries()) {
      if ((await client.get(`${page}${id}/rate`)).status === 200) await look(browser, baseURL!, who, `${page}${id}/rate`, byTurns(n));
    }
  });

for (const [who, home] of [["amara", "/support"], ["jonas", "/editor/support"]] as const)
  test(`a ticket of ${CAST[who].displayName}'s, and the form for another`, async ({ browser, baseURL }) => {
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    const tickets = await linksOn(client, home, new RegExp(`${home}/tickets/tkt_[0-9a-z]{26}`, "g"));
    expect(tickets.length).toBeGreaterThan(0);
    for (const [n, address] of tickets.slice(0, 2).entries()) await look(browser, baseURL!, who, address, byTurns(n));
    await look(browser, baseURL!, who, `${home}?new&category=technical`, byTurns(who === "amara" ? 0 : 1));
  });

for (const [who, queue, thread] of [["sam", "/support-desk/threads", "/support-desk/threads"], ["ada", "/admin/support", "/admin/support/tickets"]] as const)
  test(`threads and macros as ${CAST[who].displayName} works with them`, async ({ browser, baseURL }) => {
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    const [ticket, order] = await Promise.all(["tkt", "ord"].map((kind) => linksOn(client, queue, new RegExp(`${thread}/${kind}_[0-9a-z]{26}`, "g"))));
    expect([ticket!.length, order!.length]).not.toContain(0);
    const addresses = [ticket![0]!, `${ticket![0]!}?write=note&merge=`, order![0]!, `${queue}?view=macros`];
    for (const [n, address] of addresses.entries()) await look(browser, baseURL!, who, address, byTurns(n + (who === "ada" ? 1 : 0)));
  });

test("where the link in a letter to a visitor leads", async ({ browser, baseURL }) => {
  await look(browser, baseURL!, null, `/contact/reply/${await replyToken(new Client(baseURL!))}`);
});

test("orders as the admins see them", async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const orders = await demoOrders(baseURL!);
  const shown = [...new Set([...orders.priya, ...orders.jonas])].slice(0, 6);
  for (const [n, id] of shown.entries()) await look(browser, baseURL!, "ada", `/admin/orders/${id}`, byTurns(n));
});

test("the pages around a payment", async ({ browser, baseURL }) => {
  const { amara, mei } = await demoOrders(baseURL!);
  for (const [who, orders] of [["amara", amara], ["mei", mei]] as const) {
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    const seen = new Set<string>();
    for (const id of orders) {
      for (const page of ["/order-success", "/payment-success", "/payment-cancelled"]) {
        if (seen.has(page) || (await client.get(`${page}?order=${id}`)).status !== 200) continue;
        seen.add(page);
        await look(browser, baseURL!, who, `${page}?order=${id}`);
      }
    }
  }
});

test("the not-found page, signed out and signed in", async ({ browser, baseURL }) => {
  for (const who of [null, "amara"] as const) {
    const page = await (await contextFor(browser, baseURL!, who)).newPage();
    const wrong = await examine(page, "/no-such-page");
    await page.close();
    // The browser itself notes a 404 in its console.
    expect(wrong.filter((it) => !/answered 404|status of 404/.test(it))).toEqual([]);
  }
});

test("the demo's mailbox", async ({ browser, baseURL }) => {
  await look(browser, baseURL!, null, "/auth/mailbox");
});
