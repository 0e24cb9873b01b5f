/** What people see during a first start, while the demo's orders are being made. */
import { Client } from "./client.ts";
import type { Product } from "./product.ts";

export type FirstStart = {
  /** The home page, asked for as soon as the product says where it is. */
  home: { status: number; text: string };
  /** What the product had said when the home page had come. */
  saidByThen: string;
  /** The answer to a sign-in at that moment, and the author's list of orders after it. */
  signIn: number;
  orders: string;
  /** The same list when the product has said that it's ready, and what it had said by then. */
  ordersInTheEnd: string;
  saidInTheEnd: string;
};

/** Follows a start in an empty folder. @param product one that has just said where it is */
export async function followFirstStart(product: Product): Promise<FirstStart> {
  const answer = await new Client(product.url).get("/");
  const home = { status: answer.status, text: await answer.text() };
  const saidByThen = product.output();
  const author = new Client(product.url);
  const signIn = await author.send("/signin", {
    method: "POST",
    body: new URLSearchParams({ email: "client@demo.test", password: "demo-password" }),
    // The orders take a while on a machine that has other things to do.
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
