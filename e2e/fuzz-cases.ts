/** Requests that no browser sends. The same seed generates the same ones. */
import type { Endpoint, PageTarget, Vocabulary } from "./fuzz-targets.ts";

export type FuzzCase = {
  visitor: string;
  method: string;
  /** As written in the request line. */
  path: string;
  headers: Record<string, string>;
  /** One character per byte, so any body can be printed and sent again. */
  body?: string;
};

/** A form found on a page: where it's sent, and its fields. */
export type SeenForm = { visitor: string; path: string; fields: [string, string][] };

export type World = {
  visitors: readonly string[];
  pages: readonly PageTarget[];
  endpoints: readonly Endpoint[];
  vocabulary: Vocabulary;
  /** Ids of existing rows, by table. */
  ids: readonly { table: string; id: string }[];
  /** Addresses that pages link to. */
  links: readonly string[];
  /** Who may open it according to the access table. */
  mayOpen: (page: PageTarget) => readonly string[];
  forms: readonly SeenForm[];
};

/** Values that break input parsers. */
const NASTY = [
  "\0",
  "before\0after",
  "constructor",
  "-constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "",
  " ",
  "x",
  "-1",
  "0",
  "-0",
  "1",
  "1.5",
  "007",
  "1e3",
  "1e309",
  "NaN",
  "Infinity",
  "0x10",
  "２",
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "9223372036854775808",
  "99999999999999999999999",
  "0.1.2",
  "1,000.00",
  "$10",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "[null]",
  '{"a":1',
  '{"__proto__":{"x":1}}',
  '"\\ud800"',
  '["\\u0000"]',
  "2024-13-45",
  "2024-02-30",
  "0000-00-00",
  "9999-12-31",
  "10000-01-01",
  "-271821-04-20",
  "+275760-09-13",
  "+275761-01-01T00:00:00Z",
  "2024-02-30T25:61",
  "1970-01-01T00:00:00.000Z",
  "Mars/Olympus",
  "Europe/Berlin",
  "\ud800",
  "a\udfffb",
  "\u202e",
  "\ufeff",
  "\u200b",
  "e\u0301",
  "😀",
  "'",
  "';--",
  '"><script>alert(1)</script>',
  "\\",
  "\\u0000",
  "%",
  "%00",
  "%_\\",
  "${x}{{7*7}}",
  "../../../../etc/passwd",
  "/\\evil.example",
  "javascript:alert(1)",
  "a@b",
  "client@demo.test",
  "demo-password",
  "\r\nset-cookie: x=y",
  "a,b,,c",
  "a.b.c",
  "a/b",
  "*",
  "all",
  "x".repeat(300),
  "x".repeat(3_000),
  "é".repeat(2_000),
];
/** Percent-encodings that aren't valid text. */
const BROKEN_ENCODINGS = [
  "%",
  "%0",
  "%E0%A4%A",
  "%FF",
  "%ED%A0%80",
  "%C0%80",
  "%zz",
  "%00",
  "%2F",
  "%2e%2e",
  "%5C",
  "%23",
  "%0d%0a",
];
const METHODS = ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "HEAD", "PROPFIND", "QUERY", "M-SEARCH", "LINK"];
const FORM = "application/x-www-form-urlencoded";

export class CaseMaker {
  readonly #random: () => number;
  readonly #world: World;
  constructor(random: () => number, world: World) {
    this.#random = random;
    this.#world = world;
  }

  next(): FuzzCase {
    const dice = this.#random();
    if (dice < 0.28) return this.#page();
    if (dice < 0.66) return this.#action();
    if (dice < 0.88) return this.#endpoint();
    return this.#odd();
  }

