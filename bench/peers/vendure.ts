/**
 * Orders per second over HTTP: Stet's, from the dropped manuscript to the settled payment, and Vendure's, seven
 * requests from the cart to the settled payment. Both have a web and a worker process and a PostgreSQL of their own
 * with fsync.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureDatabase, startEmbeddedPostgres } from "#boot/embedded-postgres.ts";
import { freePort } from "../../e2e/product.ts";
import { openShop } from "../http-orders.ts";
import { processorMs } from "../processor.ts";
import { type Contestant, perProcessorSecond, perSecond, takeTurns } from "./contest.ts";
import { install, versionOf } from "./install.ts";
import type { Options } from "./options.ts";
import { type Program, answersAt, startProgram } from "./program.ts";
import { type Figure, compare } from "./table.ts";

const PROGRAM = path.join(import.meta.dirname, "vendure-program.mjs");
/** As many as order at Stet at once. */
const CUSTOMERS = 8;
const PASSWORD = "a-password-for-measuring";
const POPULATE_LIMIT_MS = 240_000;
/** An order takes longer than a page: turns of a few seconds would count too few. */
const SECONDS_PER_TURN = 3;

type Answer = { errorCode?: string; message?: string; __typename?: string };

/** A customer of the shop API. */
class Customer {
  readonly #api: string;
  #token = "";

  constructor(url: string) {
    this.#api = `${url}/shop-api`;
  }

  /** One request with one operation. @returns its answer @throws if the shop refuses */
  async ask<T = Answer>(operation: string, variables: Record<string, unknown> = {}): Promise<T> {
    const answer = await fetch(this.#api, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: JSON.stringify({ query: operation, variables }),
      signal: AbortSignal.timeout(60_000),
    });
    this.#token = answer.headers.get("vendure-auth-token") ?? this.#token;
    const { data, errors } = (await answer.json()) as { data?: { it: T }; errors?: { message: string }[] };
    const refused = data?.it as Answer | undefined;
    if (!data || errors || refused?.errorCode)
      throw new Error(`Vendure refused: ${errors?.[0]?.message ?? refused?.message ?? answer.status}`);
    return data.it;
  }

  async signUp(emailAddress: string): Promise<void> {
    await this.ask(
      `mutation ($input: RegisterCustomerInput!) {
        it: registerCustomerAccount(input: $input) { __typename ... on ErrorResult { errorCode message } }
      }`,
      { input: { emailAddress, password: PASSWORD, firstName: "Amara", lastName: "Osei" } },
    );
    await this.ask(
      `mutation ($name: String!, $password: String!) {
        it: login(username: $name, password: $password) { __typename ... on ErrorResult { errorCode message } }
      }`,
      { name: emailAddress, password: PASSWORD },
    );
  }

  /** Seven requests, as a storefront sends them. */
  async order(variantId: string): Promise<void> {
    const result = `__typename ... on Order { id code state totalWithTax } ... on ErrorResult { errorCode message }`;
    await this.ask(`mutation ($id: ID!) { it: addItemToOrder(productVariantId: $id, quantity: 1) { ${result} } }`, {
      id: variantId,
    });
    await this.ask(
      `mutation ($input: CreateAddressInput!) { it: setOrderShippingAddress(input: $input) { ${result} } }`,
      {
        input: {
          fullName: "Amara Osei",
          streetLine1: "Street 1",
          city: "Berlin",
          postalCode: "10115",
          countryCode: "DE",
        },
      },
    );
    const [shipping] = await this.ask<{ id: string }[]>(
      `query { it: eligibleShippingMethods { id priceWithTax name } }`,
    );
    if (!shipping) throw new Error("Vendure has no shipping method.");
    await this.ask(`mutation ($id: [ID!]!) { it: setOrderShippingMethod(shippingMethodId: $id) { ${result} } }`, {
      id: [shipping.id],
    });
    const [payment] = await this.ask<{ code: string }[]>(`query { it: eligiblePaymentMethods { code isEligible } }`);
    if (!payment) throw new Error("Vendure has no payment method.");
    await this.ask(`mutation { it: transitionOrderToState(state: "ArrangingPayment") { ${result} } }`);
    const { state } = await this.ask<{ state: string }>(
      `mutation ($input: PaymentInput!) { it: addPaymentToOrder(input: $input) { ${result} } }`,
      { input: { method: payment.code, metadata: {} } },
    );
    if (state !== "PaymentSettled") throw new Error(`Vendure's order is ${state}, not settled.`);
  }
}

