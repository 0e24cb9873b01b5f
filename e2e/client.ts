/**
 * A person with a browser without JavaScript: plain HTTP with cookies, through the same URLs and forms as the pages.
 */
import { EARLY_START } from "#app/features/payments/rules/withdrawal.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { MANUSCRIPTS, sourceOf } from "#db/seed/manuscripts.ts";

export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
export const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";

export type Choices = Record<string, unknown>;
/** The choices for test orders. Includes every choice the form sends, so paying changes none of them. */
export const CHOICES: Choices = {
  service: "copyediting",
  turnaround: "7d",
  subfield: "environmental-science",
  variant: "UK",
  documentType: "research-article",
  styleGuide: "apa",
  excluded: [],
};

export type UploadedFile = {
  id: string;
  name: string;
  state: string;
  receipt: { words: number; billable: number } | null;
  refusal: { code: string; message: string } | null;
};
/** A payment's state as its payer sees it. `paid` comes from the card provider. */
export type PayAnswer = "paid" | "declined" | "over";

/** A demo manuscript with unique bytes. */
export function manuscript(
  mark: string,
  which: keyof typeof MANUSCRIPTS = "vaccination",
): { name: string; bytes: Buffer } {
  const it = MANUSCRIPTS[which];
  return {
    name: `${mark} ${it.file}`,
    bytes: sourceOf({ ...it, marked: `${it.marked}\n\nThis is copy ${mark} of the text.` }, "Dr. Amara Osei"),
  };
}

/** An unexpected response. */
export class Unexpected extends Error {
  readonly status: number;
  readonly body: string;
  constructor(what: string, status: number, body: string) {
    super(`${what}: ${status} ${body.slice(0, 400)}`);
    this.status = status;
    this.body = body;
  }
}

export class Client {
  /** The web process to use. Can be changed. */
  url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** The same browser on another web process, because cookies ignore ports. */
  at(url: string): Client {
    const other = new Client(url);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(path, this.url);
    // Cookies match host names, not ports. The card provider's host gets none.
    const own = target.hostname === new URL(this.url).hostname;
    const headers = new Headers(init.headers);
    if (own && this.cookies.size) headers.set("cookie", [...this.cookies].map(([k, v]) => `${k}=${v}`).join("; "));
    if (!headers.has("accept")) headers.set("accept", "text/html,*/*");
    if (init.method && init.method !== "GET" && init.method !== "HEAD") headers.set("origin", target.origin);
    const answer = await fetch(target, { redirect: "manual", signal: AbortSignal.timeout(30_000), ...init, headers });
    for (const line of own ? answer.headers.getSetCookie() : []) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/i.test(line)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  get = (path: string): Promise<Response> => this.send(path);
  form = (path: string, fields: Record<string, string>): Promise<Response> =>
    this.send(path, { method: "POST", body: new URLSearchParams(fields) });
  post = (path: string, body: unknown): Promise<Response> =>
    this.send(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });

  async json<T>(path: string): Promise<T> {
    return (await wellDone(path, await this.get(path))).json() as Promise<T>;
  }

  async signIn(email: string, password: string = CAST_PASSWORD): Promise<this> {
    const answer = await this.form("/signin", { email, password });
    if (answer.status !== 302) throw new Unexpected(`${email} could not sign in`, answer.status, await answer.text());
    return this;
  }

  /** Creates an account. Its email is on the way. */
  async signUp(name: string, email: string, password: string): Promise<void> {
    const humanCheck = await solveHumanCheck(() => this.get("/api/human-check"));
    const answer = await this.form("/signup", { name, email, password, timeZone: "Europe/Berlin", humanCheck });
    if (answer.status !== 302)
      throw new Unexpected(`${email} could not open an account`, answer.status, await answer.text());
  }

