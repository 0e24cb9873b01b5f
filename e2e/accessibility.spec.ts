/**
 * axe on every page, light and dark, wide and narrow, as somebody who may open it. Orders are in
 * accessibility-orders.spec.ts.
 */
import { areaOf } from "#app/features/accounts/rules/area-pages.ts";
import { expect, test } from "@playwright/test";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { byTurns, closeAll, contextFor, examine, look } from "./axe.ts";
import { Client } from "./client.ts";
import { existingPaths, linksOn, replyToken } from "./pages.ts";

test.afterAll(closeAll);

const AREA_FOR: Record<string, CastName | null> = {
  public: null,
  orderForm: "amara",
  client: "amara",
  clientOnly: "amara",
  signedIn: "amara",
  supportDesk: "sam",
  blogCms: "sam",
  editor: "jonas",
  admin: "ada",
};
for (const path of existingPaths().filter((it) => !it.includes("{")))
  test(`page ${path}`, async ({ browser, baseURL }) => {
    await look(browser, baseURL!, AREA_FOR[areaOf(path)!] ?? null, path);
  });

for (const [who, home] of [
  ["amara", "/support"],
  ["jonas", "/editor/support"],
] as const)
  test(`a ticket of ${CAST[who].displayName}'s, and the new ticket form`, async ({ browser, baseURL }) => {
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    const tickets = await linksOn(client, home, new RegExp(`${home}/tickets/tkt_[0-9a-z]{26}`, "g"));
    expect(tickets.length).toBeGreaterThan(0);
    for (const [n, address] of tickets.slice(0, 2).entries()) await look(browser, baseURL!, who, address, byTurns(n));
    await look(browser, baseURL!, who, `${home}?new&category=technical`, byTurns(who === "amara" ? 0 : 1));
  });

for (const [who, queue, thread] of [
  ["sam", "/support-desk/threads", "/support-desk/threads"],
  ["ada", "/admin/support", "/admin/support/tickets"],
] as const)
  test(`threads and macros of ${CAST[who].displayName}`, async ({ browser, baseURL }) => {
    const client = await new Client(baseURL!).signIn(CAST[who].email);
    const [ticket, order] = await Promise.all(
      ["tkt", "ord"].map((kind) => linksOn(client, queue, new RegExp(`${thread}/${kind}_[0-9a-z]{26}`, "g"))),
    );
    expect([ticket!.length, order!.length]).not.toContain(0);
    const addresses = [ticket![0]!, `${ticket![0]!}?write=note&merge=`, order![0]!, `${queue}?view=macros`];
    for (const [n, address] of addresses.entries())
      await look(browser, baseURL!, who, address, byTurns(n + (who === "ada" ? 1 : 0)));
  });

test("a draft of a legal text, its preview, and a version", async ({ browser, baseURL }) => {
  const client = await new Client(baseURL!).signIn(CAST.ada.email);
  const started = await client.form("/admin/policy/legal/cookie-policy", { intent: "start" });
  const draft = new URL(started.headers.get("location") ?? "", baseURL!).pathname;
  expect(draft).toMatch(/\/legal\/drafts\/lgl_[0-9a-z]{26}$/);
  // Long lines, a table, and a heading, so that the text, its changes, and its preview show all they can.
  const saved = await client.form(draft, {
    intent: "save",
    revision: "1",
    body: `# Cookies\n\n${"A long paragraph about cookies. ".repeat(20)}\n\n| Cookie | Days |\n|---|---|\n| session | {{cookie.sessionDays}} |`,
    summary: "Shorter.",
  });
  expect(saved.status).toBeLessThan(400);
  try {
    for (const address of [draft, `${draft}/preview`, "/admin/policy/legal/cookie-policy"])
      await look(browser, baseURL!, "ada", address);
    // The one who approves sees other buttons.
    const version = await linksOn(
      client,
      "/admin/policy/legal/cookie-policy",
      /\/admin\/policy\/legal\/cookie-policy\/\d{4}-\d{2}-\d{2}(?:-\d+)?/g,
    );
    expect(version.length).toBeGreaterThan(0);
    await look(browser, baseURL!, "ada", version[0]!);
  } finally {
    await client.form(draft, { intent: "discard" });
  }
});

test("an editor's public page, and a client's preference about them", async ({ browser, baseURL }) => {
  await look(browser, baseURL!, null, "/editors/usr_jonas");
  await look(browser, baseURL!, "amara", "/profile/editors/usr_jonas");
});

test("the page linked in an email to a visitor", async ({ browser, baseURL }) => {
  await look(browser, baseURL!, null, `/contact/reply/${await replyToken(new Client(baseURL!))}`);
});

test("the not-found page, signed out and signed in", async ({ browser, baseURL }) => {
  for (const who of [null, "amara"] as const) {
    const page = await (await contextFor(browser, baseURL!, who)).newPage();
    const wrong = await examine(page, "/no-such-page");
    await page.close();
    // The browser logs a 404 in its console.
    expect(wrong.filter((it) => !/answered 404|status of 404/.test(it))).toEqual([]);
  }
});

test("the demo's mailbox", async ({ browser, baseURL }) => {
  await look(browser, baseURL!, null, "/auth/mailbox");
});
