/** An organization sets up single sign-on, with OpenID Connect and then with SAML, and colleagues arrive. */
import { type Page, expect, test } from "@playwright/test";
import { type OidcDouble, startOidcDouble } from "#boot/testing/oidc-double.ts";
import { type SamlDouble, startSamlDouble } from "#boot/testing/saml-double.ts";
import { CAST } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Product, startProduct } from "./product.ts";
import { look } from "./shots.ts";

let oidc: OidcDouble;
let saml: SamlDouble;
let product: Product;
test.beforeAll(async () => {
  [oidc, saml] = await Promise.all([startOidcDouble("demo.test"), startSamlDouble()]);
  product = await startProduct({ env: { SSO_INSIDE_HOSTS: "127.0.0.1" }, oneProcess: true });
});
test.afterAll(async () => {
  await product?.stop();
  await Promise.all([oidc?.stop(), saml?.stop()]);
});

const NAME = "Coastal Institute";
const BE_OWNER = CAST.amara.email;

/** The owner tests it, as the person the provider knows them as. */
async function passTest(owner: Page): Promise<void> {
  await owner.getByRole("link", { name: "Test sign-in" }).click();
  await owner.getByRole("button", { name: "Continue" }).click();
  await expect(owner.getByText("The test worked")).toBeVisible();
  await expect(owner.getByRole("definition").filter({ hasText: BE_OWNER }).first()).toBeVisible();
  await hydrated(owner);
}

test("single sign-on is set up, tested, and turned on, and new colleagues become members", async ({ browser }) => {
  test.slow();
  const context = await browser.newContext({ baseURL: product.url, timezoneId: "UTC" });
  const client = await new Client(product.url).signIn(BE_OWNER);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: product.url })));
  const owner = await context.newPage();

  // An organization with a verified domain.
  await owner.goto("/organizations/new");
  await hydrated(owner);
  await owner.getByLabel("Legal name").fill(NAME);
  await owner.getByLabel("Address").fill("1 University Road\nLegon");
  await owner.getByLabel("Country").selectOption("GH");
  await owner.getByRole("button", { name: "Create organization" }).click();
  await expect(owner.getByRole("heading", { name: NAME, level: 1 })).toBeVisible();
  const home = new URL(owner.url()).pathname;
  await owner.goto(`${home}/settings`);
  await hydrated(owner);
  await owner.getByText("Add a domain", { exact: true }).click();
  await owner.getByRole("textbox", { name: /^Domain/ }).fill("demo.test");
  await owner.getByRole("button", { name: "Add domain" }).click();
  await owner.getByRole("button", { name: "Ask us to approve it" }).click();
  await expect(owner.getByText("Waiting for our approval")).toBeVisible();
  const admin = await new Client(product.url).signIn(CAST.ada.email);
  const domainId = /odm_[0-9a-z]+/.exec(await (await admin.get(`${home}/settings`)).text())![0];
  expect((await admin.form(`${home}/settings`, { intent: "approve-domain", domainId })).status).toBeLessThan(400);

  // OpenID Connect: what doesn't work is said, and what does is kept.
  await owner.reload();
  await hydrated(owner);
  await owner.getByRole("link", { name: "Set up single sign-on" }).click();
  await expect(owner.getByRole("heading", { name: "Set it up" })).toBeVisible();
  await owner.getByText("OpenID Connect", { exact: true }).click();
  await expect(owner.getByText(`${product.url}/api/auth/organization/`).first()).toBeVisible();
  await look(owner, "sso-set-up");
  await owner.getByRole("textbox", { name: /^Issuer/ }).fill("login.example.edu");
  await owner.getByRole("textbox", { name: /^Client ID/ }).fill(oidc.env["OIDC_CLIENT_ID"]!);
  await owner.getByLabel(/^Client secret/).fill(oidc.env["OIDC_CLIENT_SECRET"]!);
  await owner.getByRole("button", { name: "Save OpenID Connect" }).click();
  await expect(owner.getByText("Enter the issuer's address").first()).toBeVisible();
  await expect(owner.getByRole("textbox", { name: /^Client ID/ })).toHaveValue(oidc.env["OIDC_CLIENT_ID"]!);
  await owner.getByRole("textbox", { name: /^Issuer/ }).fill(oidc.issuer);
  await owner.getByRole("button", { name: "Save OpenID Connect" }).click();
  await expect(owner.getByText("Saved. Test it, then turn it on.")).toBeVisible();
  oidc.person = { sub: "amara", email: BE_OWNER, name: "Amara Osei" };
  await passTest(owner);
  await look(owner, "sso-tested");
  await owner.getByRole("button", { name: "Turn on" }).first().click();
  await owner.getByRole("dialog").getByRole("button", { name: "Turn on" }).click();
  await expect(owner.getByText("Single sign-on is on.")).toBeVisible();
  await look(owner, "sso-on");

  // A new colleague begins at the sign-in page.
  oidc.person = { sub: "lena", email: "lena@demo.test", name: "Lena Fischer" };
  const colleague = await (await browser.newContext({ baseURL: product.url })).newPage();
  await colleague.goto("/signin");
  await hydrated(colleague);
  await look(colleague, "sso-signin");
  await colleague.getByRole("link", { name: "Sign in with your organization" }).click();
  await colleague.getByLabel(/^Email at your organization/).fill("lena@elsewhere.example");
  await colleague.getByRole("button", { name: "Continue" }).click();
  await expect(colleague.getByText("No organization uses single sign-on for this address.").first()).toBeVisible();
  await look(colleague, "sso-address");
  await colleague.getByLabel(/^Email at your organization/).fill("lena@demo.test");
  await colleague.getByRole("button", { name: "Continue" }).click();
  await colleague.getByRole("link", { name: `Continue to ${NAME}` }).click();
  await colleague.getByRole("button", { name: "Continue" }).click();
  await expect(colleague).toHaveURL(/\/dashboard/);
  await owner.goto(`${home}/members`);
  await expect(owner.getByText("lena@demo.test")).toBeVisible();

  // SAML replaces it, and the colleague who begins at the organization's link clicks once.
  await owner.goto(`${home}/settings/sign-in`);
  await hydrated(owner);
  await owner.getByText("SAML 2.0", { exact: true }).click();
  await owner.getByLabel(/^Your provider's metadata/).fill(saml.metadata());
  await owner.getByRole("button", { name: "Save SAML" }).click();
  await expect(owner.getByText("Saved. Test it, then turn it on.")).toBeVisible();
  saml.person = { nameId: "amara", email: BE_OWNER, name: "Amara Osei" };
  await passTest(owner);
  await owner.getByRole("button", { name: "Require" }).first().click();
  await look(owner, "sso-require");
  await owner.getByRole("dialog").getByRole("button", { name: "Require it" }).click();
  await expect(owner.getByText("One member was signed out.")).toBeVisible();
  await look(owner, "sso-required");
  const organizationId = home.split("/").at(-1)!;
  saml.person = { nameId: "nils", email: "nils@demo.test", name: "Nils Ek" };
  const second = await (await browser.newContext({ baseURL: product.url })).newPage();
  await second.goto(`/sso?id=${organizationId}&problem=unasked`);
  await look(second, "sso-link");
  await second.getByRole("link", { name: `Continue to ${NAME}` }).click();
  await second.getByRole("button", { name: "Continue" }).click();
  await expect(second).toHaveURL(/\/dashboard/);
  await owner.goto(`${home}/members`);
  await expect(owner.getByText("nils@demo.test")).toBeVisible();
});
