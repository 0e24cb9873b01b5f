/** Two web processes and a worker on one database: what one does, the others know. */
import { expect, test } from "@playwright/test";
import { type Client, manuscript, signedIn, until } from "./client.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await startProduct({ env: { WEB_PROCESSES: "2" } });
});
test.afterAll(() => product?.stop());

type LiveEvent = { kind: string; orderId: string | null; at: number };

/** Listens to somebody's events until the test is over. */
async function listen(client: Client): Promise<{ events: LiveEvent[]; close(): void }> {
  const stop = new AbortController();
  const answer = await client.send("/api/live", { headers: { accept: "text/event-stream" }, signal: stop.signal });
  expect(answer.status).toBe(200);
  const events: LiveEvent[] = [];
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  const first = await reader.read();
  rest += first.value ?? "";
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop()!;
      for (const line of lines)
        if (line.startsWith("data: "))
          events.push({ ...(JSON.parse(line.slice(6)) as Omit<LiveEvent, "at">), at: performance.now() });
    }
  })().catch(() => {});
  return { events, close: () => stop.abort() };
}

test("there really are two web processes, and a worker", async () => {
  expect(product.pids().web).toHaveLength(2);
  expect(product.pids().worker).toHaveLength(1);
  for (const url of product.urls) expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test("a session from one works on the other, and ends on both", async () => {
  const one = await signedIn(product.urls[0]!, "mei");
  const other = one.at(product.urls[1]!);
  expect((await other.get("/my-payments")).status).toBe(200);
  expect((await one.form("/signin", { intent: "sign-out" })).headers.get("location")).toBe("/signin?out=1");
  expect((await other.get("/my-payments")).headers.get("location")).toBe("/signin?from=%2Fmy-payments");
});

test("an order paid on one reaches the invited editor's bell, and its author's, on the other", async () => {
  const editor = (await signedIn(product.urls[0]!, "jonas")).at(product.urls[1]!);
  const author = await signedIn(product.urls[0]!, "amara");
  const editorsBell = await listen(editor);
  const authorsBell = await listen(author.at(product.urls[1]!));
  try {
    const { orderId } = await author.orderAndPay("two-processes");
    const paidAt = performance.now();
    const eventOf = (events: readonly LiveEvent[], kind: string) =>
      events.find((event) => event.kind === kind && event.orderId === orderId);
    await until(
      "the editor's bell gets the invite",
      () => Promise.resolve(eventOf(editorsBell.events, "invite.sent") !== undefined),
      20_000,
      5,
    );
    await until(
      "the author's bell gets the payment",
      () => Promise.resolve(eventOf(authorsBell.events, "payment.succeeded") !== undefined),
      20_000,
      5,
    );
    console.log(
      `two processes: from the card's acceptance at one to the invite's bell at the other ${Math.round(eventOf(editorsBell.events, "invite.sent")!.at - paidAt)} ms`,
    );
    await until(
      "the invite is in the other editor's list",
      async () =>
        (await editor.json<{ items: { kind: string; orderId: string | null }[] }>("/api/notifications")).items.some(
          (item) => item.kind === "invite.sent" && item.orderId === orderId,
        ),
      10_000,
    );
    expect((await editor.get("/editor/invites")).status).toBe(200);
    expect(eventOf(editorsBell.events, "payment.succeeded"), "a bell gets only its owner's events").toBeUndefined();
  } finally {
    editorsBell.close();
    authorsBell.close();
  }
});

test("an upload interrupted on one continues on the other", async () => {
  const one = await signedIn(product.urls[0]!, "mei");
  const other = one.at(product.urls[1]!);
  const { name, bytes } = manuscript("moving", "soil");
  const { orderId } = await one.openDraft();
  const upload = await one.beginUpload(orderId, name, bytes.length);
  const half = Math.floor(bytes.length / 2);
  await one.sendBytes(upload, bytes, 0, half);
  expect(await other.uploadedBytes(upload)).toBe(half);
  const file = await other.sendBytes(upload, bytes, half);
  expect(file).toMatchObject({ name, state: "counted" });
  expect(await one.uploadedBytes(upload)).toBe(bytes.length);
  const back = await one.get(`/api/files/${file!.id}/download`);
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
});

test("both receive the same upload at once: one is accepted, and the file is intact", async () => {
  const one = await signedIn(product.urls[0]!, "amara");
  const other = one.at(product.urls[1]!);
  const { name, bytes } = manuscript("at once");
  const { orderId } = await one.openDraft();
  const upload = await one.beginUpload(orderId, name, bytes.length);
  const sent = await Promise.allSettled([one.sendBytes(upload, bytes), other.sendBytes(upload, bytes)]);
  expect(sent.some((it) => it.status === "fulfilled")).toBe(true);
  expect(await other.uploadedBytes(upload)).toBe(bytes.length);
  const back = await one.get(`/api/files/${upload.split("/").at(-1)}/download`);
  expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
});

test("the demo's clock, moved on one, has moved on the other", async () => {
  const admin = await signedIn(product.urls[0]!, "ada");
  const before = Date.now();
  await admin.at(product.urls[1]!).moveClock(3 * 3_600_000);
  // Every page contains the product's time.
  await until(
    "the first one goes by the later time",
    async () => {
      const times = (await (await admin.get("/notifications")).text()).match(/20\d\d-\d\d-\d\dT[\d:.]+Z/g) ?? [];
      return times.some((time) => Date.parse(time) > before + 2.9 * 3_600_000);
    },
    5_000,
  );
});
