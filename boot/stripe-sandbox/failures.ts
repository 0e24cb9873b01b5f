/** Errors in Stripe's shape. */
type Details = { code?: string; param?: string; decline_code?: string; charge?: string; payment_intent?: unknown };

export class StripeFailure extends Error {
  override name = "StripeFailure";
  readonly status: number;
  readonly type: string;
  readonly details: Details;
  /** False if the request was rejected before it was tried: such responses aren't stored for the idempotency key. */
  readonly executed: boolean;
  constructor(status: number, type: string, message: string, details: Details = {}, executed = false) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
    this.executed = executed;
  }
  body(): { error: Record<string, unknown> } {
    const { code, ...rest } = this.details;
    return {
      error: {
        ...(code === undefined
          ? {}
          : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` }),
        ...rest,
        message: this.message,
        type: this.type,
      },
    };
  }
}

/** The request is invalid or refers to something that doesn't exist. */
export const invalidRequest = (message: string, details: Details = {}, status = 400) =>
  new StripeFailure(status, "invalid_request_error", message, details);

/** The request is valid, but the object's state doesn't allow it. */
export const impossible = (message: string, details: Details = {}) =>
  new StripeFailure(400, "invalid_request_error", message, details, true);

export const missingResource = (kind: string, id: string, param = "id") =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: "resource_missing", param }, 404);

export const missingParameter = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: "parameter_missing", param });
