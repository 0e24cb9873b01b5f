import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { hydrated } from "./hydrated.ts";
import { signedIn } from "./client.ts";

/** A page of the partner's own, on another origin, with the code that admins copy. */
async function hostOf(embed: string) {
  const server = http.createServer((_, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><h1>Journal</h1>${embed}`),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test("a partner's calculator may be framed, and nothing else; it sets no cookie and is small", async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const answer = await request.get("/p/soil-science/prices?words=4000");
  const { "content-security-policy": policy, ...headers } = answer.headers();
  expect(policy).toContain("frame-ancestors *");
  expect(policy).toContain("default-src 'none'");
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(headers["set-cookie"]).toBeUndefined();
  expect((await answer.body()).byteLength).toBeLessThan(10_000);
  for (const path of ["/p/soil-science", "/pricing", "/"]) {
    const other = await request.get(path);
    expect([path, other.headers()["content-security-policy"]?.includes("frame-ancestors 'none'")]).toEqual([
      path,
      true,
    ]);
  }
  expect((await request.get("/p/nobody/prices")).status()).toBe(404);

  const host = await hostOf(`<iframe src="${baseURL}/p/soil-science/prices" width="100%" height="560"></iframe>`);
  await page.goto(host.url);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Editing for Journal of Soil Science" })).toBeVisible();
  await frame.getByLabel("Words").fill("2,000");
  await frame.getByRole("button", { name: "Show prices" }).click();
  await expect(frame.getByText("2,000 words, by turnaround")).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await frame.getByRole("link", { name: "Get your price" }).click();
  await expect(page).toHaveURL(`${baseURL}/p/soil-science`);
  await expect(page.getByText("agreed on 12% off for its authors")).toBeVisible();
  host.close();
});

test("a manuscript dropped on a partner's page gets its discount", async ({ page }) => {
  await page.goto("/p/soil-science");
  await hydrated(page);
  await page.setInputFiles('input[type="file"]', {
    name: "soil.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("Soil moisture decides when spring begins in the basin. ".repeat(400)),
  });
  await expect(page).toHaveURL(/\/order\/new/, { timeout: 30_000 });
  await expect(page.getByText("Partner discount, Journal of Soil Science").first()).toBeVisible({ timeout: 30_000 });
});

test("an admin adds a partner, and another agrees to its discount", async ({ browser, baseURL }) => {
  const open = async (who: "ada" | "ben") => {
    const context = await browser.newContext({ baseURL: baseURL! });
    const { cookies } = await signedIn(baseURL!, who);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
    return context.newPage();
  };
  const ada = await open("ada");
  await ada.goto("/admin/partners");
  await hydrated(ada);
  await ada.getByText("New partner", { exact: true }).click();
  await ada.getByLabel("Name").fill("Society for Wetlands");
  await ada.getByLabel("Kind").selectOption("society");
  await ada.getByLabel("Code").fill("wetlands");
  await ada.getByRole("button", { name: "Add partner" }).click();
  await expect(ada.getByRole("heading", { name: "Society for Wetlands", level: 1 })).toBeVisible();
  const url = ada.url();
  await ada.getByText("Propose a discount", { exact: true }).click();
  await ada.getByLabel("Discount (%)").fill("10");
  await ada.getByRole("button", { name: "Propose" }).click();
  await expect(ada.getByRole("main").getByText("Needs a second admin")).toBeVisible();
  await expect(ada.getByRole("button", { name: "Agree" })).toHaveCount(0);
  const ben = await open("ben");
  await ben.goto(url);
  await hydrated(ben);
  await ben.getByRole("button", { name: "Agree" }).click();
  await expect(ben.getByText("Agreed. Orders that are priced from now on")).toBeVisible();
  await ada.goto("/p/wetlands");
  await expect(ada.getByText("agreed on 10% off for its members")).toBeVisible();
});
