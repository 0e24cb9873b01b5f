import Stripe from "stripe";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { refuseInDrill } from "#app/platform/server/drill.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";

const holder = processWide<{ __stetStripe?: { key: string; client: Stripe } }>();

/** The card provider's own client. The sandbox differs only in keys and URL. @throws refused in a drill */
export function stripe(): Stripe {
  refuseInDrill();
  const { secretKey, apiBase } = config().stripe;
  const key = `${secretKey} ${apiBase ?? ""}`;
  if (holder.__stetStripe?.key === key) return holder.__stetStripe.client;
  const base = apiBase ? new URL(apiBase) : null;
  const protocol = base?.protocol === "http:" ? "http" : "https";
  const address = base
    ? ({ host: base.hostname, protocol, port: base.port || (protocol === "http" ? "80" : "443") } as const)
    : {};
  const client = new Stripe(secretKey, { ...address, maxNetworkRetries: 2, timeout: 15 * SECOND, telemetry: false });
  holder.__stetStripe = { key, client };
  return client;
}

const {
  StripeAPIError,
  StripeCardError,
  StripeConnectionError,
  StripeError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripeRateLimitError,
} = Stripe.errors;

/**
 * The provider is unreachable, failing, or still processing. Nothing was decided, and the same request can be retried.
 */
export const isProviderDown = (error: unknown): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeAPIError ||
  error instanceof StripeRateLimitError ||
  (error instanceof StripeError && error.statusCode === 409);

/** The provider refused the request and would refuse it again. */
export const isProviderRefusal = (error: unknown): error is Error =>
  (error instanceof StripeInvalidRequestError ||
    error instanceof StripeCardError ||
    error instanceof StripeIdempotencyError) &&
  error.statusCode !== 409;

/** The message for clients when the provider fails. */
export const providerDown = () =>
  new Problem(
    "busy",
    "provider_down",
    "The card provider isn't responding.",
    "You haven't been charged. Try again in a minute.",
  );
