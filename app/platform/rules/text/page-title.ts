type RootMatch = { loaderData?: { siteName?: string } | undefined } | undefined;

/**
 * A page's title, with the site's name after it: `export const meta: Route.MetaFunction = ({ matches }) =>
 * pageTitle(matches, "Coupons")`.
 * @param matches as the router gives them: the first is the root, which knows the name
 */
export const pageTitle = (matches: readonly [RootMatch, ...unknown[]], title: string) => [
  { title: `${title} · ${matches[0]?.loaderData?.siteName ?? ""}` },
];
