import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { post } from "#app/platform/server/mail/mail.ts";
import { ORIGIN } from "../testing/browser.ts";
import { demoClock } from "./demo-clock.ts";
import { demoMailbox } from "./demo-mailbox.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(null);
  for (const [i, to] of ["client@demo.test", "editor@demo.test", "client@demo.test"].entries())
    await post(world.db, {
      key: `k${i}`,
      to,
      subject: `Email <${i}> & more`,
      html: `<html><body onload="alert(1)"><a href="${ORIGIN}/x">open</a>"quoted"</body></html>`,
      text: `Hello\n${ORIGIN}/signup/verify?token=a&from=b <script>`,
      kind: "test",
    });
});
afterAll(() => world.close());

const mailbox = (query = "") => demoMailbox(new Request(`${ORIGIN}/auth/mailbox${query}`));

describe("the demo's mailbox", () => {
  test("lists emails newest first, by recipient, as JSON for tests", async () => {
    const all = (await (await mailbox("?format=json")).json()) as { letters: { subject: string; to: string }[] };
    expect(all.letters.map((l) => l.subject)).toEqual(["Email <2> & more", "Email <1> & more", "Email <0> & more"]);
    const some = (await (await mailbox("?format=json&to=CLIENT@")).json()) as typeof all;
    expect(some.letters.map((l) => l.to)).toEqual(["client@demo.test", "client@demo.test"]);
    expect(((await (await mailbox("?format=json&to=%25")).json()) as typeof all).letters).toEqual([]);
  });

  test("shows an email safely: escaped, in a sandbox without scripts, with links that open in the whole window", async () => {
    const answer = await mailbox("?to=editor@demo.test");
    const html = await answer.text();
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).not.toContain("<script>");
    expect(html).not.toContain('onload="');
    expect(html).toContain(
      'sandbox="allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"',
    );
    expect(html).toContain(`<a href="${ORIGIN}/signup/verify?token=a&#38;from=b">`);
    expect(html).toContain("&#60;base target=&#34;_top&#34;&#62;");
    expect(html).toContain("Email &#60;1&#62; &#38; more");
    expect(html).not.toContain("Email &#60;0&#62;");
  });

  test("says if there is nothing, and escapes the search text", async () => {
    const html = await (await mailbox(`?to=${encodeURIComponent('"><script>x')}`)).text();
    expect(html).toContain("No emails to");
    expect(html).not.toContain("<script>");
    await expect(mailbox("?id=eml_nothing")).rejects.toMatchObject({ status: 404 });
  });
});

describe("the demo's clock", () => {
  const ran: Date[] = [];
  const move = (body: unknown) =>
    demoClock(async (at) => {
      ran.push(at);
    })(
      new Request(`${ORIGIN}/api/demo/clock`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );

  test("moves by a duration or to an instant, and runs everything due by then", async () => {
    const before = now().getTime();
    const answer = (await (await move({ advanceMs: 3_600_000 })).json()) as { now: string };
    expect(Date.parse(answer.now) - before).toBeGreaterThanOrEqual(3_600_000);
    expect(Date.parse(answer.now) - before).toBeLessThan(3_605_000);
    expect(Math.abs(ran.at(-1)!.getTime() - now().getTime())).toBeLessThan(2_000);
    const at = new Date(now().getTime() + 86_400_000);
    await move({ at: at.toISOString() });
    expect(Math.abs(now().getTime() - at.getTime())).toBeLessThan(2_000);
  });

  test.each([
    { advanceMs: -1 },
    { advanceMs: 0 },
    { advanceMs: 1e15 },
    { at: "2020-01-01T00:00:00Z" },
    { at: "soon" },
    {},
    null,
    { advanceMs: "many" },
  ])("does not go to %j", async (body) => {
    const runs = ran.length;
    const before = now().getTime();
    await expect(move(body)).rejects.toMatchObject({ kind: "invalid" });
    expect(Math.abs(now().getTime() - before)).toBeLessThan(2_000);
    expect(ran.length).toBe(runs);
  });

  test("moved several times at once, moves by the sum", async () => {
    const before = now().getTime();
    await Promise.all(Array.from({ length: 5 }, () => move({ advanceMs: 60_000 })));
    expect(Math.round((now().getTime() - before) / 60_000)).toBe(5);
  });

  test("the mailbox page's form redirects to the mailbox, and nowhere else", async () => {
    const form = (back: string) =>
      demoClock(async () => {})(
        new Request(`${ORIGIN}/api/demo/clock`, {
          method: "POST",
          body: new URLSearchParams({ advanceMs: "1000", back }),
        }),
      );
    const answer = await form("/auth/mailbox?to=x");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth/mailbox?to=x"]);
    expect((await form("//evil.example")).headers.get("location")).toBe("/auth/mailbox");
  });
});