  /** Every intent of every page, and none, with this value in every field the page reads. */
  everyIntent(value: () => string): FuzzCase[] {
    return this.#shuffled(
      this.#world.pages
        .filter((page) => page.hasAction)
        .flatMap((page) =>
          [undefined, ...page.reads.intents].map((intent) => {
            const fields = page.reads.names
              .filter((name) => name !== "intent")
              .map((name): [string, string] => [name, value()]);
            return {
              visitor: this.#pick(this.#world.mayOpen(page)),
              method: "POST",
              path: this.#address(page.path, 0),
              ...of(FORM, written(intent === undefined ? fields : [["intent", intent], ...fields])),
            };
          }),
        ),
    );
  }
  /** Every kind of form that the pages show, as often as it has fields, with this value in one of them. */
  everyField(value: () => string): FuzzCase[] {
    const found = new Map<string, FuzzCase>();
    for (const { visitor, path, fields } of this.#world.forms) {
      const form = [visitor, shapeOf(path.split("?")[0]!), new Map(fields).get("intent")];
      for (const [at, [name]] of fields.entries()) {
        const key = [...form, shapeOf(name)].join(" ");
        if (found.has(key)) continue;
        found.set(key, { visitor, method: "POST", path, ...of(FORM, written(fields.with(at, [name, value()]))) });
      }
    }
    return this.#shuffled([...found.values()]);
  }
  /** Short enough for a page with seventy fields. */
  anyValue = (): string => this.#value().slice(0, 300);

  /** So that a request that ends a session or changes a row doesn't always come before the same others. */
  #shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((it) => [this.#random(), it] as const)
      .sort(([a], [b]) => a - b)
      .map(([, it]) => it);
  }
  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)]!;
  }
  #id = (): string => (this.#world.ids.length > 0 ? this.#pick(this.#world.ids).id : "x");
  #chance = (of: number): boolean => this.#random() < of;
  #times = (most: number): number => Math.floor(this.#random() * (most + 1));

  #value(): string {
    return this.#chance(0.2) ? this.#id() : this.#pick(NASTY);
  }
  /** Encoded for a URL: well-formed, except for the broken ones. */
  #encoded(value: string): string {
    if (this.#chance(0.06)) return this.#pick(BROKEN_ENCODINGS);
    return encodeURIComponent(value.toWellFormed())
      .slice(0, 3_000)
      .replace(/%[0-9A-F]?$/, "");
  }
  /** A target's URL: one that a page links to, or with its parameters filled in. */
  #address(pattern: string, nasty = 0.4): string {
    if (!this.#chance(nasty)) {
      const shape = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      const linked = this.#world.links.map((it) => it.split("?")[0]!).filter((it) => shape.test(it));
      if (linked.length > 0) return this.#pick(linked);
      const tables = pattern.split("/");
      const fitting = this.#world.ids.filter((it) => tables.includes(it.table));
      return this.#filled(pattern, () => (fitting.length > 0 ? this.#pick(fitting).id : this.#id()));
    }
    return this.#filled(pattern, () => this.#encoded(this.#value()) || "x");
  }
  #filled = (pattern: string, value: () => string): string =>
    pattern.replaceAll(/\{\w+\}/g, value).replace("*", () => this.#encoded(this.#value()));
  #name(reads: Vocabulary): string {
    return this.#pick(reads.names.length > 0 && this.#chance(0.92) ? reads.names : this.#world.vocabulary.names);
  }
  #query(reads: Vocabulary): string {
    const pairs = Array.from({ length: 1 + this.#times(3) }, () => {
      const name = this.#chance(0.95) ? this.#name(reads) : this.#encoded(this.#value());
      return this.#chance(0.03) ? name : `${name}=${this.#encoded(this.#value())}`;
    });
    return `?${pairs.join("&")}`.slice(0, 6_000);
  }
  /** Usually one who may open the page, otherwise anybody. */
  #visitor(page?: PageTarget): string {
    const allowed = page && this.#chance(0.8) ? this.#world.mayOpen(page) : [];
    return this.#pick(allowed.length > 0 ? allowed : this.#world.visitors);
  }

  #page(): FuzzCase {
    const page = this.#pick(this.#world.pages);
    const linked = this.#chance(0.15) && this.#world.links.length > 0;
    const at = linked ? this.#pick(this.#world.links).split("?")[0]! : this.#address(page.path);
    const query = this.#chance(0.8) ? this.#query(page.reads) : "";
    const asData = this.#chance(0.15);
    return {
      visitor: this.#visitor(page),
      method: this.#chance(0.05) ? "HEAD" : "GET",
      path: asData ? `${at === "/" ? "/_root" : at}.data${query}` : at + query,
      headers: {},
    };
  }

  #action(): FuzzCase {
    const seen = this.#chance(0.5) && this.#world.forms.length > 0 ? this.#pick(this.#world.forms) : null;
    const withAction = this.#world.pages.filter((it) => it.hasAction);
    const page = this.#pick(this.#chance(0.9) ? withAction : this.#world.pages);
    const fields: [string, string][] = seen ? seen.fields.map(([name, value]) => [name, value]) : this.#fields(page);
    if (seen)
      for (let i = 0; i <= this.#times(2); i++) {
        const at = Math.floor(this.#random() * fields.length);
        if (this.#chance(0.15)) fields.splice(at, 1);
        else if (fields[at]) fields[at] = [fields[at][0], this.#value()];
      }
    let at = seen?.path ?? this.#address(page.path, 0.15);
    if (this.#chance(0.12)) at = at.includes("?") ? at : at + this.#query(page.reads);
    if (this.#chance(0.1)) at = at.replace(/^([^?]*)/, (path) => (path === "/" ? "/_root.data" : `${path}.data`));
    return {
      visitor: seen && this.#chance(0.85) ? seen.visitor : this.#visitor(page),
      method: this.#chance(0.04) ? this.#pick(["PUT", "PATCH", "DELETE"]) : "POST",
      path: at,
      ...this.#formBody(fields),
    };
  }

  #fields(page: PageTarget): [string, string][] {
    const { intents } = page.reads;
    const fields: [string, string][] = [];
    if (intents.length > 0 && this.#chance(0.85))
      fields.push(["intent", this.#chance(0.9) ? this.#pick(intents) : this.#value()]);
    for (let i = 0; i < this.#times(8); i++) fields.push([this.#name(page.reads), this.#value()]);
    return fields;
  }

  #formBody(fields: [string, string][]): { headers: Record<string, string>; body?: string } {
    const dice = this.#random();
    const text = written(fields);
    if (dice < 0.72) return of(FORM, text);
    if (dice < 0.86) return of("multipart/form-data; boundary=b", this.#multipart(fields));
    if (dice < 0.89) return of("application/json", this.#json(fields));
    return this.#pick([
      of("text/plain", text),
      of("application/xml", "<a/>"),
      of("application/octet-stream", "\xff\xfe\0"),
      of("", text),
      of("multipart/form-data", this.#multipart(fields)),
      of("multipart/form-data; boundary=other", this.#multipart(fields)),
      of("multipart/form-data; boundary=b", this.#multipart(fields).slice(0, -6)),
      of("multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n"),
      of("multipart/form-data; boundary=b", ""),
      of(`${FORM}; charset=utf-16`, text),
      of(FORM, "%=%&%zz=%00&=&&=x&intent=%ED%A0%80"),
      of(FORM, Buffer.from("intent=\xff\xfe&x=\xc0\x80", "latin1")),
      of(FORM, ""),
      { headers: {} },
      of(FORM, `${text}&${"a=1&".repeat(5_000)}`),
      of("not a type", text),
    ]);
  }

  #multipart(fields: [string, string][]): string {
    return (
      fields
        .map(([name, value]) => {
          const asFile = this.#chance(0.15)
            ? `; filename="${this.#pick(["a.docx", "", "a\0b", "x".repeat(400), "../a", "a.pdf"])}"\r\nContent-Type: text/plain`
            : "";
          return `--b\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, "")}"${asFile}\r\n\r\n${value.toWellFormed()}\r\n`;
        })
        .join("") + "--b--\r\n"
    );
  }

  #jsonValue(depth = 0): unknown {
    const dice = this.#random();
    if (depth > 2 || dice < 0.5) return this.#value();
    if (dice < 0.72)
      return this.#pick([null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, -(2 ** 63), {}, [], [[]], "", "\0", "\ud800"]);
    if (dice < 0.86) return Array.from({ length: this.#times(3) }, () => this.#jsonValue(depth + 1));
    return Object.fromEntries(
      Array.from({ length: this.#times(4) }, () => [this.#name(this.#world.vocabulary), this.#jsonValue(depth + 1)]),
    );
  }

  #json(fields: [string, string][]): string {
    const dice = this.#random();
    if (dice < 0.08)
      return this.#pick(["", "{", "nul", "[", '{"a":}', "\0", "{}{}", '"', "[".repeat(20_000), '{"a":1,"a":2}']);
    if (dice < 0.3) return JSON.stringify(this.#jsonValue());
    const own: Record<string, unknown> = {};
    for (const [name, value] of fields)
      Object.defineProperty(own, name, {
        value: this.#chance(0.5) ? value : this.#jsonValue(),
        enumerable: true,
        configurable: true,
      });
    return JSON.stringify(own);
  }

  #endpoint(): FuzzCase {
    const target = this.#pick(this.#world.endpoints);
    const method = target.method === "ALL" ? this.#pick(["GET", "POST", "PATCH", "HEAD", "DELETE"]) : target.method;
    const address = this.#address(target.path);
    const at = address + (this.#chance(method === "GET" ? 0.6 : 0.15) ? this.#query(this.#world.vocabulary) : "");
    const visitor = this.#visitor();
    if (method === "GET" || method === "HEAD") return { visitor, method, path: at, headers: this.#upload(target, {}) };
    const fields = Array.from({ length: this.#times(6) }, (): [string, string] => [
      this.#pick(ENDPOINT_FIELDS.find(([at]) => target.path.startsWith(at))?.[1] ?? this.#world.vocabulary.names),
      this.#value(),
    ]);
    const json = target.path.startsWith("/api/call/")
      ? JSON.stringify({ data: this.#chance(0.2) ? this.#jsonValue() : JSON.parse(jsonOr(this.#json(fields))) })
      : this.#json(fields);
    const made = this.#chance(0.7) ? of("application/json", json) : this.#formBody(fields);
    return { visitor, method, path: at, ...made, headers: this.#upload(target, made.headers) };
  }

  /** Headers of the resumable upload protocol. */
  #upload(target: Endpoint, headers: Record<string, string>): Record<string, string> {
    if (!target.path.startsWith("/api/files") || this.#chance(0.3)) return headers;
    const base64 = (text: string) => Buffer.from(text.toWellFormed()).toString("base64");
    const metadata = ["orderId", "purpose", "filename", "filetype", "sourceFileId"]
      .filter(() => this.#chance(0.8))
      .map((name) => `${name} ${this.#chance(0.9) ? base64(this.#value()) : "***"}`);
    return {
      ...headers,
      "tus-resumable": this.#chance(0.9) ? "1.0.0" : "x",
      ...(this.#chance(0.8)
        ? { "upload-length": this.#pick(["0", "1", "5", "-1", "x", "1e9", "99999999999999999999"]) }
        : {}),
      ...(this.#chance(0.5) ? { "upload-offset": this.#pick(["0", "1", "-1", "x", "99999999999999999999"]) } : {}),
      ...(this.#chance(0.8) ? { "upload-metadata": metadata.join(",") } : {}),
      ...(this.#chance(0.5) ? { "content-type": "application/offset+octet-stream" } : {}),
    };
  }

  #odd(): FuzzCase {
    const page = this.#pick(this.#world.pages);
    const at = this.#address(this.#chance(0.6) ? page.path : this.#pick(this.#world.endpoints).path, 0.2);
    const visitor = this.#visitor();
    const get = (path: string, headers: Record<string, string> = {}): FuzzCase => ({
      visitor,
      method: "GET",
      path,
      headers,
    });
    const broken = this.#pick(BROKEN_ENCODINGS);
    return this.#pick([
      () => ({ visitor, method: this.#pick(METHODS), path: at, headers: {} }),
      () => ({
        visitor,
        method: this.#pick(["PUT", "PATCH", "DELETE", "QUERY"]),
        path: at,
        ...this.#formBody(this.#fields(page)),
      }),
      () => get(`${at}/${broken}`),
      () => get(`/${broken}${at}`),
      () => get(at.replace(/\/[^/]*$/, `/${broken}`)),
      () => get(`/blog/${broken}`),
      () => get(`//${at}`),
      () => get(`${at}?${broken}=${broken}`),
      () => get(`${at}?_routes=${this.#encoded(this.#value())}`),
      () => get(`${at}.data?_routes=${this.#encoded(this.#value())}`),
      () => get(`${at}.data?_routes=root&index&index=${this.#encoded(this.#value())}`),
      () => get(`/_root.data${this.#query(this.#world.vocabulary)}`),
      () => get(`/.data`),
      () =>
        get(
          `/__manifest?${this.#pick(["", "p=/", "p=x", "p=%00", "version=x&p=%2F", `paths=${this.#encoded(this.#value())}&version=x`])}`,
        ),
      () => ({ visitor, method: "POST", path: `${at}.data`, ...this.#formBody(this.#fields(page)) }),
      () =>
        get(at, {
          cookie: this.#pick([
            "=",
            "stet.session_token=%E0%A4%A",
            "stet.session_token=a.b",
            "stet.session_token=",
            "stet.session_token=constructor; stet.session_data=e30",
            "%00=%00",
            "a".repeat(3_000),
            "stet.session_token=%00.%00",
            "stet.session_token=AAAA.BBBB%3D; stet.draft=%00",
            "stet-draft=%E0%A4%A",
            "stet.session_token=" + "x".repeat(2_000),
          ]),
        }),
      () =>
        get(at, {
          authorization: this.#pick([
            "",
            "Bearer",
            "Bearer ",
            "Bearer x",
            "Bearer a.b.c",
            "Bearer e30.e30.e30",
            "Basic Og==",
            "Basic %%%",
            "x",
          ]),
        }),
      () =>
        get(at, {
          range: this.#pick(["bytes=0-1", "bytes=-1", "bytes=9-1", "bytes=x", "lines=1", "bytes=99999999999-"]),
        }),
      () => get(at, { "if-none-match": "*", "if-modified-since": "never" }),
      () =>
        get(at, {
          accept: this.#pick(["", "x", "text/event-stream", "application/json", "*/*;q=z"]),
          "accept-language": "\xff",
          "accept-encoding": "gzip;q=x",
        }),
      () => get(at, { origin: this.#pick(["null", "x", "http://", "https://evil.example"]), referer: "%%%" }),
      () =>
        get(at, {
          "x-forwarded-for": this.#pick(["x", ",,,", "\xff", "1".repeat(3_000)]),
          "x-forwarded-proto": "x",
          forwarded: "for=x",
        }),
      () =>
        get(at, { host: this.#pick(["evil.example", "x".repeat(300), "localhost:99999", "[::1", "a b", "user@host"]) }),
      () =>
        get(at, {
          "last-event-id": this.#value()
            .replaceAll(/[^\x20-\x7e]/g, "?")
            .slice(0, 500),
          accept: "text/event-stream",
        }),
      () => ({
        visitor,
        method: "POST",
        path: at,
        headers: { "content-type": FORM, origin: this.#pick(["null", "x", "https://evil.example"]) },
        body: "",
      }),
      () => ({
        visitor,
        method: "POST",
        path: at,
        headers: { "content-encoding": "gzip", "content-type": FORM },
        body: "intent=x",
      }),
      () => ({
        visitor,
        method: "POST",
        path: at,
        headers: { expect: "100-continue", "content-type": FORM },
        body: "intent=x",
      }),
    ])();
  }
}

/** Fields that some endpoints read, to get past their first check. */
const ENDPOINT_FIELDS: readonly [string, readonly string[]][] = [
  ["/api/chat", ["message", "clientKey", "name", "email", "humanCheck", "seen", "id", "seq"]],
  ["/api/notifications/read", ["id", "all"]],
  ["/api/drafts/", ["patch", "baseVersion"]],
  ["/api/files/", ["seen", "lines"]],
  ["/api/call/", ["orderId", "code", "inviteId", "choices", "patch", "service", "turnaround"]],
  [
    "/api/auth/",
    ["email", "password", "name", "token", "newPassword", "code", "response", "callbackURL", "redirectTo"],
  ],
  ["/api/demo/clock", ["advanceMs", "at", "back"]],
  ["/api/draft-handoff", ["order", "until", "to", "proof"]],
];

function of(type: string, content: string | Buffer): { headers: Record<string, string>; body: string } {
  return { headers: type ? { "content-type": type } : {}, body: Buffer.from(content as string).toString("latin1") };
}

/** A URL or a field's name without its ids and numbers: the same for things of the same kind. */
export const shapeOf = (text: string): string => text.replaceAll(/[a-z]{2,5}_\w+|\d+/g, "{id}");

/** As a browser sends a form. */
const written = (fields: readonly [string, string][]): string =>
  fields
    .map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`)
    .join("&");

function jsonOr(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    return "null";
  }
}

/** A page's forms, each with the fields that a browser would send. Every button counts as its own form. */
export function formsOf(visitor: string, at: string, html: string): SeenForm[] {
  const found: SeenForm[] = [];
  for (const [, head = "", inside = ""] of html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)) {
    if (!/method="post"/i.test(head)) continue;
    const path = unescaped(/\baction="([^"]*)"/.exec(head)?.[1] ?? "") || at;
    if (!path.startsWith("/")) continue;
    const fields: [string, string][] = [];
    const buttons: [string, string][] = [];
    for (const [tag, kind = "", attributes = ""] of inside.matchAll(/<(input|textarea|select|button)\b([^>]*)>/g)) {
      const name = /\bname="([^"]*)"/.exec(attributes)?.[1];
      if (!name) continue;
      const value = unescaped(/\bvalue="([^"]*)"/.exec(attributes)?.[1] ?? "");
      if (kind === "button" || /type="submit"/.test(tag)) buttons.push([name, value]);
      else if (kind === "select") fields.push([name, unescaped(optionAfter(inside, name))]);
      else fields.push([name, value]);
    }
    for (const button of buttons.length > 0 ? buttons : [null])
      if (fields.length > 0 || button) found.push({ visitor, path, fields: button ? [...fields, button] : fields });
  }
  return found;
}

const optionAfter = (html: string, name: string): string =>
  /<option[^>]*value="([^"]+)"/.exec(html.slice(html.indexOf(`name="${name}"`)))?.[1] ?? "";

const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
