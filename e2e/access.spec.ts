/**
 * Access tests against the running product: the specification's access table, and things that belong to somebody else.
 */
import { ADDED_ROUTES } from "#app/features/accounts/rules/area-pages.ts";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { newId } from "#app/platform/rules/core/ids.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client, manuscript, signedIn } from "./client.ts";
import { ALSO_ENTERED } from "#app/features/accounts/rules/areas.ts";
import { certificateOf, demoOrders, existingPaths, linksOn, replyToken } from "./pages.ts";

const TABLE = path.resolve(import.meta.dirname, "../../shared/spec/access.json");
type Visitor = "signed-out" | "unverified" | "client" | "editor" | "support" | "admin" | "finance" | "content";
type Table = {
  unverified: { mayView: string[]; otherwise: string };
  areas: Record<string, { allow: Visitor[]; to?: Partial<Record<Visitor, string>> }>;
  routes: Record<string, string[]>;
  added: Record<string, string[] | string>;
};

const WHO: Record<Exclude<Visitor, "signed-out">, CastName> = {
  unverified: "uma",
  client: "amara",
  editor: "jonas",
  support: "sam",
  admin: "ada",
  finance: "farah",
  content: "cleo",
};
/** Additional pages that the specification allows, by area. */
const OURS: Record<string, string[]> = {
  // Beneath /contact, which is open to the unverified, too.
  public: ["/contact/confirm/{token}"],
  supportDesk: ["/support-desk/orders", "/support-desk/orders/{orderId}", "/support-desk/people/{uid}"],
  admin: [
    "/admin/refunds",
    "/admin/clients/{uid}",
    "/admin/coupons/{couponId}",
    "/admin/tax",
    "/admin/policy",
    "/admin/policy/drafts/{draftId}",
    "/admin/policy/versions/{version}",
  ],
};
const VISITORS: Visitor[] = ["signed-out", "unverified", "client", "editor", "support", "admin", "finance", "content"];
/** Where denied requests are redirected. Nobody with access is redirected there. */
const REFUSALS = /^\/(?:signin|signup|not-authorized|support-desk|editor|dashboard)(?:$|[/?])/;

