import { type RouteConfig, index, layout, route } from "@react-router/dev/routes";

// MAP 1: every page URL -> its screen, grouped by audience. Who may open which stands in features/accounts/rules/access.ts.
export default [
  layout("shells/public.tsx", [
    index("features/marketing/screens/home.tsx"),
    route("*", "features/marketing/screens/not-found.tsx"),
  ]),
  // Client and editor pages.
  layout("shells/app.tsx", [
  ]),
  // Support and admin pages.
  layout("shells/staff.tsx", [
  ]),
] satisfies RouteConfig;
