import { useMantineColorScheme } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link, useNavigate, useRevalidator } from "react-router";
import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { ROLE_WORDS } from "#app/features/accounts/rules/role-claims.ts";
import { mainRole } from "#app/platform/rules/core/actor.ts";
import { type SessionUser } from "#app/platform/browser/core/session.ts";
import { toast } from "#app/platform/browser/core/toast.ts";
import { forgetAllTyped } from "#app/platform/browser/core/typed-text.ts";
import { forgetIdToken } from "#app/platform/browser/core/id-token.ts";
import { Disclosure } from "./disclosure.tsx";
import type { MenuItem } from "./menus.ts";
import styles from "./user-menu.module.css";

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((part) => /^\p{L}/u.test(part) && !part.endsWith("."))
    .map((part) => part[0]!.toUpperCase())
    .filter((_, i, all) => i === 0 || i === all.length - 1)
    .join("");

/** The signed-in user, the theme, and sign-out. */
export function UserMenu({ user, links }: { user: SessionUser; links: readonly MenuItem[] }) {
  return (
    <Disclosure
      name="shell"
      align="end"
      summary={
        <>
          <span className={styles.avatar} aria-hidden>
            {initials(user.displayName) || "?"}
          </span>
          <span className="unseen">Account of {user.displayName}</span>
        </>
      }
    >
      <AccountPanel user={user} links={links} />
    </Disclosure>
  );
}

/** The panel itself, also shown at the end of the drawer. */
export function AccountPanel({ user, links }: { user: SessionUser; links: readonly MenuItem[] }) {
  const role = mainRole(user);
  return (
    <div className={styles.panel}>
      <div className={styles.who}>
        <b>{user.displayName}</b>
        <span>{role === "client" ? "Client" : ROLE_WORDS[role].label}</span>
        <span>{user.email}</span>
      </div>
      {links.length > 0 ? (
        <ul className={styles.own}>
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to}>{link.label}</Link>
            </li>
          ))}
        </ul>
      ) : null}
      <SchemeSwitch />
      <SignOut />
    </div>
  );
}

const SCHEMES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
  { value: "auto", label: "System" },
] as const;

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Only the browser knows the choice on this device.
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <fieldset className={styles.schemes}>
      <legend>Appearance</legend>
      {SCHEMES.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={colorScheme === value} onClick={() => setColorScheme(value)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const signOut = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const answer = await fetchInTime("/api/auth/sign-out", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      if (!answer.ok) throw new Error(`Sign-out answered ${answer.status}`);
      forgetIdToken();
      forgetAllTyped();
      toast.success("Signed out!");
      await navigate("/signin");
      await revalidate();
    } catch (error) {
      toast.error("Failed to logout. Try again.");
      setBusy(false);
      throw error;
    }
  };
  return (
    <form method="post" action="/api/auth/sign-out" onSubmit={signOut} className={styles.out}>
      <button type="submit" disabled={busy}>
        {busy ? "Signing out…" : "Sign out"}
      </button>
    </form>
  );
}
