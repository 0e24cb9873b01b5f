/** Public pages: their metadata, how much script they load, and that they work without any. */
import { areaOf } from "#app/features/accounts/rules/area-pages.ts";
import { type IncomingHttpHeaders, get } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, type Page, expect, test } from "@playwright/test";
import { HYDRATED } from "#app/platform/rules/public-pages/hydrated.ts";
import { CAST } from "#db/seed/cast.ts";
import { withoutPointer } from "./browser.ts";
import { Client } from "./client.ts";
import { holdScripts, hydrated } from "./hydrated.ts";
import { existingPaths } from "./pages.ts";

test.beforeEach(({ context }) => withoutPointer(context));

const KB = 1_024;
/** Compressed, over the wire, until the page is at rest. */
// Among it are the guards against translators and overload, which pages with prices need.
const MOST_SCRIPT = { "/": 148 * KB, "/pricing": 150 * KB, "/contact": 146 * KB };
const MOST_SCRIPT_READ = 20 * KB;
const WORKED = Object.keys(MOST_SCRIPT);
/** The script that every page begins with: it loads the others, and is the same for all pages. */
const FIRST = /\/assets\/first-\w+\.js$/;
/** Pages for signing in and creating an account. */
const ACCOUNT = /^\/(signin|signup|sso|editor-signup|order)(\/|$)/;
const READ = existingPaths().filter(
  (path) => areaOf(path) === "public" && !path.includes("{") && !ACCOUNT.test(path) && !WORKED.includes(path),
);

/** Over a plain socket: nothing is decompressed, and no extra headers are sent. */
const send = (url: URL, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    }).on("error", reject);
  });

type Visit = {
  page: Page;
  /** Loaded script bytes, including prefetched ones. */
  scriptBytes(): number;
  /** The application's scripts that the page executed, without the first one, which loads them. */
  taken(): string[];
  /** Errors the browser reported. */
  wrong: string[];
  close(): Promise<void>;
};

/** Opens a page as a new visitor. @param until a page without script is idle once it's loaded */
async function visit(
  browser: Browser,
  baseURL: string,
  address: string,
  until: "load" | "networkidle",
): Promise<Visit> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  await withoutPointer(context);
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      wrong.push(`${address} console: ${message.text().slice(0, 300)}`);
  });
  page.on("pageerror", (error) => wrong.push(`${address} script: ${String(error).slice(0, 300)}`));
  const wire = await context.newCDPSession(page);
  const scripts = new Set<string>();
  const taken: string[] = [];
  let scriptBytes = 0;
  wire.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Script" || response.mimeType.endsWith("/javascript")) scripts.add(requestId);
    const { pathname } = new URL(response.url);
    if (type === "Script" && !FIRST.test(pathname)) taken.push(pathname);
  });
  wire.on("Network.loadingFinished", (event) => {
    if (scripts.has(event.requestId)) scriptBytes += event.encodedDataLength;
  });
  await wire.send("Network.enable");
  const answer = await page.goto(address, { waitUntil: until });
  if (answer!.status() !== 200) wrong.push(`${address} answered ${answer!.status()}`);
  return { page, scriptBytes: () => scriptBytes, taken: () => taken, wrong, close: () => context.close() };
}