async function variantsOf(customer: Customer): Promise<string[]> {
  const { items } = await customer.ask<{ items: { variants: { id: string }[] }[] }>(
    `query { it: products(options: { take: 50 }) { items { variants { id } } } }`,
  );
  return items.flatMap(({ variants }) => variants.map(({ id }) => id));
}

async function startVendure(installed: string): Promise<Contestant & { close(): Promise<void> }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "peers-vendure-"));
  const postgres = await startEmbeddedPostgres(path.join(folder, "pg"), { maxConnections: 120 });
  const started: Program[] = [];
  const close = async (): Promise<void> => {
    for (const program of started.toReversed()) await program.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await ensureDatabase(postgres.url(), "vendure");
    const env = (port: number): NodeJS.ProcessEnv => ({
      PATH: process.env["PATH"],
      NODE_ENV: "production",
      PEER_FOLDER: installed,
      PORT: String(port),
      PG_HOST: postgres.socketDirectory,
      PG_DATABASE: "vendure",
      SCRATCH: folder,
    });
    const [port, workerPort] = [await freePort(), await freePort()];
    const made = spawnSync(process.execPath, [PROGRAM, "populate"], {
      cwd: folder,
      env: env(port),
      encoding: "utf8",
      timeout: POPULATE_LIMIT_MS,
    });
    if (made.status !== 0) throw new Error(`Vendure's catalog couldn't be created.\n${made.stdout}\n${made.stderr}`);
    const start = async (role: string, at: number): Promise<void> => {
      started.push(
        await startProgram(process.execPath, [PROGRAM, role], { cwd: folder, env: env(at) }, () =>
          answersAt(`http://127.0.0.1:${at}/health`),
        ),
      );
    };
    await start("server", port);
    await start("worker", workerPort);
    const url = `http://127.0.0.1:${port}`;
    const customers = Array.from({ length: CUSTOMERS }, () => new Customer(url));
    for (const [i, customer] of customers.entries()) await customer.signUp(`customer${i}@peers.test`);
    const variants = await variantsOf(customers[0]!);
    let turn = 0;
    return {
      name: "Vendure",
      close,
      processorMs: () => processorMs([...started.map(({ pid }) => pid), postgres.pid]),
      async run(seconds) {
        const until = performance.now() + seconds * 1_000;
        let done = 0;
        await Promise.all(
          customers.map(async (customer) => {
            while (performance.now() < until) {
              await customer.order(variants[turn++ % variants.length]!);
              done += 1;
            }
          }),
        );
        return done;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function measureVendure(options: Options, say: (text: string) => void): Promise<Figure[]> {
  const installed = await install("vendure", options.folder, say);
  const vendure = await startVendure(installed);
  try {
    const shop = await openShop();
    try {
      const stet: Contestant = {
        name: "Stet",
        run: (seconds) => shop.run(seconds),
        processorMs: () => Object.values(shop.spent()).reduce((sum, ms) => sum + ms, 0),
      };
      const turns = await takeTurns([stet, vendure], { ...options, seconds: options.seconds * SECONDS_PER_TURN }, say);
      return [perSecond, perProcessorSecond].map((rate, i) =>
        compare({
          what: "orders placed and paid over HTTP",
          unit: i === 0 ? "orders/s" : "orders per CPU second",
          peer: versionOf("vendure"),
          ours: turns.get("Stet")!.map(rate),
          theirs: turns.get("Vendure")!.map(rate),
          goal: i === 0 ? 3 : null,
          better: "higher",
        }),
      );
    } finally {
      await shop.close();
    }
  } finally {
    await vendure.close();
  }
}
