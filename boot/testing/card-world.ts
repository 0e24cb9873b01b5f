import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { receiveEvent } from "#app/features/payments/server/provider/receive-event.ts";
import { type StripeSandbox, startStripeSandbox } from "../stripe-sandbox/server.ts";
import type { TestWorld } from "./world.ts";

export type CardWorld = {
  sandbox: StripeSandbox;
  /** Calls a control under the sandbox's `/_control`. */
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  /** Delivers every queued webhook through the real endpoint, and runs the jobs that follow. */
  deliver(): Promise<void>;
  close(): Promise<void>;
};

/** A card provider for tests. Webhooks are held until `deliver`, which lets a test decide when they arrive. */
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
      // Deliveries cause new events, such as those of a refund that was just sent.
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

/** Gives available editors unlimited capacity, so tests about money never run out of it. */
export async function giveEditorsRoom(world: TestWorld): Promise<void> {
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 10_000_000, parallelOrders: 1_000 })
    .where("matchReady", "=", true)
    .execute();
}
