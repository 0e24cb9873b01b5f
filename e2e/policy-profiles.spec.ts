/** A university's policy: from a draft by two people, over the order form, to the editor who has to keep to it. */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST_PASSWORD, type CastName, personOf } from "#db/seed/cast.ts";
import { CHOICES, manuscript, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

test("two admins publish a policy, a student orders under it with consent, and the editor sees it in three lines", async ({
  browser,
  baseURL,
}) => {
  const open = async (who: CastName): Promise<Page> => {
    const { email } = personOf(who);
    const context = await browser.newContext({ timezoneId: "UTC", ...(baseURL ? { baseURL } : {}) });
    contexts.push(context);
    const page = await context.newPage();
    page.on("console", (line) => {
      if (line.type() === "error" && !line.text().includes("422")) errors.push(`${email}: ${line.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${email}: ${error.message}`));
    const answer = await context.request.post("/api/auth/sign-in/email", { data: { email, password: CAST_PASSWORD } });
    expect(answer.ok()).toBe(true);
    return page;
  };
  const read = async () => (await fetch(new URL("/integrity?q=otago", baseURL))).text();
  expect(await read()).not.toContain('href="/integrity/policies/otago"');

  // Ada takes over the draft that the product comes with.
  const ada = await open("ada");
  await ada.goto("/admin/policy/profiles?q=otago");
  await hydrated(ada);
  await ada.getByRole("link", { name: "University of Otago" }).first().click();
  await ada.getByRole("button", { name: "Work on this draft" }).click();
  await ada.waitForURL(/\/profiles\/versions\/ppv_/);
  await hydrated(ada);
  await expect(ada.getByText("Read the whole page of the policy, then confirm it below.")).toBeVisible();
  for (const kind of ["Headings and structure", "Moved text", "Added content", "Numbers and data"])
    await ada.getByRole("radio", { name: `${kind}: Won't change` }).check();
  for (const kind of [
    "Capitals and spacing",
    "Reference format",
    "Word choice",
    "Citations",
    "Figure and table labels",
  ])
    await ada.getByRole("radio", { name: `${kind}: As comments only` }).check();
  await ada.getByLabel("Your supervisor has to agree.").check();
  await ada.getByLabel("Read the page again on").fill("2027-11-20");
  await ada.getByRole("button", { name: "Save draft" }).click();
  await expect(ada.getByText("Draft saved.")).toBeVisible();
  await ada.getByLabel("I read the whole page, and this draft says what it says.").check();
  await ada.getByRole("button", { name: "Confirm reading" }).click();
  await expect(ada.getByText("Reading confirmed.")).toBeVisible();
  await ada.getByLabel("Reason").fill("A student asked for it.");
  await ada.getByRole("button", { name: "Propose profile" }).click();
  await expect(ada.getByText("An admin other than you has to approve this profile.", { exact: false })).toBeVisible();
  await expect(ada.getByRole("button", { name: "Approve profile" })).toHaveCount(0);

  const ben = await open("ben");
  await ben.goto(ada.url());
  await hydrated(ben);
  await ben.getByRole("button", { name: "Approve profile" }).click();
  await ben.waitForURL(/\/admin\/policy\/profiles\/otago$/);
  await expect.poll(read, { timeout: 10_000 }).toContain('href="/integrity/policies/otago"');
  const own = await fetch(new URL("/integrity/policies/otago", baseURL));
  expect(own.status).toBe(200);
  expect(await own.text()).toContain("You can&#x27;t order");

  // Amara chooses it for her thesis.
  const amara = await signedIn(baseURL!, "amara");
  const { name, bytes } = manuscript("otago");
  const { orderId } = await amara.dropManuscript(bytes, name);
  await amara.saveChoices(orderId, { ...CHOICES, documentType: "thesis", service: "substantive" });
  const student = await open("amara");
  await student.goto(`/order/new/form?order=${orderId}`);
  await hydrated(student);
  await student.getByLabel("Find your university").fill("otago");
  await student.getByRole("radio", { name: /^University of Otago/ }).check();
  await expect(student.getByText("This policy doesn't allow substantive editing.", { exact: true })).toBeVisible();
  await student.getByRole("radio", { name: /^Proofreading/ }).check();
  await expect(student.locator("#policy").getByText("headings and structure, moved text, added content")).toBeVisible();
  await expect(student.getByRole("link", { name: "Confirm that your supervisor agreed." })).toBeVisible();
  await student.getByLabel("Your supervisor's name").fill("Dr. Ngaio Hart");
  await student.getByLabel("My supervisor agreed to this editing.").check();
  await expect(student.getByRole("link", { name: "Confirm that your supervisor agreed." })).toHaveCount(0);
  await expect(student.getByText("Saved", { exact: true })).toBeVisible();
  expect(await amara.payAt(await amara.place(orderId))).toBe("paid");
  await amara.waitUntilPaid(orderId);
  await student.goto(`/order/${orderId}`);
  await hydrated(student);
  await student.getByText("University policy: University of Otago").click();
  await expect(student.getByText("Dr. Ngaio Hart agreed", { exact: false })).toBeVisible();

  // Jonas sees the rule, but not whose it is, before he accepts, and all of it beside the manuscript.
  const jonas = await open("jonas");
  const card = jonas
    .getByRole("article")
    .filter({ hasText: "The author's university has a policy on editing:" })
    .filter({ hasText: "formatting, spelling, punctuation, and grammar" });
  await expect(async () => {
    await jonas.goto("/editor/invites");
    await hydrated(jonas);
    for (const line of await jonas.locator("details:has(article) > summary").all()) await line.click();
    await expect(card.first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await expect(card.first()).not.toContainText("Otago");
  await hydrated(jonas);
  await card
    .first()
    .getByRole("button", { name: /^Accept for/ })
    .click();
  await jonas.waitForURL(/\/editor\/orders\//);
  const sheet = jonas
    .getByRole("region")
    .or(jonas.locator("section"))
    .filter({ hasText: "Policy: University of Otago" });
  await expect(sheet.first()).toContainText("As comments only");
  await expect(sheet.first()).not.toContainText("Ngaio Hart");
});

test("what a policy rules out is refused on the server, and a policy that isn't listed is kept with the order", async ({
  baseURL,
}) => {
  const mei = await signedIn(baseURL!, "mei");
  const { name, bytes } = manuscript("own-policy");
  const { orderId } = await mei.dropManuscript(bytes, name);
  const say = async (patch: object): Promise<string> => {
    await mei.saveChoices(orderId, { ...CHOICES, documentType: "essay", ...patch });
    const answer = await mei.form("/order/new/form", { intent: "pay", orderId, status: "draft" });
    return (await answer.text()).replaceAll("&#x27;", "'");
  };
  expect(await say({ policy: "generic-strict", service: "expert" })).toContain(
    "This policy doesn't allow expert editing.",
  );
  expect(await say({ policy: "northmoor-university" })).toContain("This policy allows editing from 10,000 words on.");
  expect(await say({ policy: "karrawin-university" })).toContain("but not of essays.");
  expect(await say({ policy: "own" })).toContain("Enter your university's name.");
  await mei.saveChoices(orderId, {
    ...CHOICES,
    documentType: "essay",
    policy: "own",
    ownPolicy: {
      institution: "Uni Trier",
      url: "https://uni-trier.example/rule",
      may: ["spelling"],
      others: "comment",
    },
  });
  await mei.place(orderId);
  const html = await (await mei.get(`/order/${orderId}`)).text();
  expect(html).toContain("University policy: ");
  expect(html).toContain("As the author described it.");
});
