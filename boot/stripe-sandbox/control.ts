/** Controls for tests, under `/_control`, only available if the sandbox is started with `control`. */
import { Hono } from "hono";
import { StripeFailure } from "./failures.ts";
import { publicView } from "./objects.ts";
import {
  type DisputeEnd,
  type DisputeKind,
  type Settlement,
  closeDispute,
  escalateDispute,
  openDispute,
  regainDispute,
  reverseDispute,
  warnOfFraud,
} from "./disputes.ts";
import { arrivePayout, failPayout, makeAvailable, moveBalance, payOutAvailable } from "./balance.ts";
import { failRefund } from "./refunds.ts";
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
    const {
      charge,
      reason = "fraudulent",
      kind,
      whole,
      settles,
    } = (await c.req.json()) as {
      charge: string;
      reason?: string;
      kind?: DisputeKind;
      whole?: boolean;
      settles?: Settlement;
    };
    const dispute = await store.transaction((tx) => openDispute(tx, charge, { reason, kind, whole, settles }));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/disputes/:id/close", async (c) => {
    const { status, feeBack } = (await c.req.json()) as { status: DisputeEnd; feeBack?: boolean };
    const dispute = await store.transaction((tx) => closeDispute(tx, c.req.param("id"), status, feeBack));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/disputes/:id/reverse", async (c) => {
    const { status = "needs_response" } = (await c.req.json()) as { status?: "needs_response" | "lost" };
    const dispute = await store.transaction((tx) => reverseDispute(tx, c.req.param("id"), status));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/disputes/:id/regain", async (c) => {
    const dispute = await store.transaction((tx) => regainDispute(tx, c.req.param("id")));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/disputes/:id/escalate", async (c) => {
    const dispute = await store.transaction((tx) => escalateDispute(tx, c.req.param("id")));
    courier.wake();
    return c.json(publicView(dispute));
  });
  control.post("/fraud-warnings", async (c) => {
    const { charge } = (await c.req.json()) as { charge: string };
    const warning = await store.transaction((tx) => warnOfFraud(tx, charge));
    courier.wake();
    return c.json(publicView(warning));
  });
  control.post("/payouts", async (c) => {
    const payout = await store.transaction((tx) => payOutAvailable(tx));
    courier.wake();
    return c.json(payout && publicView(payout));
  });
  control.post("/payouts/:id/:end{arrive|fail}", async (c) => {
    const end = c.req.param("end") === "arrive" ? arrivePayout : failPayout;
    const payout = await store.transaction((tx) => end(tx, c.req.param("id")));
    courier.wake();
    return c.json(publicView(payout));
  });
  control.post("/balance/available", async (c) => {
    await store.transaction(makeAvailable);
    return c.json({});
  });
  control.post("/balance/moves", async (c) => {
    const of = (await c.req.json()) as Parameters<typeof moveBalance>[1];
    return c.json(publicView(await store.transaction((tx) => moveBalance(tx, of))));
  });
  control.get("/files/:id", async (c) => {
    const file = await store.transaction((tx) => tx.find(c.req.param("id")));
    const kept = file?.["sandbox"] as { base64: string } | undefined;
    return kept ? c.body(Uint8Array.from(Buffer.from(kept.base64, "base64"))) : c.notFound();
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
