import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { actorContext } from "#app/context.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import * as clientRate from "../../screens/client-rate.tsx";
import { rateOrder } from "../lifecycle/rate-order.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const look = (actor: Actor, orderId: string) => {
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  const url = new URL(`http://localhost:3000/order/${orderId}/rate`);
  return clientRate.loader({ context, params: { orderId }, request: new Request(url), url } as never);
};

test("an admin may open a client's rating page, and only the client rates", async () => {
  const { id } = await orderIn("accepted");
  expect(await look(personOf("ada"), id)).toMatchObject({ own: false, rating: null });
  expect(await look(personOf("amara"), id)).toMatchObject({ own: true, rateable: true });
  await expect(rateOrder(personOf("ada"), { orderId: id, overall: 5 })).rejects.toMatchObject({ kind: "refused" });
  await rateOrder(personOf("amara"), { orderId: id, overall: 4, comment: "Clear." });
  expect(await look(personOf("ada"), id)).toMatchObject({ own: false, rating: { overall: 4, comment: "Clear." } });
  for (const other of ["sam", "jonas", "mei"] as const)
    await expect(look(personOf(other), id)).rejects.toMatchObject({ type: "DataWithResponseInit" });
});
