/** Signing in beyond the password, in real browsers: a second factor, passkeys, and an identity provider in a popup. */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { type OidcDouble, startOidcDouble } from "#boot/testing/oidc-double.ts";
import { appCode } from "./app-code.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Product, startProduct } from "./product.ts";

const PASSWORD = "a long enough phrase 7";
/** A new author with a verified address. */
async function newAuthor(url: string): Promise<string> {
  const client = new Client(url);
  const email = `factor-${Date.now()}@example.org`;
  await client.signUp("Ines Duarte", email, PASSWORD);
  await client.verify(await client.emailTo(email, /^Verify/));
  return email;
}

/** A virtual authenticator: a device that verifies its owner. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  /** Whether the owner responds to its prompts. */
  const touch = (enabled: boolean) =>
    devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  return { touch };
}

async function enterPassword(page: Page, email: string, from: string | null = "/my-orders"): Promise<void> {
  await page.goto(from === null ? "/signin" : `/signin?from=${encodeURIComponent(from)}`);
  await hydrated(page);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: false }).first().fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("a second factor is turned on and required, and a passkey counts as both", async ({ page, baseURL }) => {
  const email = await newAuthor(baseURL!);
  const device = await withAuthenticator(page);
  await enterPassword(page, email, "/profile/settings");
  await expect(page).toHaveURL(/\/profile\/settings/);
  await hydrated(page);

  const factor = page.locator("#second-factor");
  await factor.getByRole("button", { name: "Turn on" }).click();
  await expect(factor.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await factor.locator("code").innerText();
  await factor.getByLabel("Six-digit code").fill("000000");
  await factor.getByRole("button", { name: "Confirm" }).click();
  await expect(factor.getByRole("alert")).toContainText("This code is wrong.");
  expect(await factor.locator("code").innerText()).toBe(secret);
  await factor.getByLabel("Six-digit code").fill(appCode(secret));
  await factor.getByRole("button", { name: "Confirm" }).click();
  const listed = factor.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
  await expect(listed).toHaveCount(10);
  const codes = await listed.allInnerTexts();

  // The password alone no longer signs in.
  await device.touch(false);
  await page.context().clearCookies();
  await enterPassword(page, email);
  await expect(page).toHaveURL(/\/signin\/second-factor\?from=%2Fmy-orders/);
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This code is wrong");
  // The code that turned it on was used, so use the next one, which is already valid.
  await page.getByLabel("Six-digit code").fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/my-orders/);

  // As from the header of a public page, without a page to return to, after somebody else has opened the second step.
  await page.context().clearCookies();
  await page.goto("/signin/second-factor");
  await expect(page.getByText("You haven't started signing in.")).toBeVisible();
  await enterPassword(page, email, null);
  await expect(page).toHaveURL(/\/signin\/second-factor$/);
  await expect(page.getByLabel("Six-digit code")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Six-digit code")).toBeVisible();

  await page.context().clearCookies();
  await enterPassword(page, email, "/profile/settings");
  await page.getByRole("link", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(codes[0]!.toUpperCase());
  await page.getByLabel("Trust this browser for 30 days").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/profile\/settings/);
  await expect(factor).toContainText("9 backup codes left");
  await hydrated(page);

  const passkeys = page.locator("#passkeys");
  await device.touch(true);
  await passkeys.getByLabel("Name").fill("Laptop");
  await passkeys.getByRole("button", { name: "Add passkey" }).click();
  await expect(passkeys.getByText("Passkey added")).toBeVisible();
  await expect(passkeys.getByRole("listitem")).toContainText("Laptop");

  // Like another browser: neither password nor code.
  await page.context().clearCookies();
  await page.goto("/signin?from=%2Fprofile%2Fsettings");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/profile\/settings/);
  await hydrated(page);

  await passkeys.getByText("Rename").click();
  await passkeys.getByRole("listitem").getByLabel("Name").fill("Old laptop");
  await passkeys.getByRole("button", { name: "Save name" }).click();
  await expect(passkeys.getByRole("listitem")).toContainText("Old laptop");
  await passkeys.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(passkeys.getByRole("listitem")).toHaveCount(0);
  await factor.getByRole("button", { name: "Turn off" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(factor).toContainText("Two-factor authentication turned off");
});

test.describe("an identity provider", () => {
  let double: OidcDouble;
  let product: Product;
  test.beforeAll(async () => {
    double = await startOidcDouble();
    product = await startProduct({ env: { ...double.env, ...double.envAsPublic }, oneProcess: true });
  });
  test.afterAll(async () => {
    await product?.stop();
    await double?.stop();
  });

  const open = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${product.url}/signin?from=%2Fmy-orders`);
    await hydrated(page);
    return page;
  };
  const press = async (page: Page): Promise<Page> => {
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "University login" }).click();
    const popup = await opened;
    await popup.waitForURL(/\/authorize/);
    return popup;
  };
  const said = (page: Page) => page.getByRole("main").getByRole("alert");

  test("in a popup: completed, closed, canceled, a second one, an unauthorized domain", async ({ context }) => {
    const page = await open(context);

    const closed = await press(page);
    await expect(page.getByText("Continue in the window that opened.")).toBeVisible();
    await closed.close();
    await expect(said(page)).toContainText("The sign-in window was closed before you finished.");

    const cancelled = await press(page);
    await cancelled.getByRole("button", { name: "Cancel" }).click();
    await expect(said(page)).toContainText("University login was canceled.");
    expect(cancelled.isClosed() || (await cancelled.waitForEvent("close").then(() => true))).toBe(true);

    const stranger = await press(page);
    await stranger.getByLabel("Email").fill("lena@elsewhere.example");
    await stranger.getByRole("button", { name: "Continue" }).click();
    await expect(said(page)).toContainText("You can't use University login with this email address.");
    await expect(page).toHaveURL(/\/signin/);

    const first = await press(page);
    const second = await press(page);
    await expect(said(page)).toContainText("The sign-in window was canceled.");
    expect(first.isClosed() || (await first.waitForEvent("close").then(() => true))).toBe(true);
    await second.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(`${product.url}/my-orders`);
    expect(second.isClosed() || (await second.waitForEvent("close").then(() => true))).toBe(true);
  });

  test("in the page itself if the browser opens no popup", async ({ context }) => {
    await context.addInitScript(() => {
      window.open = () => null;
    });
    const page = await open(context);
    await page.getByRole("link", { name: "University login" }).click();
    await expect(said(page)).toContainText("If your browser didn't open one");
    await page.getByRole("link", { name: "Continue on this page" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(/\/signin\?from=%2Fmy-orders&problem=refused/);
    await expect(said(page)).toContainText("University login was canceled.");
  });

  test("without JavaScript", async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${product.url}/signin?from=%2Fmy-orders`);
    await page.getByRole("link", { name: "University login" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(`${product.url}/my-orders`);
    await context.close();
  });

  test("connected in the settings, used to sign in, and disconnected", async ({ context }) => {
    const person = double.person;
    double.person = { sub: "0000-0002-1825-0097", email: "" };
    const page = await context.newPage();
    await page.goto(`${product.url}/signin?from=%2Fprofile%2Fsettings`);
    await hydrated(page);
    await page.getByLabel("Email").fill("client@demo.test");
    await page.locator("#password").fill("demo-password");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/profile\/settings/);
    await hydrated(page);
    const accounts = page.locator("#connected-accounts");
    await accounts.getByRole("link", { name: "Connect ORCID" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(accounts).toContainText("ORCID connected");
    await expect(accounts.getByRole("link", { name: "https://orcid.org/0000-0002-1825-0097" })).toBeVisible();

    await context.clearCookies();
    await page.goto(`${product.url}/signin?from=%2Fprofile%2Fsettings`);
    await hydrated(page);
    const opened = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Continue with ORCID" }).click();
    await (await opened).getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/profile\/settings/);
    await hydrated(page);
    await accounts.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Disconnect ORCID" }).click();
    await expect(accounts).toContainText("ORCID disconnected");
    await expect(accounts.getByRole("link", { name: "Connect ORCID" })).toBeVisible();
    double.person = person;
  });
});