  /** Clicks the button on the page that an email links to. */
  async verify(letter: string): Promise<void> {
    const token = /\/signup\/verify\?[^\s"<]*token=([^\s"<&]+)/.exec(letter)?.[1];
    if (!token) throw new Error(`There is no link in this letter: ${letter}`);
    const answer = await this.form("/signup/verify", { token: decodeURIComponent(token) });
    if (answer.status !== 302) throw new Unexpected("The address was not verified", answer.status, await answer.text());
  }

  /** A draft for a manuscript: the open one, or a new one. */
  async openDraft(): Promise<{ orderId: string; version: number }> {
    return (await wellDone("A draft", await this.post("/api/drafts", {}))).json() as Promise<{
      orderId: string;
      version: number;
    }>;
  }

  /** Starts an upload. @returns its URL */
  async beginUpload(
    orderId: string,
    name: string,
    bytes: number,
    purpose = "source",
    sourceFileId?: string,
  ): Promise<string> {
    const about = { orderId, purpose, filename: name, filetype: DOCX, ...(sourceFileId ? { sourceFileId } : {}) };
    const metadata = Object.entries(about)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
      .join(",");
    const answer = await this.send("/api/files", {
      method: "POST",
      headers: { "tus-resumable": "1.0.0", "upload-length": String(bytes), "upload-metadata": metadata },
    });
    if (answer.status !== 201)
      throw new Unexpected(`The upload of ${name} did not begin`, answer.status, await answer.text());
    return answer.headers.get("location")!;
  }

  /** How many bytes of an upload have arrived. */
  async uploadedBytes(upload: string): Promise<number> {
    const answer = await this.send(upload, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
    if (!answer.ok) throw new Unexpected("The upload is not known", answer.status, "");
    return Number(answer.headers.get("upload-offset"));
  }

  /** Sends bytes from an offset. @returns the file, if those were the last ones */
  async sendBytes(upload: string, bytes: Uint8Array, from = 0, to = bytes.length): Promise<UploadedFile | null> {
    const answer = await this.send(upload, {
      method: "PATCH",
      body: new Uint8Array(bytes.subarray(from, to)),
      headers: {
        "tus-resumable": "1.0.0",
        "upload-offset": String(from),
        "content-type": "application/offset+octet-stream",
      },
    });
    const body = await answer.text();
    if (!answer.ok) throw new Unexpected("The bytes were not taken", answer.status, body);
    return body ? (JSON.parse(body) as { file: UploadedFile }).file : null;
  }

  /** Uploads a whole file like the pages do. */
  async upload(
    orderId: string,
    name: string,
    bytes: Uint8Array,
    purpose = "source",
    sourceFileId?: string,
  ): Promise<UploadedFile> {
    const file = await this.sendBytes(
      await this.beginUpload(orderId, name, bytes.length, purpose, sourceFileId),
      bytes,
    );
    if (!file) throw new Error(`${name} was sent and is not complete`);
    return file;
  }

  /** Drops a manuscript on the pricing page. */
  async dropManuscript(bytes: Uint8Array, name: string): Promise<{ orderId: string; file: UploadedFile }> {
    const { orderId } = await this.openDraft();
    return { orderId, file: await this.upload(orderId, name, bytes) };
  }

  async saveChoices(orderId: string, patch: Choices = CHOICES): Promise<void> {
    await wellDone("The choices", await this.post(`/api/drafts/${orderId}`, { patch }));
  }

  /** Clicks the order form's button. @returns the checkout URL of the placed order */
  async place(orderId: string, status = "draft", intent: "pay" | "pay-by-card" = "pay"): Promise<string> {
    const answer = await this.form("/order/new/form", {
      intent,
      orderId,
      status,
      // Required of clients whose country we don't know.
      earlyStart: EARLY_START.version,
    });
    const location = answer.headers.get("location");
    // A checkout has its own host. Our own path means something else, such as the sign-in page.
    if (answer.status !== 302 || !location || location.startsWith("/"))
      throw new Unexpected(
        `Order ${orderId} was not placed`,
        answer.status,
        location ?? problemOf(await answer.text()),
      );
    return location;
  }

  /** Submits the checkout's card form, and reads the outcome from the response. */
  async payAt(checkout: string, number: string = GOOD_CARD): Promise<PayAnswer> {
    const page = new URL(checkout, this.url).href;
    const answer = await this.form(page, {
      email: "amara@example.org",
      number,
      expiry: "12 / 49",
      cvc: "123",
      name: "Amara Osei",
    });
    const body = await answer.text();
    if (answer.status === 402) return "declined";
    if (answer.status !== 303) throw new Unexpected("The checkout did not take the card", answer.status, body);
    if (answer.headers.get("location")?.includes("/payment-success")) return "paid";
    // The checkout was already closed. Its page says why.
    const seen = await this.get(page);
    const said = await seen.text();
    if (seen.status === 410) return "over";
    if (seen.status === 200 && said.includes("/payment-success")) return "paid";
    throw new Unexpected("The checkout is neither open nor closed", seen.status, said);
  }

  /** From a manuscript to an order with a charged card. */
  async orderAndPay(
    mark: string,
    choices: Choices = CHOICES,
  ): Promise<{ orderId: string; fileId: string; checkout: string }> {
    const { name, bytes } = manuscript(mark);
    const { orderId, file } = await this.dropManuscript(bytes, name);
    await this.saveChoices(orderId, choices);
    const checkout = await this.place(orderId);
    const paid = await this.payAt(checkout);
    if (paid !== "paid") throw new Error(`The payment of ${orderId} is ${paid}`);
    return { orderId, fileId: file.id, checkout };
  }

  /** Waits until the card provider's event has reached the order, when this page redirects. */
  async waitUntilPaid(orderId: string, limitMs = 30_000): Promise<void> {
    await until(
      `order ${orderId} is paid`,
      async () => {
        const answer = await this.get(`/payment-success?order=${orderId}`);
        await answer.arrayBuffer();
        return answer.headers.get("location")?.includes("/order-success") ?? false;
      },
      limitMs,
    );
  }

  /** Moves the demo's clock forward. Everything due happens before the response. */
  async moveClock(byMs: number): Promise<void> {
    // All that was due in between happens before the answer, which takes a busy machine longer than a page.
    const init = { method: "POST", body: JSON.stringify({ advanceMs: byMs }), signal: AbortSignal.timeout(90_000) };
    const headers = { "content-type": "application/json" };
    await wellDone("The clock", await this.send("/api/demo/clock", { ...init, headers }));
  }

  /** The newest email to an address in the demo mailbox. */
  async emailTo(email: string, subject: RegExp, limitMs = 20_000): Promise<string> {
    let text = "";
    await until(
      `an email to ${email}`,
      async () => {
        const { letters } = await this.json<{ letters: { subject: string; text: string }[] }>(
          `/auth/mailbox?format=json&to=${encodeURIComponent(email)}`,
        );
        text = letters.find((letter) => subject.test(letter.subject))?.text ?? "";
        return text !== "";
      },
      limitMs,
    );
    return text;
  }
}

