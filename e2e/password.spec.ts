/** Changes a password without the application's script, over plain HTTP. */
import { expect, test } from "@playwright/test";
import { Client } from "./client.ts";

const PASSWORD = "a long enough phrase 7";
const NEW = "another long phrase 8";

/** The page's text as readers see it, because the server escapes apostrophes. */
const unescaped = (html: string) => html.replaceAll("&#x27;", "'");

test("a plain form changes the password: this device stays signed in, others don't, and the page says so", async ({
  baseURL,
}) => {
  const here = new Client(baseURL!);
  const email = `password-${crypto.randomUUID()}@example.org`;
  await here.signUp("Ines Duarte", email, PASSWORD);
  await here.verify(await here.emailTo(email, /^Verify/));
  const elsewhere = await new Client(baseURL!).signIn(email, PASSWORD);
  const old = here.at(baseURL!);

  const answer = await here.form("/profile/settings", {
    intent: "password",
    "current-password": PASSWORD,
    password: NEW,
  });
  expect(answer.status).toBe(303);
  const page = await here.get(answer.headers.get("location")!);
  expect(page.status).toBe(200);
  expect(unescaped(await page.text())).toContain("Password changed. We've signed out your other devices.");

  for (const gone of [elsewhere, old]) {
    const refused = await gone.get("/profile/settings");
    expect(refused.status).toBe(302);
    expect(refused.headers.get("location")).toContain("/signin");
  }
  expect((await here.get("/profile/settings")).status).toBe(200);
  await new Client(baseURL!).signIn(email, NEW);
});

test("a wrong password in a plain form is refused at its field, and changes nothing", async ({ baseURL }) => {
  const here = new Client(baseURL!);
  const email = `password-${crypto.randomUUID()}@example.org`;
  await here.signUp("Ines Duarte", email, PASSWORD);
  await here.verify(await here.emailTo(email, /^Verify/));
  const answer = await here.form("/profile/settings", {
    intent: "password",
    "current-password": "not-it",
    password: NEW,
  });
  expect(answer.status).toBe(422);
  expect(unescaped(await answer.text())).toContain("That's not the right password.");
  expect((await here.get("/profile/settings")).status).toBe(200);
});
