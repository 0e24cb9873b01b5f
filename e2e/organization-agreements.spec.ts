/** What is agreed on with an organization: a line of a statement that it disputes, and the editors it prefers. */
import { expect, test } from "@playwright/test";
import { CAST } from "#db/seed/cast.ts";
import { closeAll, contextFor, examineOpen } from "./axe.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

test.afterAll(closeAll);

test("an owner disputes a line, finance answers, and an admin names an editor the department prefers", async ({
  browser,
  baseURL,
}) => {
  const ada = await (await contextFor(browser, baseURL!, "ada")).newPage();
  await ada.goto("/admin/organizations");
  await hydrated(ada);
  await ada.getByRole("link", { name: "Department of Forest Ecology" }).first().click();
  await ada.getByRole("link", { name: "Statements and credit" }).click();
  await expect(ada.getByRole("heading", { name: "Statements", exact: true })).toBeVisible();
  const address = new URL(ada.url()).pathname;
  await expect(ada.getByText("Dispute a line")).toHaveCount(0);

  const mei = await (await contextFor(browser, baseURL!, "mei")).newPage();
  await mei.goto(address);
  await hydrated(mei);
  await mei.getByText("Dispute a line").click();
  const reason = mei.getByRole("textbox", { name: "What isn't right?" });
  await mei.getByRole("button", { name: "Dispute this line" }).click();
  await expect(mei.getByText("Say what isn't right.").first()).toBeVisible();
  await reason.fill("This order was canceled before anybody edited it.");
  await look(mei, "dispute-line");
  expect(await examineOpen(mei, "disputing a line")).toEqual([]);
  await mei.getByRole("button", { name: "Dispute this line" }).dblclick();
  await expect(mei.getByText("Sent. You get our answer here and by email.")).toBeVisible();
  await expect(mei.getByText("Waiting for an answer")).toHaveCount(1);
  await look(mei, "line-disputed");

  await ada.goto("/admin");
  await hydrated(ada);
  await ada.getByRole("link", { name: /disputed lines? to answer/ }).click();
  await expect(ada.getByText(/^Disputed line: \$/)).toBeVisible();
  await ada.goto(address);
  await hydrated(ada);
  await look(ada, "line-to-answer");
  const answer = "It was edited before it was canceled.";
  await ada.getByRole("textbox", { name: /^Answer about / }).fill(answer);
  await ada.getByRole("button", { name: "Send answer" }).click();
  await expect(ada.getByText("Answered. The organization is told.")).toBeVisible();
  await expect(mei.getByText(answer)).toBeVisible();

  const email = ada.getByRole("textbox", { name: "An editor's email address" });
  await email.fill("nobody@demo.test");
  await ada.getByRole("button", { name: "Add editor" }).click();
  await expect(ada.getByText("No editor has this email address.").first()).toBeVisible();
  await email.fill(CAST.priya.email);
  await ada.getByRole("button", { name: "Add editor" }).click();
  await expect(ada.getByText("Added. This editor is invited first from now on.")).toBeVisible();
  await look(ada, "preferred-editors");
  expect(await examineOpen(ada, "preferred editors")).toEqual([]);
  await expect(mei.getByText(/go to 1 editor first/)).toBeVisible();
  await expect(mei.getByText(CAST.priya.displayName)).toHaveCount(0);
  await ada.getByRole("button", { name: `Remove ${CAST.priya.displayName}` }).click();
  await expect(ada.getByText("Removed. Invites that were sent stay.")).toBeVisible();
});