/** The metadata missing from a page. */
async function saysOfItself(page: Page, address: string): Promise<string[]> {
  const said = await page.evaluate(() => {
    const content = (selector: string) => document.querySelector(selector)?.getAttribute("content") ?? "";
    return {
      title: document.title,
      description: content('meta[name="description"]'),
      canonical: document.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? "",
      social: ["og:title", "og:description", "og:url", "og:image"].filter(
        (name) => content(`meta[property="${name}"]`) === "",
      ),
      card: content('meta[name="twitter:card"]'),
      headings: document.querySelectorAll("h1").length,
      robots: content('meta[name="robots"]'),
      data: [...document.querySelectorAll('script[type="application/ld+json"]')].map((it) => it.textContent),
    };
  });
  const wrong: string[] = [];
  const must = (holds: boolean, what: string) => {
    if (!holds) wrong.push(`${address}: ${what}`);
  };
  const path = address.split("?")[0]!;
  must(said.title.length > 5 && said.title.length <= 80, `title "${said.title}"`);
  must(
    said.description.length >= 20 && said.description.length <= 220,
    `description of ${said.description.length} characters`,
  );
  must(said.canonical.startsWith("http") && new URL(said.canonical).pathname === path, `canonical ${said.canonical}`);
  must(said.social.length === 0 && said.card !== "", `social card without ${said.social.join(", ") || "its kind"}`);
  must(said.headings === 1, `${said.headings} first headings`);
  if (!said.robots.includes("noindex")) must(said.data.length > 0, "no structured data");
  for (const text of said.data) {
    const data = JSON.parse(text) as { "@context"?: string; "@type"?: string; "@graph"?: { "@type"?: string }[] };
    must(
      data["@context"] === "https://schema.org" &&
        (data["@graph"] ?? [data]).every((it) => typeof it["@type"] === "string"),
      "structured data without a type",
    );
  }
  return wrong;
}

test("pages that are worked with: at most 150 KB of script, which runs when somebody is there; each says what it is", async ({
  browser,
  baseURL,
}) => {
  const wrong: string[] = [];
  for (const [address, most] of Object.entries(MOST_SCRIPT)) {
    const visited = await visit(browser, baseURL!, address, "networkidle");
    if (visited.taken().length > 0)
      wrong.push(`${address} took ${visited.taken().join(", ")} before anybody touched it`);
    await visited.page.evaluate((event) => {
      addEventListener(event, () => document.documentElement.setAttribute("data-lives", ""));
    }, HYDRATED);
    await visited.page.mouse.move(200, 300);
    await expect(visited.page.locator("html[data-lives]")).toBeVisible();
    await visited.page.waitForLoadState("networkidle");
    console.info(`${address} ${(visited.scriptBytes() / KB).toFixed(1)} KB of script`);
    wrong.push(...visited.wrong, ...(await saysOfItself(visited.page, address)));
    if (visited.taken().length === 0) wrong.push(`${address} took no script`);
    if (visited.scriptBytes() > most || visited.scriptBytes() === 0)
      wrong.push(`${address} brings ${Math.round(visited.scriptBytes() / KB)} KB of script`);
    await visited.close();
  }
  expect(wrong).toEqual([]);
});

/** Bytes of the page itself, with brotli; of its styles, as they are in the page. */
const MOST_PAGE: Record<string, number> = { "/": 15 * KB, "/pricing": 14 * KB, "/blog": 6 * KB, "/docs/api": 13 * KB };
const MOST_PAGE_ELSE = 9 * KB;
const MOST_STYLES = 12.5 * KB;
const MOST_FIRST_SCRIPT = 2 * KB;

