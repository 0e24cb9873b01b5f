import { type ReactNode, createContext, use } from "react";
import { Link, type LinkProps } from "react-router";

/** Where a link leads for the reader, or null if they may not open that page. Outside the signed-in frame, everywhere. */
const Reach = createContext<(to: string) => string | null>((to) => to);
export const ReachProvider = Reach.Provider;

/** Asks where a link leads for the reader, or null. */
export const useReach = () => use(Reach);

/** A link, for readers who may open its page. For the others it's plain text. */
export function PageLink({ to, children, ...rest }: Omit<LinkProps, "to"> & { to: string; children: ReactNode }) {
  const at = useReach()(to);
  return at === null ? (
    children
  ) : (
    <Link to={at} {...rest}>
      {children}
    </Link>
  );
}
