/** What people see during a first start, while the demo's orders are being created. */
import { Client } from "./client.ts";
import type { Product } from "./product.ts";

export type FirstStart = {
  /** The home page, requested as soon as the product prints its address. */
  home: { status: number; text: string };
  /** The product's output when the home page arrived. */
  saidByThen: string;
  /** The result of signing in at that moment, and the author's list of orders afterward. */
  signIn: number;
  orders: string;
  /** The same list when the product says it's ready, and its output by then. */
  ordersInTheEnd: string;
  saidInTheEnd: string;
};

/** Observes a start in an empty folder. @param product one that has just printed its address */
export async function followFirstStart(product: Product): Promise<FirstStart> {
  const answer = await new Client(product.url).get("/");
  const home = { status: answer.status, text: await answer.text() };
  const saidByThen = product.output();
  const author = new Client(product.url);
  const signIn = await author.send("/signin", {
    method: "POST",
    body: new URLSearchParams({ email: "client@demo.test", password: "demo-password" }),
    // Creating the orders takes a while on a busy machine.
    signal: AbortSignal.timeout(100_000),
  });
  const orders = await (await author.get("/my-orders")).text();
  await product.says("Ready after");
  return {
    home,
    saidByThen,
    signIn: signIn.status,
    orders,
    ordersInTheEnd: await (await author.get("/my-orders")).text(),
    saidInTheEnd: product.output(),
  };
}