/** The ticket containing this text, as staff open it. */
export async function linkedTicket(staff: Client, words: string): Promise<string> {
  const html = await (await staff.get(`/support-desk/threads?q=${encodeURIComponent(words)}`)).text();
  const path = /\/support-desk\/threads\/tkt_\w+/.exec(html)?.[0];
  if (!path) throw new Error(`No ticket says: ${words}`);
  return path;
}

/** Staff answer there, after reading to the end. */
export async function answerThread(staff: Client, path: string, body: string): Promise<void> {
  const seenId = /name="seenId" value="(\w+)"/.exec(await (await staff.get(path)).text())?.[1] ?? "";
  await wellDone("The answer", await staff.form(path, { intent: "answer", body, seenId }));
}

/** A member of the cast, signed in. */
export const signedIn = (url: string, who: CastName): Promise<Client> => new Client(url).signIn(CAST[who].email);

/** Retries until it succeeds. @throws the last failure on timeout */
export async function until(what: string, look: () => Promise<boolean>, limitMs: number, everyMs = 100): Promise<void> {
  const giveUpAt = Date.now() + limitMs;
  let failure: unknown;
  for (;;) {
    try {
      if (await look()) return;
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > giveUpAt) throw new Error(`Not within ${limitMs / 1000} s: ${what}`, { cause: failure });
    await sleep(everyMs);
  }
}

async function wellDone(what: string, answer: Response): Promise<Response> {
  if (!answer.ok) throw new Unexpected(`${what} failed`, answer.status, await answer.text());
  return answer;
}

/** The message of an error page. */
function problemOf(html: string): string {
  const note = /role="alert"[^>]*>(.*?)<\/(?:section|div|p)>/s.exec(html)?.[1] ?? html;
  return note
    .replaceAll(/<script.*?<\/script>|<style.*?<\/style>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
