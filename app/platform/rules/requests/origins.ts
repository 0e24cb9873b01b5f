import { isOneOrBeneath } from "./path.ts";

/**
 * The product's addresses: scheme, name and port without a trailing slash. With one address configured, all are the
 * same.
 */
export type Origins = {
  /** Where people sign in and work. Sessions exist only here. */
  app: string;
  /** The pages everybody may read. */
  public: string;
  /** The canonical address of public pages, for search engines and social cards. */
  site: string;
  /** Where API clients call. */
  api: string;
  /** Where pages send the bytes of uploads; null is their own origin. */
  upload: string | null;
};

/**
 * The application's paths, each including everything below it. They open on the app origin, wherever they were
 * requested.
 */
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
  "/pay",
];
/** What public pages request without a session: a draft and its files, prices, the human check, the visitors' chat. */
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
/**
 * Whether an endpoint answers on every origin. Endpoints outside /api are for everybody (robots, sitemap, health)
 * unless they belong to the application.
 */
export const answersEverywhere = (pathname: string): boolean =>
  isOneOrBeneath(pathname, ["/api"]) ? isOneOrBeneath(pathname, OPEN_API) : !isAppSide(pathname);

/**
 * A path on an origin, adding a leading slash if it's missing. The origin never changes, whatever the path looks like.
 */
export const addressOn = (origin: string, path: string): string => `${origin}/${path.replace(/^[/\\]+/, "")}`;
export const appUrl = (origins: Pick<Origins, "app">, path: string): string => addressOn(origins.app, path);
export const publicUrl = (origins: Pick<Origins, "public">, path: string): string => addressOn(origins.public, path);

/** The app origin for a public one: the same name with -app for -public; null if its name doesn't contain it. */
export function appOriginOf(publicOrigin: string): string | null {
  const url = new URL(publicOrigin);
  if (!url.hostname.includes("-public")) return null;
  url.hostname = url.hostname.replace("-public", "-app");
  return url.origin;
}

/** Whether an address is local, without a certificate: cookies can't be `Secure` there. */
export function isLocalAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

/** Whether the app and public pages have different origins. */
export const hasSeparateOrigins = (origins: Pick<Origins, "app" | "public">): boolean =>
  new URL(origins.app).host !== new URL(origins.public).host;

/**
 * Whether a request came to the origin that has sessions. With one address configured, that's every name. With two,
 * it's only the app origin, and an unknown name is treated as public.
 * @param host the request's Host header, only compared and never put into a URL
 */
export const isOnApp = (origins: Pick<Origins, "app" | "public">, host: string | null | undefined): boolean =>
  !hasSeparateOrigins(origins) || host?.toLowerCase() === new URL(origins.app).host;
