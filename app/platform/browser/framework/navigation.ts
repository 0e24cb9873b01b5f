type Place = { pathname: string; search: string; hash: string };
type Navigation = { state: string; location?: Place | undefined; formMethod?: string | undefined };
type Global = { __reactRouterDataRouter?: { state: { navigation: Navigation } } };

/**
 * The router's current navigation, for code outside React. Components use `useNavigation`, which updates a moment
 * later. The router stores itself under this name for internal use only; navigation.test.ts fails if that changes.
 */
export const currentNavigation = (): Navigation | undefined =>
  (globalThis as Global).__reactRouterDataRouter?.state.navigation;