test.describe("the access table", () => {
  test.skip(!existsSync(TABLE), `${TABLE} is not here: what the specification says of access is not compared`);

  test("holds for every page and visitor, for documents and data, and unbuilt pages aren't found", async ({
    baseURL,
  }) => {
    // Every page as every visitor.
    test.slow();
    const table = JSON.parse(readFileSync(TABLE, "utf8")) as Table;
    const orders = await demoOrders(baseURL!);
    const shared = orders.amara.find((id) => orders.jonas.includes(id)) ?? orders.amara[0]!;
    const clients = new Map<Visitor, Client>([["signed-out", new Client(baseURL!)]]);
    for (const [visitor, who] of Object.entries(WHO))
      clients.set(visitor as Visitor, await new Client(baseURL!).signIn(CAST[who].email));

    const exist = existingPaths();
    const areaOf = new Map<string, string>();
    for (const area of Object.keys(table.areas))
      for (const it of [
        ...(table.routes[area] ?? []),
        ...(Array.isArray(table.added[area]) ? table.added[area] : []),
        ...(OURS[area] ?? []),
      ])
        areaOf.set(shape(it), area);
    // The specification lets the product add pages inside its areas. Each follows its area's rule.
    for (const [area, paths] of Object.entries(ADDED_ROUTES)) for (const it of paths) areaOf.set(shape(it), area);
    const inNoArea = exist.filter((it) => !areaOf.has(shape(it)));
    expect(inNoArea, "pages missing from the access table").toEqual([]);
    const inTable = Object.keys(table.areas).flatMap((area) => [
      ...(table.routes[area] ?? []),
      ...(Array.isArray(table.added[area]) ? table.added[area] : []),
    ]);
    const missing = inTable.filter((it) => !exist.some((there) => shape(there) === shape(it)));
    const things: Record<string, string> = {
      ...(await realThings(clients, shared)),
      "{certificateId}": await certificateOf(clients.get("client")!, orders.amara),
    };

    const wrong: string[] = [];
    for (const pattern of [...exist, ...missing]) {
      const area = table.areas[areaOf.get(shape(pattern))!]!;
      const asked = pattern
        .replace("*", "posts")
        .replaceAll(/\{\w+\}/g, (name) => things[pattern] ?? things[name] ?? "none");
      for (const visitor of VISITORS) {
        const client = clients.get(visitor)!;
        const answer = await client.get(asked);
        const location = answer.headers.get("location");
        await answer.arrayBuffer();
        const says = `${visitor} at ${asked}: ${answer.status}${location ? ` to ${location}` : ""}`;
        const also = ALSO_ENTERED[visitor];
        const allowed =
          visitor === "unverified"
            ? mayView(asked, table.unverified.mayView)
            : also
              ? area.allow.includes("client") || also.some((it) => shape(it) === shape(pattern))
              : area.allow.includes(visitor);
        if (allowed && missing.includes(pattern)) {
          if (answer.status !== 404) wrong.push(`${says}, and is not built`);
          continue;
        }
        if (allowed) {
          // They may open the page, but the thing in its URL may belong to somebody else.
          const fine = location
            ? !REFUSALS.test(location)
            : answer.status === 200 || ([403, 404].includes(answer.status) && pattern.includes("{"));
          if (!fine) wrong.push(`${says}, and is allowed`);
          continue;
        }
        const to =
          visitor === "unverified"
            ? table.unverified.otherwise
            : targetOf(area.to?.[visitor] ?? "/not-authorized", asked);
        const [where, query = ""] = (location ?? "").split("?");
        if (answer.status !== 302 || where !== to) wrong.push(`${says}, and belongs at ${to}`);
        else if ((to === "/signin" || to === "/signup") && new URLSearchParams(query).get("from") !== asked)
          wrong.push(`${says}, without the page asked for`);
        // The page's data, as the script requests it, must be denied too.
        const data = await client.get(asked === "/" ? "/_root.data" : `${asked}.data`);
        const body = await data.text();
        if (data.status !== 202 || !body.includes("SingleFetchRedirect"))
          wrong.push(`${visitor} at the data of ${asked}: ${data.status} ${body.slice(0, 80)}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** Existing things of the demo world for the pages' parameters, by page or parameter name. */
async function realThings(clients: ReadonlyMap<Visitor, Client>, orderId: string): Promise<Record<string, string>> {
  const nobody = clients.get("signed-out")!;
  const last = async (client: Client, page: string, pattern: RegExp): Promise<string> => {
    const link = (await linksOn(client, page, pattern))[0];
    expect(link, `${page} links to ${pattern}`).toBeDefined();
    return link!.split("/").at(-1)!;
  };
  const ticketId = await last(clients.get("client")!, "/support", /\/support\/tickets\/tkt_[0-9a-z]{26}/g);
  const support = clients.get("support")!;
  // Not the newest, which another test is writing.
  const postId = await last(support, "/admin/blog?author=desk", /\/admin\/blog\/pst_[0-9a-z]{26}/g);
  await (
    await support.form(`/admin/blog/${postId}`, { intent: "share", id: newId("preview"), days: "1" })
  ).arrayBuffer();
  const found = {
    "{orderId}": orderId,
    "{postId}": postId,
    "/blog/preview/{token}": await last(support, `/admin/blog/${postId}`, /\/blog\/preview\/[\w.-]+/g),
    "{editorId}": "usr_jonas",
    "{uid}": "usr_noor",
    "/admin/editors/{id}": "usr_jonas",
    "{slug}": await last(nobody, "/blog", /\/blog\/(?!tags\b|authors\b|rss\b)[a-z0-9-]+/g),
    "{tag}": await last(nobody, "/blog/tags", /\/blog\/tags\/[a-z0-9-]+/g),
    "{authorId}": await last(nobody, "/blog", /\/blog\/authors\/[a-z0-9-]+/g),
    "/support-desk/contact/{id}": await last(
      clients.get("support")!,
      "/support-desk/contact",
      /\/support-desk\/contact\/[a-z]+_[0-9a-z]{26}/g,
    ),
    "{ticketId}": ticketId,
    "{threadId}": ticketId,
    "/editor/support/tickets/{ticketId}": await last(
      clients.get("editor")!,
      "/editor/support",
      /\/support\/tickets\/tkt_[0-9a-z]{26}/g,
    ),
    "{token}": await replyToken(nobody),
    "{invoiceId}": await last(
      clients.get("admin")!,
      "/admin/invoice-review?show=all",
      /\/admin\/invoice-review\/doc_[0-9a-z]{26}/g,
    ),
  };
  return found;
}

/** Ignores parameter names, because the table and the routes may differ. */
const shape = (it: string): string => it.replaceAll(/\{\w+\}/g, "{}");

const mayView = (asked: string, list: readonly string[]): boolean =>
  list.some((it) => (it === "/" ? asked === "/" : asked === it || asked.startsWith(`${it}/`)));

/** "/editor/orders/{orderId}" if the path names an order, otherwise /editor; and plain paths. */
function targetOf(told: string, asked: string): string {
  const order = /\/order\/(ord_\w+)/.exec(asked)?.[1];
  const [first, other] = told.split(" where the path names an order, else ");
  return other === undefined ? told : order ? first!.replace("{orderId}", order) : other;
}

test("an unknown path shows everybody the not-found page", async ({ baseURL }) => {
  for (const client of [new Client(baseURL!), await signedIn(baseURL!, "amara"), await signedIn(baseURL!, "ada")]) {
    for (const address of ["/no-such-page", "/admin-no", "/order", "/blog/%E0%A4%A", "/assets/none.js"]) {
      const answer = await client.get(address);
      expect([404, 400], `${address}: ${answer.status}`).toContain(answer.status);
      expect(await answer.text()).not.toMatch(/node_modules|\bat \w+ \(/);
    }
  }
});

test.describe("what belongs to somebody else", () => {
  let author: Client;
  let orderId: string;
  let fileId: string;
  let upload: string;
  let invoice: string;
  let strangers: [string, Client][];

  test.beforeAll(async () => {
    const url = test.info().project.use.baseURL!;
    // A new author, to leave the cast's drafts as the other tests expect them.
    author = new Client(url);
    const email = `author-${Date.now()}@example.org`;
    await author.signUp("Ines Duarte", email, "a long enough phrase 7");
    await author.verify(await author.emailTo(email, /^Verify/));
    const { name, bytes } = manuscript("private");
    ({ orderId } = await author.openDraft());
    upload = await author.beginUpload(orderId, name, bytes.length);
    fileId = (await author.sendBytes(upload, bytes))!.id;
    expect((await author.get(`/api/files/${fileId}/download`)).status).toBe(200);
    const amara = await signedIn(url, "amara");
    invoice = (await linksOn(amara, "/my-payments", /\/api\/invoices\/doc_[0-9a-z]{26}\/pdf/g))[0]!;
    expect((await amara.get(invoice)).status).toBe(200);
    const people = await Promise.all(
      (["mei", "priya", "noor", "uma"] as const).map(async (who): Promise<[string, Client]> => [
        who,
        await signedIn(url, who),
      ]),
    );
    const guest = new Client(url);
    await guest.openDraft();
    strangers = [["nobody", new Client(url)], ["a visitor with a draft of their own", guest], ...people];
  });

  test("can't be read: orders, files, invoices, payments", async () => {
    for (const [who, client] of strangers) {
      for (const address of [`/api/files/${fileId}/download`, `/api/files/${fileId}`, invoice])
        expect((await client.get(address)).status, `${who} at ${address}`).toBe(404);
      for (const address of [
        `/order/${orderId}`,
        `/order/${orderId}/rate`,
        `/editor/orders/${orderId}`,
        `/admin/orders/${orderId}`,
        `/payment-success?order=${orderId}`,
        `/payment-cancelled?order=${orderId}`,
        `/order-success?order=${orderId}`,
      ]) {
        const answer = await client.get(address);
        expect([302, 403, 404], `${who} at ${address}: ${answer.status}`).toContain(answer.status);
        expect(await answer.text(), `${who} at ${address}`).not.toContain("private");
      }
      // The form only accepts the visitor's own order: another's order in the URL reveals nothing.
      expect(
        await (await client.get(`/order/new?order=${orderId}`)).text(),
        `${who} on the pricing page`,
      ).not.toContain(fileId);
      expect(await (await client.get(`/order/new/form?order=${orderId}`)).text(), `${who} on the form`).not.toContain(
        fileId,
      );
    }
  });

  test("can't be changed: choices, uploads, payment", async () => {
    for (const [who, client] of strangers) {
      const choices = await client.post(`/api/drafts/${orderId}`, { patch: { title: "Mine now" } });
      expect([401, 403, 404], `${who} changes choices: ${choices.status}`).toContain(choices.status);
      await expect(client.beginUpload(orderId, "mine.docx", 10), `${who} adds a file`).rejects.toThrow(
        /did not begin: 40[34]/,
      );
      await expect(client.uploadedBytes(upload), `${who} asks for an upload's offset`).rejects.toThrow(
        /not known: 404/,
      );
      await expect(client.place(orderId), `${who} pays for it`).rejects.toThrow(/was not placed/);
      const removed = await client.form("/order/new/form", { intent: "remove", fileId });
      expect(removed.status === 302 || removed.status >= 400, `${who} removes a file: ${removed.status}`).toBe(true);
    }
    expect(await author.json(`/api/files/${fileId}`)).toMatchObject({ file: { state: "counted" } });
  });

  test("isn't in other people's lists, bells and tables", async ({ baseURL }) => {
    for (const [who, client] of strangers) {
      for (const address of [
        "/my-orders",
        "/my-payments",
        "/dashboard",
        "/editor/orders",
        "/editor/invites",
        "/notifications",
        "/api/csv/my-payments",
        "/api/csv/earnings",
        "/api/csv/self-billed-invoices",
      ]) {
        const answer = await client.get(address);
        expect(await answer.text(), `${who} at ${address}`).not.toContain(orderId);
      }
    }
    for (const who of ["amara", "jonas", "sam", "uma"] as const) {
      const client = await signedIn(baseURL!, who);
      for (const address of ["/api/csv/editor-payouts", "/api/csv/bank-batches", "/api/csv/payout-runs/run_none"]) {
        const answer = await client.get(address);
        expect([401, 403, 404], `${who} at ${address}: ${answer.status}`).toContain(answer.status);
      }
    }
    for (const address of ["/api/live", "/api/notifications"])
      expect((await new Client(baseURL!).get(address)).status, address).toBe(403);
  });

  test("isn't available to a form on another site", async ({ baseURL }) => {
    const cookie = [...author.cookies].map(([k, v]) => `${k}=${v}`).join("; ");
    const foreign = {
      cookie,
      origin: "https://elsewhere.example",
      "sec-fetch-site": "cross-site",
      "content-type": "application/x-www-form-urlencoded",
    };
    for (const [address, body] of [
      ["/api/drafts", "{}"],
      [`/api/drafts/${orderId}`, `{"patch":{"title":"Stolen"}}`],
      ["/api/notifications/read", `{"all":true}`],
      ["/order/new/form", `intent=remove&fileId=${fileId}`],
      ["/signin", "intent=sign-out"],
    ] as const) {
      const answer = await fetch(`${baseURL}${address}`, {
        method: "POST",
        body,
        headers: foreign,
        redirect: "manual",
      });
      expect([400, 403], `${address}: ${answer.status}`).toContain(answer.status);
    }
    expect((await author.get("/my-payments")).status, "still signed in").toBe(200);
    expect(await author.json(`/api/files/${fileId}`)).toMatchObject({ file: { state: "counted" } });
  });
});
