import { dueAfter, promisesOf } from "../rules/sla.ts";
import { termsAt } from "./read-promises.ts";

/** An order thread that needs staff gets the first-response time of a normal ticket, as it was when they were asked. */
export async function orderDue(askedAt: Date): Promise<Date> {
  const { promises, hours } = await termsAt(askedAt);
  return dueAfter(askedAt, promisesOf("normal", promises, hours).firstResponse, hours);
}
