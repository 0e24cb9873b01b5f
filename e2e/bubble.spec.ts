/**
 * The support bubble's variants: the visitors' chat and its fallback without script, the menu, another provider's
 * script.
 */
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, type Page, expect, test } from "@playwright/test";
import type { CastName } from "#db/seed/cast.ts";
import { demoOrders } from "./pages.ts";
import { Client, answerThread, linkedTicket, signedIn } from "./client.ts";
import { type Product, freePort, startProduct } from "./product.ts";
import { hydrated } from "./hydrated.ts";

const WIDGET = /\/assets\/chat-widget-[\w-]+\.js/;
const bubble = (page: Page) => page.getByRole("complementary", { name: "Support" }).locator("a, button").first();
const panel = (page: Page) => page.getByRole("dialog", { name: "Contact support" });

async function pageOf(browser: Browser, baseURL: string, who: CastName, at: string): Promise<Page> {
  const client = await signedIn(baseURL, who);
  const context = await browser.newContext({ baseURL });
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  await page.goto(at);
  await hydrated(page);
  return page;
}

test("a visitor chats, gets the desk's answer without a reload, and finds it again, but nobody else does", async ({
  page,
  baseURL,
  browser,
}) => {
  const words = `Do you edit posters? ${crypto.randomUUID()}`;
  await page.goto("/");
  await bubble(page).click();
  await page.getByLabel("Message").fill(words);
  await page.getByLabel("Name (optional)").fill("Ruth Adler");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(panel(page).getByRole("log")).toContainText(words);
  await expect(page.getByLabel("Message")).toHaveValue("");

  const sam = await signedIn(baseURL!, "sam");
  const thread = await linkedTicket(sam, words);
  const answer = `In every size. ${crypto.randomUUID()}`;
  await answerThread(sam, thread, answer);
  await expect(panel(page).getByRole("log")).toContainText(answer);
  await expect(panel(page).getByRole("log")).toContainText("Sam Okafor");

  await page.reload();
  await expect(panel(page).getByRole("log")).toContainText(answer);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  // A page without the application's script still has the chat, and shows that there's something new.
  await page.goto("/about");
  await answerThread(sam, thread, "And in color.");
  await expect(bubble(page)).toHaveAccessibleName("Contact support, 1 new");
  await bubble(page).click();
  await expect(panel(page).getByRole("log")).toContainText("And in color.");
  await page.getByRole("heading", { level: 1 }).click();
  await expect(panel(page)).toHaveCount(0);

  const other = await browser.newContext({ baseURL: baseURL! });
  expect(await (await other.request.get("/api/chat")).json()).toMatchObject({ lines: [], open: false });
  await other.close();
});

test("without the chat's script, the bubble links to the contact form, and the script only loads on demand", async ({
  page,
  baseURL,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (WIDGET.test(request.url())) asked.push(request.url());
  });
  for (const at of ["/", "/about"]) {
    await page.goto(at);
    await expect(bubble(page)).toHaveAttribute("href", "/contact");
    expect(asked).toEqual([]);
    await page.route(WIDGET, (route) => route.abort());
    await bubble(page).click();
    await expect(page).toHaveURL(/\/contact$/);
    await page.unroute(WIDGET);
    asked.length = 0;
  }
  const script = WIDGET.exec(await (await new Client(baseURL!).get("/about")).text())![0];
  const packed = await new Client(baseURL!).send(script, { headers: { "accept-encoding": "gzip" } });
  expect(Number(packed.headers.get("content-length")), "at most 8 KB").toBeLessThanOrEqual(8 * 1_024);
});

