/**
 * A drill (DRILL=1): a restored copy that people look at for practice. It runs no jobs, so no email or push message
 * leaves and no clock rule acts on anyone, and what a page would ask of the card provider or VIES is refused.
 */
import { Problem } from "../rules/core/errors.ts";
import { config } from "./core/config.ts";

/** @throws refused in a drill: call it before anything that reaches somebody outside */
export function refuseInDrill(): void {
  if (config().drill)
    throw new Problem(
      "refused",
      "drill",
      "This is a restored copy for practice, so nothing is sent or charged.",
      "Do this on the real site.",
    );
}

const BANNER =
  '<p role="region" aria-label="Practice copy" style="margin:0;padding:.5rem 1rem;text-align:center;background:#ffd54a;color:#1b1f2a;font-weight:600">Practice copy: this is a restored backup (DRILL=1). No email is sent, no card is charged, and nothing here changes the real site.</p>';

/** A page with the drill's banner at its beginning; unchanged outside of a drill. */
export const withDrillBanner = (html: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> =>
  config().drill ? Buffer.from(html.toString().replace(/<body[^<>]*>/, (body) => body + BANNER)) : html;