test("pages are light: only the styles they use, compressed, and not sent a second time", async ({ baseURL }) => {
  const ask = async (path: string, headers: Record<string, string>) => {
    const answer = await send(new URL(path, baseURL), { ...headers, accept: "text/html" });
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  };
  const wrong: string[] = [];
  const firstScripts = new Set<string>();
  const blog = await (await new Client(baseURL!).get("/blog")).text();
  const articles = [...blog.matchAll(/href="(\/blog\/(?!tags|authors)[a-z0-9-]+)"/g)].map((it) => it[1]!);
  expect(articles).not.toEqual([]);
  for (const path of new Set([...WORKED, ...READ, ...articles])) {
    await expect
      .poll(async () => (await ask(path, { "accept-encoding": "br" })).headers["content-encoding"], { timeout: 10_000 })
      .toBe("br");
    const { headers, bytes } = await ask(path, { "accept-encoding": "gzip, br" });
    const html = String(brotliDecompressSync(bytes));
    const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map((it) => it[1]!).join("");
    const most = MOST_PAGE[path] ?? MOST_PAGE_ELSE;
    for (const [, name] of html.matchAll(/<script src="([^"]+)" defer=""><\/script>/g)) firstScripts.add(name!);
    console.info(`${path} ${(bytes.length / KB).toFixed(1)} KB, styles ${(styles.length / KB).toFixed(1)} KB`);
    if (bytes.length > most) wrong.push(`${path} has ${bytes.length} bytes with brotli`);
    if (styles.length > MOST_STYLES || styles.length < KB)
      wrong.push(`${path} has ${styles.length} bytes of styles in itself`);
    if (
      headers["cache-control"] !== "public, max-age=0, must-revalidate" ||
      headers["vary"] !== "accept-encoding, cookie"
    )
      wrong.push(`${path} is cached as ${headers["cache-control"]}, ${headers["vary"]}`);
    const again = await ask(path, { "accept-encoding": "br", "if-none-match": String(headers["etag"]) });
    // A page that shows times may have been rendered again since.
    if (again.headers["etag"] === headers["etag"] && (again.status !== 304 || again.bytes.length > 0))
      wrong.push(`${path} was sent again`);
    const own = await ask(`${path}?x=1`, { "accept-encoding": "br", "if-none-match": String(headers["etag"]) });
    if (own.status !== 200 || own.headers["cache-control"] !== "private, no-store")
      wrong.push(`${path} with a query is not one visitor's`);
  }
  expect(wrong).toEqual([]);
  expect(firstScripts.size).toBe(1);
  const first = await send(new URL([...firstScripts][0]!, baseURL), { "accept-encoding": "br" });
  expect(first.status).toBe(200);
  expect(first.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(first.bytes.length).toBeLessThan(MOST_FIRST_SCRIPT);
});

test("read-only pages load next to no script, and have metadata", async ({ browser, baseURL }) => {
  const client = new Client(baseURL!);
  const posts = READ.includes("/blog")
    ? [...(await (await client.get("/blog")).text()).matchAll(/href="(\/blog\/(?!tags|authors)[a-z0-9-]+)"/g)]
        .slice(0, 1)
        .map((m) => m[1]!)
    : [];
  const wrong: string[] = [];
  for (const address of [...READ, "/thanks?for=contact", ...posts]) {
    const visited = await visit(browser, baseURL!, address, "load");
    const scriptBytes = visited.scriptBytes();
    wrong.push(...visited.wrong, ...(await saysOfItself(visited.page, address)));
    if (scriptBytes > MOST_SCRIPT_READ) wrong.push(`${address} brings ${Math.round(scriptBytes / KB)} KB of script`);
    await visited.close();
  }
  expect(wrong).toEqual([]);
});

/** The sheets that a page waits for below its first screen. */
const sheetsBelow = (html: string): string[] =>
  [...(/data-first-screen-end[^>]*>(.*?)<\/div>/.exec(html)?.[1] ?? "").matchAll(/href="([^"]+)"/g)].map(
    (it) => it[1]!,
  );

/** What the browser says of content that moved, which TypeScript's own types don't have. */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
/** What moved, and when in milliseconds since the page was asked for. */
type Moved = { at: number; what: string };

