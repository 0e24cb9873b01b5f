/** An admin views the product as a client: logged, limited, shown on every page, and ended with a button. */
import { expect, test } from "@playwright/test";
import { signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { cachedPages } from "./cached-pages.ts";

test("an admin views the product as a client, sees the banner everywhere, may not pay or change sign-in, and returns", async ({
  browser,
  baseURL,
}) => {
  const ada = await signedIn(baseURL!, "ada");
  const context = await browser.newContext({ baseURL: baseURL! });
  try {
    await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
    const [page, other] = [await context.newPage(), await context.newPage()];
    await page.goto("/admin/clients/usr_amara");
    await hydrated(page);
    await other.goto("/admin/clients");
    await hydrated(other);
    await page.getByText("View as Dr. Amara Osei", { exact: true }).last().click();
    await page.getByRole("button", { name: "Start viewing" }).click();
    await expect(page.getByText("Choose a reason.").first()).toBeVisible();
    await page.getByRole("combobox", { name: "Reason" }).selectOption("problem");
    await page.getByLabel("Details").fill("T-118: the page stays empty.");
    await page.getByRole("button", { name: "Start viewing" }).click();

    await expect(page).toHaveURL(/\/dashboard$/);
    const banner = page.getByRole("region", { name: "Viewing as somebody else" });
    await expect(banner).toContainText("Ada Lindqvist, you're viewing as Dr. Amara Osei. 30 minutes left.");
    await page.goto("/pricing");
    await expect(banner).toBeVisible();
    await page.goto("/profile/settings");
    await expect(page.getByText("isn't available while you view the product as somebody else")).toBeVisible();
    await expect(banner, "on the refused page, too").toContainText("you're viewing as Dr. Amara Osei.");
    await expect(banner.getByRole("button", { name: "End viewing" })).toBeVisible();
    await page.goto("/order/new/form");
    await expect(page.getByText("isn't available while you view the product as somebody else")).toBeVisible();
    expect((await context.request.post("/api/auth/token", { headers: { origin: baseURL! } })).status()).toBe(403);

    // The other tab follows its session, and both return.
    await other.goto("/admin/clients");
    await expect(other).toHaveURL(/\/not-authorized/);
    await page.goto("/profile/settings");
    await banner.getByRole("button", { name: "End viewing" }).click();
    await expect(page).toHaveURL(/\/admin\/clients\/usr_amara$/);
    await expect(banner).toHaveCount(0);
    await page.goto("/admin/audit?area=access&person=usr_amara");
    await expect(page.getByRole("table").getByText("Staff viewed the product as this person").first()).toBeVisible();

    // None of the client's data remains for offline use.
    const kept = await cachedPages(page);
    expect(kept.filter((key) => key.includes("dashboard") || key.includes("my-orders"))).toEqual([]);
  } finally {
    await context.close();
  }
  const amara = await signedIn(baseURL!, "amara");
  expect(await (await amara.get("/profile/settings")).text()).toContain("Looking into a technical problem");
});
