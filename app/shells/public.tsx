import { Link, NavLink, Outlet } from "react-router";
import { actorContext, ontoAppContext } from "#app/context.ts";
import type { LiveChat } from "#app/features/support/rules/bubble.ts";
import { homeOf } from "#app/features/accounts/rules/access.ts";
import { isShopOpen } from "#app/features/company/server/find-shop.ts";
import { config } from "#app/platform/server/core/config.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { useSession, useSite } from "#app/platform/browser/core/session.ts";
import { ErrorPage } from "#app/ui/frame/error-page.tsx";
import { Logo } from "#app/ui/frame/logo.tsx";
import { type MenuGroup, type MenuItem, footerFor, routeExists, menuFor } from "./menus.ts";
import { existingPages } from "./pages.ts";
import { SupportBubble } from "./support-bubble.tsx";
import styles from "./public.module.css";
import type { Route } from "./+types/public";
import type { ReactNode } from "react";

const LINKS: MenuItem[] = [
  { label: "Prices", to: "/pricing" },
  { label: "Integrity", to: "/integrity" },
  { label: "Blog", to: "/blog" },
  { label: "About", to: "/about" },
  { label: "Contact", to: "/contact" },
];

type Frame = {
  links: MenuItem[];
  footer: MenuGroup[];
  signIn: boolean;
  order: boolean;
  /** Whether orders are accepted. */
  open: boolean;
  home: string | null;
  chat: LiveChat;
};

export async function loader({ context }: Route.LoaderArgs): Promise<Frame> {
  const pages = await existingPages();
  const actor = context.get(actorContext);
  const { liveChat } = config();
  const home = actor.kind === "person" && actor.emailVerified ? homeOf(actor) : null;
  // While the database is down, pages without data are still served. The server would refuse an order anyway.
  const open = await isShopOpen().catch(() => true);
  return {
    open,
    links: LINKS.filter((link) => routeExists(link.to, pages)),
    footer: footerFor(pages),
    signIn: pages.has("/signin"),
    order: open && pages.has("/order/new"),
    home:
      home && pages.has(home)
        ? home
        : actor.kind === "person" && actor.emailVerified
          ? (menuFor(actor, pages)[0]?.items[0]?.to ?? null)
          : null,
    // Without sessions here, the visitor script adds another provider's script once it knows that nobody is signed in.
    chat:
      liveChat.kind === "embed"
        ? { kind: "embed", script: context.get(ontoAppContext) ? "" : liveChat.script }
        : liveChat,
  };
}

const EMPTY: Frame = {
  links: [],
  footer: [],
  signIn: false,
  order: false,
  open: true,
  home: null,
  chat: { kind: "off" },
};

function PublicFrame({ frame, children }: { frame: Frame; children: ReactNode }) {
  const session = useSession();
  const { siteName } = useSite();
  const account = session ? (
    frame.home ? (
      <Link to={frame.home}>My account</Link>
    ) : null
  ) : frame.signIn ? (
    // On an origin without sessions, the visitor script changes it for the signed in.
    <Link to="/signin" suppressHydrationWarning>
      Sign in
    </Link>
  ) : null;
  const order = frame.order ? (
    <Link to="/order/new" className={styles.order}>
      Get a quote
    </Link>
  ) : null;
  const links = frame.links.map((link) => (
    <NavLink key={link.to} to={link.to}>
      {link.label}
    </NavLink>
  ));
  return (
    <div className={styles.shell}>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.home} aria-label={`${siteName}, home`}>
            <Logo />
          </Link>
          {links.length > 0 ? (
            <nav className={styles.links} aria-label="Site">
              {links}
            </nav>
          ) : (
            <span className={styles.links} />
          )}
          <div className={styles.actions}>
            {account ? (
              <span className={styles.account} data-alone={links.length === 0 || undefined}>
                {account}
              </span>
            ) : null}
            {order}
            {links.length > 0 ? (
              <details className={styles.more}>
                <summary>
                  <span className={styles.lines} aria-hidden />
                  <span className="unseen">Menu</span>
                </summary>
                <nav aria-label="Menu">
                  {links}
                  {account}
                </nav>
              </details>
            ) : null}
          </div>
        </div>
      </header>
      {frame.open ? null : (
        <p className={styles.soon} role="note">
          <strong>Opening soon.</strong> We're not taking orders yet. Have a look around, or{" "}
          <Link to="/contact">write to us</Link>.
        </p>
      )}
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.columns}>
          <div className={styles.colophon}>
            <Logo />
            <p>
              Academic editing with every change shown. “Stet” is the proofreader's mark for “let it stand”: dots under
              a deleted word that should stay.
            </p>
          </div>
          {frame.footer.map((group) => (
            <nav key={group.label} aria-label={group.label ?? "More"}>
              <h2 className="eyebrow">{group.label}</h2>
              <ul>
                {group.items.map((item) => (
                  <li key={item.to}>
                    <Link to={item.to}>{item.label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </footer>
      <SupportBubble chat={frame.chat} />
    </div>
  );
}

export default function PublicShell({ loaderData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("shop."));
  return (
    <PublicFrame frame={loaderData}>
      <Outlet />
    </PublicFrame>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <PublicFrame frame={loaderData ?? EMPTY}>
      <ErrorPage error={error} />
    </PublicFrame>
  );
}
