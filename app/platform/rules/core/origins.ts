import { isOneOrBeneath } from "./path.ts";

/** The addresses of the product, each scheme, name and port without a slash at the end. With one address configured, all are the same. */
export type Origins = {
  /** Where people sign in and work; sessions live here and nowhere else. */
  app: string;
  /** The pages everybody may read. */
  public: string;
  /** What a public page names as its own address, to search engines and in social cards. */
  site: string;
  /** Where programs call. */
  api: string;
};

/** Paths of the application's side, each with all beneath it. */
const APP_SIDE = [
  "/order",
  "/dashboard",
  "/client",
  "/account",
  "/orders",
  "/auth",
  "/signin",
  "/signup",
  "/editor-signup",
  "/support-desk",
  "/invoices",
  "/payouts",
  "/checkout",
  "/admin",
  "/editor",
  "/notifications",
  "/payments",
];
/** Of these, the ones that are opened on the app origin wherever they were asked for. */
const FORCED = [
  "/admin",
  "/editor",
  "/client",
  "/support-desk",
  "/order",
  "/orders",
  "/account",
  "/auth",
  "/invoices",
  "/payouts",
  "/checkout",
  "/signin",
  "/signup",
  "/editor-signup",
];
/** What public pages ask of the server without a session: a draft and its files, prices, the human check, the visitors' chat. */
const OPEN_API = [
  "/api/certified",
  "/api/chat",
  "/api/drafts",
  "/api/files",
  "/api/call/quote",
  "/api/human-check",
  "/api/integrity",
  "/api/session",
  "/api/unsubscribe",
];

export const isAppSide = (pathname: string): boolean => isOneOrBeneath(pathname, APP_SIDE);
export const isForcedOntoApp = (pathname: string): boolean => isOneOrBeneath(pathname, FORCED);
/** Whether an endpoint answers on every origin. What is not beneath /api is for everybody (robots, sitemap, health), unless it is the application's. */
export const answersEverywhere = (pathname: string): boolean =>
  isOneOrBeneath(pathname, ["/api"]) ? isOneOrBeneath(pathname, OPEN_API) : !isForcedOntoApp(pathname);

/** A path on an origin, with the slash it may lack at its front. The origin stays, whatever the path looks like. */
export const addressOn = (origin: string, path: string): string => `${origin}/${path.replace(/^[/\\]+/, "")}`;
export const appUrl = (origins: Pick<Origins, "app">, path: string): string => addressOn(origins.app, path);
export const publicUrl = (origins: Pick<Origins, "public">, path: string): string => addressOn(origins.public, path);

/** The app origin that goes with a public one: the same name with -app for -public; null when its name has none. */
export function appOriginOf(publicOrigin: string): string | null {
  const url = new URL(publicOrigin);
  if (!url.hostname.includes("-public")) return null;
  url.hostname = url.hostname.replace("-public", "-app");
  return url.origin;
}

/** Whether an address leads to this machine, where there is no certificate: cookies cannot be `Secure` there. */
export function isLocalAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

/** Whether people sign in somewhere else than they read. */
export const hasSeparateOrigins = (origins: Pick<Origins, "app" | "public">): boolean =>
  new URL(origins.app).host !== new URL(origins.public).host;

/**
 * Whether a request came to where sessions live. With one address configured every name is that place; with two only the app origin's own,
 * and a name nobody configured is treated as the public one.
 * @param host the request's Host header: compared, and put into no address
 */
export const isOnApp = (origins: Pick<Origins, "app" | "public">, host: string | null | undefined): boolean =>
  !hasSeparateOrigins(origins) || host?.toLowerCase() === new URL(origins.app).host;