test("without JavaScript, the bubble is a link, or a menu that the browser opens", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/pricing");
  await bubble(page).click();
  await expect(page).toHaveURL(/\/contact$/);
  const amara = await signedIn(baseURL!, "amara");
  await context.addCookies([...amara.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  await page.goto("/dashboard");
  await bubble(page).click();
  await page.getByRole("menuitem", { name: /^Support tickets/ }).click();
  await expect(page).toHaveURL(/\/support$/);
  await context.close();
});

test("authors and editors get a menu that links to their current order, and staff get a link", async ({
  browser,
  baseURL,
}) => {
  const {
    amara: [orderId],
    jonas: [workId],
  } = await demoOrders(baseURL!);
  const page = await pageOf(browser, baseURL!, "amara", "/dashboard");
  const button = page.getByRole("button", { name: /^Support/ });
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByRole("menuitem", { name: /^Support tickets/ })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: /^Order messages/ })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu", { name: "Support" })).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(20, 400);
  await expect(page.getByRole("menu", { name: "Support" })).toBeHidden();
  await button.click();
  await expect(page.getByRole("menuitem", { name: /^Order messages/ })).toHaveAttribute("href", "/my-orders");
  await page.keyboard.press("Escape");
  await page.goto(`/order/${orderId}`);
  await hydrated(page);
  await button.click();
  await page.getByRole("menuitem", { name: /^Order messages/ }).click();
  await expect(page).toHaveURL(new RegExp(`/order/${orderId}#messages$`));
  await expect(page.getByRole("menu", { name: "Support" })).toBeHidden();
  await page.context().close();

  const hrefs = async (who: CastName, at: string) => {
    const html = await (await (await signedIn(baseURL!, who)).get(at)).text();
    return [...(/<aside aria-label="Support".*?<\/aside>/s.exec(html)?.[0] ?? "").matchAll(/href="([^"]+)"/g)].map(
      (m) => m[1],
    );
  };
  expect(await hrefs("jonas", `/editor/orders/${workId}`)).toEqual(["/editor/support", `/editor/orders/${workId}`]);
  expect(await hrefs("sam", "/support-desk")).toEqual(["/support-desk/threads"]);
  expect(await hrefs("ada", "/admin")).toEqual(["/admin/support"]);
  expect(await hrefs("uma", "/")).toEqual(["/contact"]);
});

test.describe("another provider's chat", () => {
  let provider: Server;
  let product: Product;
  let does: "works" | "fails" | "hangs" = "works";
  const SCRIPT = `document.body.insertAdjacentHTML("beforeend", '<button id="their-chat">Chat</button>')`;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    provider = createServer((_request, response) => {
      if (does === "works") response.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT);
      else if (does === "fails") response.writeHead(404).end();
    });
    await new Promise<void>((done) => provider.listen(0, "127.0.0.1", done));
    product = await startProduct({
      port: await freePort(),
      oneProcess: true,
      env: {
        DEMO: "0",
        STRIPE_SECRET_KEY: "sk_test_none",
        STRIPE_WEBHOOK_SECRET: "whsec_none",
        LIVE_CHAT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/embed.js`,
      },
    });
  });
  test.afterAll(async () => {
    await product?.stop();
    provider?.closeAllConnections();
    provider?.close();
  });

  test("replaces ours on public pages, and falls back to the contact form if it doesn't load", async ({ browser }) => {
    const visit = async (at: string) => {
      const page = await (await browser.newContext({ baseURL: product.url })).newPage();
      await page.goto(at);
      return page;
    };
    for (const at of ["/", "/about"]) {
      does = "works";
      const page = await visit(at);
      await expect(page.locator("#their-chat")).toBeVisible();
      await expect(bubble(page)).toBeHidden();
      await page.context().close();
    }
    for (const way of ["fails", "hangs", "blocked"] as const) {
      does = way === "blocked" ? "works" : way;
      const context = await browser.newContext({ baseURL: product.url });
      if (way === "blocked") await context.route(/embed\.js/, (route) => route.abort());
      const page = await context.newPage();
      const asked = page.waitForRequest(/embed\.js/);
      await page.goto("/about");
      await asked;
      await expect(bubble(page)).toBeVisible();
      await bubble(page).click();
      await expect(page).toHaveURL(/\/contact$/);
      await context.close();
    }
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const policyAt = async (at: string) => (await fetch(product.url + at)).headers.get("content-security-policy")!;
    for (const directive of ["script-src", "connect-src", "frame-src"])
      expect(await policyAt("/about")).toMatch(new RegExp(`${directive}[^;]* ${origin}(?: |;)`));
    expect(await policyAt("/no-such-page")).not.toContain(origin);
    expect((await fetch(`${product.url}/api/chat`)).status).toBe(404);
  });
});
