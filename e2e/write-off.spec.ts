/** What a department doesn't pay: one of the finance team proposes to write it off, and another one decides. */
import { expect, test } from "@playwright/test";
import { closeAll, contextFor, examineOpen } from "./axe.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

test.afterAll(closeAll);

test("a write-off is proposed from the aging list, needs a second person, and can be declined", async ({
  browser,
  baseURL,
}) => {
  const ada = await (await contextFor(browser, baseURL!, "ada")).newPage();
  await ada.goto("/admin/organizations");
  await hydrated(ada);
  await ada.getByRole("link", { name: "Department of Forest Ecology" }).first().click();
  await ada.getByRole("link", { name: "Statements and credit" }).click();
  await hydrated(ada);
  await ada.getByText("Write off what isn't paid").click();
  const amount = ada.getByRole("textbox", { name: /^Amount in USD/ });
  await expect(amount).toHaveValue(/^\d+\.\d\d$/);
  await amount.fill("999999");
  await ada.getByRole("textbox", { name: /^Reason/ }).fill("The department was dissolved.");
  await ada.getByRole("button", { name: "Propose", exact: true }).first().click();
  await expect(ada.getByText(/^Enter an amount up to \$/).first()).toBeVisible();
  await expect(ada.getByRole("textbox", { name: /^Reason/ })).toHaveValue("The department was dissolved.");
  await amount.fill("50");
  await ada.getByRole("button", { name: "Propose", exact: true }).first().dblclick();
  await expect(ada.getByText("Proposed. Nothing is booked before another person agrees.")).toBeVisible();
  await expect(ada.getByText("Waiting for a second person")).toHaveCount(1);
  await expect(ada.getByRole("button", { name: "Agree and book" })).toHaveCount(0);
  await look(ada, "write-off-proposed");
  expect(await examineOpen(ada, "a write-off that waits")).toEqual([]);
  const address = new URL(ada.url()).pathname;

  const ben = await (await contextFor(browser, baseURL!, "ben")).newPage();
  await ben.goto("/admin");
  await hydrated(ben);
  await ben.getByRole("link", { name: /write-offs? to agree to/ }).click();
  await expect(ben.getByText("Write-off: $50.00")).toBeVisible();
  await ben.goto(address);
  await hydrated(ben);
  await expect(ben.getByRole("button", { name: "Agree and book" })).toBeVisible();
  await look(ben, "write-off-to-decide");
  await ben.getByRole("button", { name: "Decline" }).first().click();
  await expect(ben.getByText("Declined. Nothing was booked.")).toBeVisible();

  // Its managers see nothing of it.
  const mei = await (await contextFor(browser, baseURL!, "mei")).newPage();
  await mei.goto(address);
  await expect(mei.getByRole("heading", { name: "Statements", exact: true })).toBeVisible();
  await expect(mei.getByText("The department was dissolved.")).toHaveCount(0);
});
