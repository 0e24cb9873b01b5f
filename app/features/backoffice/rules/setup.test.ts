import { expect, test } from "vitest";
import { domainOfSender, findRecord, isSelector } from "./mail-dns.ts";
import { SETUP_STEPS, type SetupState, missingToOpen, setupRows } from "./setup.ts";

const AT = "2026-11-21T12:00:00.000Z";
const NEW: SetupState = {
  demo: false,
  company: null,
  tax: { registered: [], proposed: [], noneConfirmedAt: null },
  prices: { confirmedAt: null, changedSince: true },
  card: { webhookAt: null, paidAt: null, refundedAt: null, failure: null },
  email: { sentAt: null, sentTo: null, confirmedAt: null, failure: null },
  legal: { documents: 7, read: 6 },
  domain: { app: "http://localhost:3000" },
  dns: { domain: "example.org", checkedAt: null, spf: false, dkim: false, dmarc: false, reachable: false },
  editors: { ready: 0, applied: 1, invited: 0 },
  articles: 0,
};
const DONE: SetupState = {
  demo: false,
  company: { legalName: "A Ltd", town: "Leeds" },
  tax: { registered: [], proposed: [], noneConfirmedAt: AT },
  prices: { confirmedAt: AT, changedSince: false },
  card: { webhookAt: AT, paidAt: AT, refundedAt: null, failure: null },
  email: { sentAt: AT, sentTo: "a@example.org", confirmedAt: AT, failure: null },
  legal: { documents: 7, read: 7 },
  domain: { app: "https://app.example.org" },
  dns: { domain: "example.org", checkedAt: AT, spf: true, dkim: true, dmarc: true, reachable: true },
  editors: { ready: 1, applied: 1, invited: 0 },
  articles: 1,
};
const row = (state: SetupState, step: string) => setupRows(state, "UTC").find((it) => it.step === step)!;

test("a new installation has nothing done, and every step has its row", () => {
  expect(setupRows(NEW, "UTC").map((it) => it.step)).toEqual([...SETUP_STEPS]);
  expect(setupRows(NEW, "UTC").filter((it) => it.done)).toEqual([]);
  expect(missingToOpen(setupRows(NEW, "UTC")).map((it) => it.step)).toEqual([
    "company",
    "tax",
    "prices",
    "card",
    "email",
    "legal",
  ]);
});

test("a demo has its own card provider and mailbox: both are done, and the rest isn't", () => {
  const demo = { ...NEW, demo: true };
  expect(missingToOpen(setupRows(demo, "UTC")).map((it) => it.step)).toEqual(["company", "tax", "prices", "legal"]);
  expect(row(demo, "card")).toMatchObject({ done: true, says: expect.stringContaining("nobody is charged") as string });
  expect(row(demo, "email")).toMatchObject({ done: true, says: expect.stringContaining("mailbox") as string });
  const failed = { ...demo, card: { ...NEW.card, failure: "No such key." } };
  expect(row(failed, "card")).toMatchObject({ done: false, says: "No such key." });
  // A test that was made in the demo is still shown.
  const tested = { ...demo, card: DONE.card, email: DONE.email };
  expect(row(tested, "card").says).toContain("A test payment arrived");
  expect(row(tested, "email").says).toContain("A test email arrived");
});

test("with everything done nothing is missing", () => {
  expect(setupRows(DONE, "UTC").filter((it) => !it.done)).toEqual([]);
  expect(missingToOpen(setupRows(DONE, "UTC"))).toEqual([]);
});

test("tax registrations are the only place that says whether the company is registered", () => {
  const of = (tax: Partial<SetupState["tax"]>) => row({ ...DONE, tax: { ...NEW.tax, ...tax } }, "tax");
  const german = "Germany, VAT: DE123456788";
  expect(of({})).toMatchObject({ required: true, done: false });
  expect(of({ noneConfirmedAt: AT })).toMatchObject({ done: true, says: expect.stringContaining("Not registered") });
  expect(of({ registered: [german] })).toMatchObject({ done: true, says: expect.stringContaining(german) });
  // A confirmation from before says nothing beside a registration, proposed or approved.
  expect(of({ proposed: [german], noneConfirmedAt: AT })).toMatchObject({ done: false });
  expect(of({ registered: [german], noneConfirmedAt: AT }).says).not.toContain("Not registered");
  expect(row(DONE, "company").says).not.toMatch(/VAT|tax|registered/i);
});

test("recommended steps don't keep the shop closed", () => {
  const state = { ...DONE, domain: NEW.domain, dns: NEW.dns, editors: NEW.editors, articles: 0 };
  expect(missingToOpen(setupRows(state, "UTC"))).toEqual([]);
});

test("prices that changed since are to be confirmed again", () => {
  expect(row({ ...DONE, prices: { confirmedAt: AT, changedSince: true } }, "prices")).toMatchObject({ done: false });
});

test("a failure is said in place of what to do", () => {
  expect(row({ ...NEW, card: { ...NEW.card, failure: "No such key." } }, "card").says).toBe("No such key.");
});

test("an address without encryption isn't a domain", () => {
  expect(row({ ...DONE, domain: { app: "http://app.example.org" } }, "domain")).toMatchObject({ done: false });
  expect(row({ ...DONE, domain: { app: "https://localhost:3000" } }, "domain")).toMatchObject({ done: false });
});

test("the sender's domain is found in either form", () => {
  expect(domainOfSender("Stet <post@Example.org>")).toBe("example.org");
  expect(domainOfSender("post@example.org")).toBe("example.org");
});

test("records are distinguished", () => {
  const records = [["google-site=1"], ["v=spf1 include:", "_spf.example.net -all"], ["v=DKIM1; k=rsa; p=MIIBI"]];
  expect(findRecord(records, "spf")).toBe("v=spf1 include:_spf.example.net -all");
  expect(findRecord(records, "dkim")).toContain("p=MIIBI");
  expect(findRecord(records, "dmarc")).toBeNull();
  expect(findRecord([["v=DKIM1; p="]], "dkim"), "a key that was revoked").toBeNull();
  expect(findRecord([["v=DMARC1; p=none"]], "dmarc")).not.toBeNull();
});

test("a selector is part of a host name", () => {
  for (const good of ["s1", "google", "k1.mail"]) expect(isSelector(good)).toBe(true);
  for (const bad of ["", "no spaces", "-a", "a..".repeat(30), "https://x"]) expect(isSelector(bad)).toBe(false);
});