for (const [path, width, colorScheme] of [
  ["/", 1280, "light"],
  ["/", 360, "dark"],
  ["/pricing", 1280, "dark"],
  ["/pricing", 360, "light"],
] as const)
  test(`the first screen of ${path} is complete before any sheet has arrived, and nothing moves when they do, at ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({
      baseURL: baseURL!,
      colorScheme,
      viewport: { width, height: 800 },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const moved: Moved[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const { startTime, value, sources } of list.getEntries() as LayoutShift[])
          moved.push({
            at: startTime,
            what: `${value}: ${sources.map(({ node, previousRect, currentRect }) => `${(node as Element | null)?.outerHTML?.slice(0, 80)} ${JSON.stringify([previousRect, currentRect])}`).join("; ")}`,
          });
      }).observe({ type: "layout-shift", buffered: true });
    });
    let arrive = () => {};
    const arrived = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route(/\.css$/, async (route) => {
      await arrived;
      await route.continue();
    });
    // Fonts come at the same time and may move a figure by a fraction of a pixel.
    await page.route(/\.woff2$/, (route) => route.abort());
    await page.goto(path, { waitUntil: "commit" });
    const end = page.locator("[data-first-screen-end]");
    await expect(end.locator("link")).not.toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const above = () =>
      end.evaluate((it) => {
        const elements = [...document.querySelectorAll("body *:not(script, style, template, svg *)")].filter(
          (other) => it.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING,
        );
        // Sizes change by fractions of a pixel with the fonts, and those of ancestors with what comes below.
        const names = [...getComputedStyle(document.body)].filter(
          (name) => !name.startsWith("--") && !/^(?:width|height|grid-template-rows|.*-size|.*-origin)$/.test(name),
        );
        return elements.map((element) => {
          const style = getComputedStyle(element);
          return `${element.outerHTML.slice(0, 60)} ${names.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";")}`;
        });
      });
    const before = await above();
    expect(before.length).toBeGreaterThan(20);
    // The browser doesn't read on until the sheets are there.
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    // A browser that paints while it reads may move the header's end by a pixel. That isn't the sheets' doing.
    const since = await page.evaluate(() => performance.now());
    arrive();
    await expect(page.getByRole("contentinfo")).toBeAttached();
    await expect(page.locator('link[rel="stylesheet"][media="(scripting: none)"]')).toHaveCount(0);
    const after = await above();
    expect(after.filter((it, i) => it !== before[i])).toEqual([]);
    const moved = await page.evaluate(() => (window as unknown as { moved: Moved[] }).moved);
    expect(moved.filter((it) => it.at >= since)).toEqual([]);
    await context.close();
  });

test("the inlined styles are all that a page's elements use: each looks the same as with the complete sheets", async ({
  browser,
  baseURL,
}) => {
  const article = /href="(\/blog\/(?!tags|authors)[a-z0-9-]+)"/.exec(
    await (await new Client(baseURL!).get("/blog")).text(),
  )![1]!;
  for (const [width, colorScheme, media, paths] of [
    [1280, "light", "screen", ["/", "/contact", "/about"]],
    [360, "dark", "screen", ["/pricing", "/signin", article]],
    [800, "light", "print", ["/blog"]],
  ] as const) {
    const context = await browser.newContext({
      baseURL: baseURL!,
      colorScheme,
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.emulateMedia({ media });
    // The inlined styles are for the page as it's sent. What scripts add, such as the button for passkeys, isn't in it.
    await holdScripts(page);
    // Blocks the complete sheets, except those that the page waits for below its first screen.
    let awaited: string[] = [];
    await page.route(/\.css$/, (route) =>
      awaited.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    );
    for (const path of paths) {
      awaited = sheetsBelow(await (await context.request.get(path)).text());
      // Rendered for one visitor, a page has its complete sheets.
      const whole = await (await context.request.get(`${path}?x=1`)).text();
      const sheets = [...whole.matchAll(/<link\b[^>]*href="(\/assets\/[\w.-]+\.css)#?"/g)].map((it) => it[1]!);
      const css = await Promise.all(sheets.map(async (it) => (await context.request.get(it)).text()));
      // Each CSS module class must have a rule. If the page doesn't link its sheet, part of it would have none.
      const ours = [...whole.matchAll(/\bclass="([^"]*)"/g)].flatMap((it) => it[1]!.split(" "));
      const names = new Set(ours.filter((it) => /^_[a-z0-9]{3,}_[a-z0-9]+$/.test(it)));
      expect([path, names.size > 5, [...names].filter((it) => !css.some((text) => text.includes(`.${it}`)))]).toEqual([
        path,
        true,
        [],
      ]);
      await page.goto(path, { waitUntil: "domcontentloaded" });
      const different = await page.evaluate((texts) => {
        document.querySelectorAll("details").forEach((it, i) => (it.open = i % 2 === 0));
        const elements = [...document.querySelectorAll("body, body *:not(script, style, template, svg *)")];
        // Unused custom properties are removed from a page.
        const names = [...getComputedStyle(document.body)].filter((name) => !name.startsWith("--"));
        const looks = () =>
          elements.flatMap((element) =>
            [null, "::before", "::after"].map((pseudo) => {
              const style = getComputedStyle(element, pseudo);
              if (pseudo && (style.content === "none" || style.content === "normal")) return [];
              return names.map((name) => style.getPropertyValue(name));
            }),
          );
        // Content rendered only near the viewport has other sizes until then.
        const near = new CSSStyleSheet();
        near.replaceSync("* { content-visibility: visible !important }");
        document.adoptedStyleSheets = [near];
        const before = looks();
        // Font faces that come with the sheets change no rule.
        const sheet = new CSSStyleSheet();
        document.adoptedStyleSheets = [sheet, near];
        sheet.replaceSync(texts.join("\n").replaceAll(/@font-face\s*\{[^}]*\}/g, ""));
        const after = looks();
        if (elements.length < 40 || names.length < 200) throw new Error("Nothing was compared.");
        return after.flatMap((values, i) =>
          names
            .filter((_, k) => values[k] !== before[i]![k])
            .map((name) => `${elements[Math.floor(i / 3)]!.outerHTML.slice(0, 80)} ${i % 3} ${name}`),
        );
      }, css);
      expect([path, width, media, css.length > 3, different.slice(0, 5)]).toEqual([path, width, media, true, []]);
    }
    await context.close();
  }
});

test("without JavaScript, the menu opens and the calculator shows prices", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 800 },
  });
  const page = await context.newPage();
  await page.goto("/about");
  await page.getByText("Menu", { exact: true }).locator("xpath=ancestor::summary").click();
  await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Prices" }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await page.getByLabel("Words", { exact: true }).fill("5,000");
  await page.getByRole("combobox", { name: "Turnaround" }).selectOption("24h");
  await page.getByRole("combobox", { name: "Service" }).selectOption("substantive");
  await page.getByRole("button", { name: "Show price" }).click();
  await expect(page).toHaveURL(/words=5%2C000/);
  await expect(page.getByText("3 h 20 min of payment")).toBeVisible();
  for (const price of ["$170", "$270", "$450 +3 h 20 min"])
    await expect(page.getByRole("link", { name: price, exact: true }).first()).toBeVisible();
  await context.close();
});

test("prices update while typing, even before the page is hydrated", async ({ page }) => {
  await page.goto("/pricing");
  await page.evaluate((event) => {
    addEventListener(event, () => document.documentElement.setAttribute("data-lives", ""));
  }, HYDRATED);
  await page.getByLabel("Words", { exact: true }).fill("5000");
  // A price clicked before hydration works as a plain link: the same choice, at its own URL.
  await expect(page.locator("html[data-lives]")).toBeVisible();
  const row = page.getByRole("region", { name: "Every service at every turnaround" });
  await expect(row.getByRole("row", { name: /^Expert editing/ }).getByRole("link", { name: "$400" })).toBeVisible();
  await row
    .getByRole("row", { name: /^Proofreading/ })
    .getByRole("link", { name: "$95", exact: true })
    .click();
  await expect(page.getByRole("combobox", { name: "Service" })).toHaveValue("proofreading");
  await expect(page.locator("tfoot")).toContainText("$95.00");
  await page.getByLabel(/^Second reader/).check();
  await expect(page.locator("tfoot")).toContainText("$123.50");
  await expect(page).toHaveURL(/\/pricing$/);
});

test("choices made before the script has loaded count once it loads", async ({ page }) => {
  const arrive = await holdScripts(page);
  await page.goto("/");
  const part = page.getByRole("region", { name: "The receipt, section by section" });
  await part.getByRole("checkbox", { name: "Methods" }).uncheck();
  await part.getByRole("combobox", { name: "Service" }).selectOption("proofreading");
  const before = await part.locator("tfoot").first().textContent();
  arrive();
  await expect(part.locator("tfoot").first()).not.toHaveText(before!);
  await expect(part.getByRole("checkbox", { name: "Methods" })).not.toBeChecked();
  await expect(part.getByRole("combobox", { name: "Service" })).toHaveValue("proofreading");
  await expect(part).toContainText("Proofreading");
});

test("a choice made before the first script has arrived counts once the page is hydrated", async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(FIRST, async (route) => {
    await arrived;
    await route.continue();
  });
  // It's deferred, so the document isn't complete without it.
  await page.goto("/", { waitUntil: "commit" });
  const part = page.getByRole("region", { name: "The receipt, section by section" });
  await part.getByRole("checkbox", { name: "Methods" }).uncheck();
  const before = await part.locator("tfoot").first().textContent();
  arrive();
  await expect(part.locator("tfoot").first()).not.toHaveText(before!);
  await expect(part.getByRole("checkbox", { name: "Methods" })).not.toBeChecked();
});

test("without the first script, the page says so, and its form is sent by the browser", async ({ page }) => {
  await page.route(FIRST, (route) => route.abort());
  await page.goto("/contact");
  await expect(page.getByText("Part of this page couldn't be loaded, so its buttons may not work.")).toBeVisible();
  await page.getByLabel("Name").fill("Ruth Adler");
  await page.getByLabel("Email").fill("ruth.adler");
  await page.getByLabel("Topic").selectOption("ordering");
  await page.getByLabel("Message").fill("Do you edit posters?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Enter an email address").first()).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Do you edit posters?");
});

test("if a deferred script fails to load, the page says so and keeps what was typed", async ({ page }) => {
  await page.goto("/contact");
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  // Disables the cache, because a prefetched script would still load.
  await (await page.context().newCDPSession(page)).send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.getByLabel("Message").pressSequentially("Do you edit posters?");
  await expect(page.getByText("Part of this page couldn't be loaded, so its buttons may not work.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("Do you edit posters?");
});

test("sends a contact message before hydration and reads it at the support desk", async ({
  browser,
  baseURL,
  page,
}) => {
  await page.goto("/contact");
  const words = `Do you edit posters? ${crypto.randomUUID()}`;
  await page.getByLabel("Name").fill("Ruth Adler");
  await page.getByLabel("Email").fill("ruth.adler");
  await page.getByLabel("Topic").selectOption("ordering");
  await page.getByLabel("Message").fill(words);
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Enter an email address").first()).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue(words);
  await page.getByLabel("Email").fill("ruth.adler@example.org");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "We've received your message" })).toBeVisible();

  const sam = await new Client(baseURL!).signIn(CAST.sam.email);
  const context = await browser.newContext({ baseURL: baseURL! });
  await context.addCookies([...sam.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  const desk = await context.newPage();
  await desk.goto("/support-desk/contact?topic=ordering");
  await hydrated(desk);
  await desk.getByRole("link", { name: "Ruth Adler" }).first().click();
  await expect(desk.getByText(words)).toBeVisible();
  await desk.getByRole("button", { name: "Mark as read" }).click();
  await expect(desk.getByText("Marked as read.")).toBeVisible();
  await desk.getByRole("button", { name: "Close" }).click();
  await expect(desk.getByRole("button", { name: "Reopen" })).toBeVisible();
  await context.close();
});

test("robots.txt excludes private pages, and every page in the sitemap opens", async ({ baseURL }) => {
  const client = new Client(baseURL!);
  const robots = await (await client.get("/robots.txt")).text();
  expect(robots).toMatch(/Disallow: \/admin/);
  expect(robots).toMatch(/Sitemap: https?:\/\/.*\/sitemap\.xml/);
  const map = await client.get("/sitemap.xml");
  expect(map.headers.get("content-type")).toContain("xml");
  const listed = [...(await map.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((m) => new URL(m[1]!).pathname);
  expect(listed).toEqual(expect.arrayContaining(["/", "/pricing", "/about", "/contact", "/integrity"]));
  const answers = await Promise.all(listed.map(async (path) => [path, (await client.get(path)).status] as const));
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});
