import { receiveUpload } from "#app/features/orders/server/uploads/receive-upload.ts";
import { API_BASE } from "#app/platform/rules/requests/api-error.ts";
import { answerRoute, answerUnknown, keyedApi, openApi } from "./answer-api.ts";
import type { FromAbove } from "./api-route.ts";
import { API_ROUTES } from "./api-routes.ts";
import { openFileLink } from "./file-links.ts";
import { getOpenApi } from "./openapi.ts";

/** Uploads follow the tus protocol, as pages' uploads do. A key's owner can only add to what's theirs. */
const upload = keyedApi("files", ({ actor }, request) => receiveUpload(request, { actor }));

/** Everything under /api/v1. Sessions are never read: only keys and signed links count. */
export const apiEndpoints = (above: FromAbove) =>
  [
    ...API_ROUTES.map((route) => ({
      method: route.method,
      path: API_BASE + route.path,
      handle: answerRoute(route, above),
    })),
    { method: "GET" as const, path: `${API_BASE}/openapi.json`, handle: openApi(getOpenApi) },
    { method: "GET" as const, path: `${API_BASE}/files/:id/content`, handle: openApi(openFileLink) },
    { method: "ALL" as const, path: `${API_BASE}/uploads`, handle: upload },
    { method: "ALL" as const, path: `${API_BASE}/uploads/:id`, handle: upload },
    { method: "ALL" as const, path: `${API_BASE}/*`, handle: answerUnknown },
  ].map((endpoint) => ({ ...endpoint, forEverybody: true as const, fromOutside: true as const }));
