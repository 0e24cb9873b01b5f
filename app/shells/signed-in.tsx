import "#app/platform/browser/core/survive-translation.ts";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { HOMES, reachOf } from "#app/features/accounts/rules/access.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Bell, LatestNotifications } from "#app/features/notifications/ui/bell.tsx";
import { useServiceWorker } from "#app/platform/browser/offline/use-service-worker.ts";
import { useSession, useSite } from "#app/platform/browser/core/session.ts";
import { Logo } from "#app/ui/frame/logo.tsx";
import { ReachProvider } from "#app/ui/frame/page-link.tsx";
import { Mantine } from "#app/ui/theme/mantine.tsx";
import { Disclosure } from "./disclosure.tsx";
import { FinderButton } from "./finder-button.tsx";
import { type MenuGroup, type MenuItem, currentItem } from "./menus.ts";
import { SupportBubble } from "./support-bubble.tsx";
import { AccountPanel, UserMenu } from "./user-menu.tsx";
import styles from "./signed-in.module.css";

/**
 * The shell loader's data: the menu and user links without dead links, the logo's link, and whether the editor still
 * has to set up matching.
 */
export type SignedInFacts = { menu: MenuGroup[]; own: MenuItem[]; home: string; setup: boolean };

/** The frame for signed-in users: top bar, role menu, bell and account; a drawer below 768 px. */
export function SignedInFrame({
  facts,
  dense = false,
  children,
}: {
  facts: SignedInFacts;
  dense?: boolean;
  children: ReactNode;
}) {
  const user = useSession();
  const { siteName } = useSite();
  const { pathname, search, key } = useLocation();
  useServiceWorker(facts.home, user?.emailVerified === true && !user.impersonator);
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => drawer.current?.close(), [key]);
  // Only an opened drawer repeats the bell's notifications. The browser opens it too, before the script has loaded.
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(drawer.current?.open === true), []);
  const reach = useMemo(() => {
    const reader: Actor = user ? { ...user, kind: "person", timeZone: null, impersonator: undefined } : NOBODY;
    return (to: string) => reachOf(reader, to);
  }, [user]);
  const current = currentItem(facts.menu, pathname, search);
  const link = (item: MenuItem) => (
    <Link key={item.to} to={item.to} aria-current={item === current ? "page" : undefined}>
      {item.label}
      {item.setup && facts.setup ? <span className={styles.setup}>setup</span> : null}
    </Link>
  );
  const close = () => drawer.current?.close();
  const opener = { command: "show-modal", commandfor: "drawer" } as Record<string, string>;
  const closer = { command: "close", commandfor: "drawer" } as Record<string, string>;
  return (
    <Mantine>
      <ReachProvider value={reach}>
        <div className={styles.shell} data-dense={dense || undefined}>
          <meta name="robots" content="noindex" />
          <a href="#content" className="skip-link">
            Skip to content
          </a>
          <header className={styles.header}>
            <div className={styles.bar}>
              <Link to={facts.home} className={styles.home} aria-label={`${siteName}, my home page`}>
                <Logo />
              </Link>
              <nav className={styles.menu} aria-label="Main">
                {facts.menu.map((group) =>
                  group.label === null ? (
                    group.items.map(link)
                  ) : (
                    <Disclosure
                      key={group.label}
                      name="shell"
                      summary={
                        <span
                          className={styles.group}
                          data-current={(current !== undefined && group.items.includes(current)) || undefined}
                        >
                          {group.label}
                          <span aria-hidden>▾</span>
                        </span>
                      }
                    >
                      <div className={styles.items}>{group.items.map(link)}</div>
                    </Disclosure>
                  ),
                )}
              </nav>
              <div className={styles.tools}>
                {user?.emailVerified ? (
                  <FinderButton menu={facts.menu} own={facts.own} staff={reach(HOMES.support) !== null} />
                ) : null}
                {user?.emailVerified ? <Bell /> : null}
                {user ? (
                  <span className={styles.user}>
                    <UserMenu user={user} links={facts.own} />
                  </span>
                ) : null}
                <button
                  type="button"
                  className={styles.burger}
                  aria-label="Menu"
                  aria-haspopup="dialog"
                  onClick={() => {
                    setOpened(true);
                    if (!drawer.current?.open) drawer.current?.showModal();
                  }}
                  {...opener}
                >
                  <span aria-hidden />
                </button>
              </div>
            </div>
          </header>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click on the backdrop closes it; Escape does the same */}
          <dialog
            ref={drawer}
            id="drawer"
            className={styles.drawer}
            aria-label="Menu"
            onClick={(event) => event.target === drawer.current && close()}
          >
            <div className={styles.sheet}>
              <div className={styles.top}>
                <Logo />
                <button type="button" className={styles.close} aria-label="Close menu" onClick={close} {...closer}>
                  ×
                </button>
              </div>
              <nav aria-label="Menu">
                {facts.menu.map((group) => (
                  <div key={group.label ?? "main"}>
                    {group.label ? <p className="eyebrow">{group.label}</p> : null}
                    {group.items.map(link)}
                  </div>
                ))}
              </nav>
              {opened && user?.emailVerified ? (
                <section className={styles.latest}>
                  <p className="eyebrow">Latest</p>
                  <LatestNotifications count={3} onOpen={close} />
                </section>
              ) : null}
              {user ? <AccountPanel user={user} links={facts.own} /> : null}
            </div>
          </dialog>
          <main id="content" tabIndex={-1} className={styles.main}>
            {children}
          </main>
          <SupportBubble />
        </div>
      </ReachProvider>
    </Mantine>
  );
}
