/** A local card provider that speaks Stripe's HTTP API, which lets the product run its production code. */
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { stripeApi } from "./api.ts";
import { checkoutPages } from "./checkout.ts";
import { controls } from "./control.ts";
import { openDatabaseStore, openMemoryStore } from "./store.ts";
import { viesDouble } from "../vies-double.ts";
import { startCourier } from "./webhooks.ts";

export type StripeSandboxOptions = {
  /** Stores everything in that database's schema `stripe_sandbox`. Without it, everything is in memory. */
  databaseUrl?: string;
  /** Loopback port; any free one by default. */
  port?: number;
  /** The public URL of `/checkout/sandbox/*`; by default the sandbox's own. */
  publicUrl?: string;
  webhookUrl: string;
  secretKey: string;
  webhookSecret: string;
  /**
   * The length of the provider's day, after which it pays out automatically. Without it, only tests trigger payouts.
   */
  daySeconds?: number;
  /** Enables `/_control`. For tests only. */
  control?: boolean;
};

export type StripeSandbox = { port: number; url: string; stop(): Promise<void> };

export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const store = options.databaseUrl === undefined ? openMemoryStore() : await openDatabaseStore(options.databaseUrl);
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const courier = startCourier(store, options);
  const publicUrl = (options.publicUrl ?? url).replace(/\/$/, "");

  app.route("/vies/rest-api", viesDouble());
  app.get("/healthz", (c) => c.json({ ok: true }));
  app.use("/v1/*", async (_c, next) => {
    await next();
    courier.wake();
  });
  app.route("/v1", stripeApi(store, { secretKey: options.secretKey, publicUrl }));
  app.route("/checkout/sandbox", checkoutPages(store, { secretKey: options.secretKey, wake: () => courier.wake() }));
  if (options.control === true) app.route("/_control", controls(store, courier));

  return {
    port,
    url,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await courier.stop();
      await closed;
      await store.close();
    },
  };
}
