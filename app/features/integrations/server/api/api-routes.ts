import { z } from "zod";
import { SCOPE_NAMES } from "../../rules/scopes.ts";
import { apiRoute, type ApiRoute } from "./api-route.ts";
import { fileRoutes } from "./file-routes.ts";
import { invoiceRoutes } from "./invoice-routes.ts";
import { messageRoutes } from "./message-routes.ts";
import { named } from "./order-schemas.ts";
import { orderRoutes } from "./order-routes.ts";
import { partnerRoutes } from "./partner-routes.ts";
import { payerRoutes } from "./payer-routes.ts";
import { quoteRoutes } from "./quote-routes.ts";
import { priceRoutes } from "./price-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const keyRoutes = [
  apiRoute({
    method: "GET",
    path: "/key",
    id: "getKey",
    group: "Your key",
    summary: "See which key you're using",
    scope: null,
    answer: named(
      "Key",
      z.object({
        object: z.literal("key"),
        id: z.string(),
        name: z.string(),
        scopes: z.array(z.enum(SCOPE_NAMES)),
        organization: z.string().nullable().describe("The organization whose key it is; null for a person's."),
        partner: z.string().nullable().describe("The partner whose key it is."),
      }),
      "The key that a request was sent with.",
    ),
    handle: async ({ caller }) => ({
      object: "key",
      id: caller.keyId,
      name: caller.keyName,
      scopes: [...caller.scopes],
      organization: caller.organization?.id ?? null,
      partner: caller.partner?.id ?? null,
    }),
  }),
];

/** Every endpoint of the API, in the order of the reference. */
export const API_ROUTES: readonly ApiRoute[] = [
  ...keyRoutes,
  ...priceRoutes,
  ...orderRoutes,
  ...payerRoutes,
  ...quoteRoutes,
  ...fileRoutes,
  ...messageRoutes,
  ...invoiceRoutes,
  ...webhookRoutes,
  ...partnerRoutes,
];
