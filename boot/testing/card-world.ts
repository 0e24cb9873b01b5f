import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { receiveEvent } from "#app/features/payments/server/receive-event.ts";
import { type StripeSandbox, startStripeSandbox } from "../stripe-sandbox/server.ts";
import type { TestWorld } from "./world.ts";

export type CardWorld = {
  sandbox: StripeSandbox;
  /** A lever beneath the sandbox's `/_control`. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** Delivers every waiting webhook through the real endpoint, and does the jobs that follow. */
  deliver(): Promise<void>;
  close(): Promise<void>;
};

/** A card provider for a test's world. Webhooks wait until `deliver`, so that a test decides when they come. */
export async function openCardWorld(world: TestWorld): Promise<CardWorld> {
  const door = new Hono();
  door.post("/api/webhooks/stripe", async (c) => {
    try {
      return await receiveEvent(c.req.raw);
    } catch {
      return c.body(null, 400);
    }
  });
  const server = createAdaptorServer({ fetch: door.fetch, overrideGlobalObjects: false });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { secretKey, webhookSecret } = world.config.stripe;
  const sandbox = await startStripeSandbox({
    webhookUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/stripe`,
    secretKey,
    webhookSecret,
    control: true,
  });
  useConfig({ ...world.config, stripe: { ...world.config.stripe, secretKey, webhookSecret, apiBase: sandbox.url } });
  const control = async (path: string, body: object = {}) => {
    const answer = await fetch(`${sandbox.url}/_control${path}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  await control("/webhooks", { paused: true });
  return {
    sandbox,
    control,
    async deliver() {
      // What is delivered leads to new events: a refund that is sent has events of its own.
      for (;;) {
        const { pending } = (await control("/webhooks/flush")) as { pending: number };
        const done = await drainJobs();
        if (pending === 0 && done === 0) return;
      }
    },
    async close() {
      await sandbox.stop();
      server.close();
      useConfig(world.config);
    },
  };
}

/** Editors who are ready get room for any number of orders, so that a test about money never meets the end of their time. */
export async function giveEditorsRoom(world: TestWorld): Promise<void> {
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 10_000_000, parallelOrders: 1_000 })
    .where("matchReady", "=", true)
    .execute();
}
