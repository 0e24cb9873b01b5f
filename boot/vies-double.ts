/**
 * A local copy of the EU's VIES service, for the demo and tests, with its REST protocol (`check-vat-number`). As in
 * VIES's test mode, numbers ending in 200 are invalid, and those ending in 300 report that the register is unavailable.
 * All others are valid.
 */
import { Hono } from "hono";

const away = { actionSucceed: false, errorWrappers: [{ error: "MS_UNAVAILABLE" }] };

/** @param asked called with every request */
export function viesDouble(asked: (question: Record<string, unknown>) => void = () => undefined): Hono {
  const app = new Hono();
  app.post("/check-vat-number", async (c) => {
    const question = (await c.req.json().catch(() => ({}))) as Record<string, unknown>;
    asked(question);
    const { countryCode, vatNumber, requesterNumber } = question;
    if (typeof countryCode !== "string" || typeof vatNumber !== "string" || !/^[A-Z0-9+*]{2,14}$/.test(vatNumber))
      return c.json({ actionSucceed: false, errorWrappers: [{ error: "INVALID_INPUT" }] }, 400);
    if (/300(?:B\d\d)?$/.test(vatNumber)) return c.json(away, 500);
    const valid = !/200(?:B\d\d)?$/.test(vatNumber);
    return c.json({
      countryCode,
      vatNumber,
      requestDate: new Date().toISOString(),
      valid,
      requestIdentifier: valid && requesterNumber ? `WAPIAAAA${vatNumber}` : "",
      name: valid ? "---" : "",
      address: valid ? "---" : "",
    });
  });
  return app;
}
