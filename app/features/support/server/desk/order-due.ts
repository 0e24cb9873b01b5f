import { dueAfter, promisesOf } from "../../rules/sla.ts";
import { termsAtEach } from "./read-promises.ts";

/** An order thread that needs staff gets the first-response time of a normal ticket, as it was when they were asked. */
export const orderDue = async (askedAt: Date): Promise<Date> => (await ordersDue([askedAt]))[0]!;

/** The same for several threads, in their order. */
export async function ordersDue(asked: readonly Date[]): Promise<Date[]> {
  const terms = await termsAtEach(asked);
  return asked.map((askedAt, i) => {
    const { promises, hours } = terms[i]!;
    return dueAfter(askedAt, promisesOf("normal", promises, hours).firstResponse, hours);
  });
}
