type Place = { pathname: string; search: string; hash: string };
type Navigation = { state: string; location?: Place | undefined; formMethod?: string | undefined };
type Global = { __reactRouterDataRouter?: { state: { navigation: Navigation } } };

/**
 * Where the router is going at this very moment, for code outside of React; components use `useNavigation`, which follows a moment later.
 * The router keeps itself under this name for its own use only: navigation.test.ts fails when it no longer does.
 */
export const currentNavigation = (): Navigation | undefined =>
  (globalThis as Global).__reactRouterDataRouter?.state.navigation;
