/** Levers for tests, beneath `/_control`, there only when the sandbox is started with `control`. */
import { Hono } from "hono";
import { StripeFailure } from "./failures.ts";
import { publicView } from "./objects.ts";
import { closeDispute, failRefund, openDispute } from "./refunds.ts";
import type { Store } from "./store.ts";
import type { Courier, DeliveryControl } from "./webhooks.ts";

export function controls(store: Store, courier: Courier): Hono {
  const control = new Hono();
  const state = async () => ({ ...courier.control, pending: await store.pendingDeliveries() });

  control.get("/webhooks", async (c) => c.json(await state()));
  control.post("/webhooks", async (c) => {
    const wanted = (await c.req.json()) as Partial<DeliveryControl>;
    for (const name of ["paused", "copies", "order", "dropNext"] as const) {
      if (wanted[name] !== undefined) Object.assign(courier.control, { [name]: wanted[name] });
    }
    courier.wake();
    return c.json(await state());
  });
  control.post("/webhooks/flush", async (c) => {
    await courier.flush();
    return c.json(await state());
  });
  control.post("/disputes", async (c) => {
    const { charge, reason = "fraudulent" } = (await c.req.json()) as { charge: string; reason?: string };
    const dispute = await store.transaction((tx) => openDispute(tx, charge, reason));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/disputes/:id/close", async (c) => {
    const { status } = (await c.req.json()) as { status: "won" | "lost" };
    const dispute = await store.transaction((tx) => closeDispute(tx, c.req.param("id"), status));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/refunds/:id/fail", async (c) => {
    const refund = await store.transaction((tx) => failRefund(tx, c.req.param("id")));
    courier.wake();
    return c.json(publicView(refund));
  });
  control.onError((error) => {
    if (error instanceof StripeFailure) return Response.json(error.body(), { status: error.status });
    throw error;
  });
  return control;
}
