/** A card provider on this machine that speaks Stripe's HTTP shapes, so that the product runs its production code. */
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
  /** Keeps everything in the schema `stripe_sandbox` there; without it, everything is in memory. */
  databaseUrl?: string;
  /** Loopback port; any free one by default. */
  port?: number;
  /** Where people reach `/checkout/sandbox/*`; by default the sandbox itself. */
  publicUrl?: string;
  webhookUrl: string;
  secretKey: string;
  webhookSecret: string;
  /** How long the provider's day lasts, after which it pays out by itself. Without it, only a test's lever pays out. */
  daySeconds?: number;
  /** Opens `/_control`. For tests only. */
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
