/**
 * The EU's VIES service on this machine, for the demo and tests: it speaks its REST protocol (`check-vat-number`). As in the
 * service's own test operation, numbers that end in 200 aren't valid, and those that end in 300 find the register away; all others are valid.
 */
import { Hono } from "hono";

const away = { actionSucceed: false, errorWrappers: [{ error: "MS_UNAVAILABLE" }] };

/** @param asked is called with every question */
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
