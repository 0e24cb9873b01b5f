import { type RouteConfig, index, layout, route } from "@react-router/dev/routes";

// MAP 1: every page URL -> its screen, grouped by audience. Who may open which stands in features/accounts/rules/access.ts.
export default [
  layout("shells/public.tsx", [
    index("features/marketing/screens/home.tsx"),
    route("signin", "features/accounts/screens/signin.tsx"),
    route("signin/reset", "features/accounts/screens/signin-reset.tsx"),
    route("signup", "features/accounts/screens/signup.tsx"),
    route("signup/verify", "features/accounts/screens/signup-verify.tsx"),
    route("order/new", "features/orders/screens/order-new.tsx"),
    route("order/new/form", "features/orders/screens/order-form.tsx"),
    route("*", "features/marketing/screens/not-found.tsx"),
  ]),
  // Client and editor pages.
  layout("shells/app.tsx", [
    route("my-payments", "features/payments/screens/my-payments.tsx"),
    route("payment-success", "features/payments/screens/payment-success.tsx"),
    route("payment-cancelled", "features/payments/screens/payment-cancelled.tsx"),
    route("order-success", "features/payments/screens/order-success.tsx"),
    route("not-authorized", "features/accounts/screens/not-authorized.tsx"),
    route("dashboard", "features/orders/screens/dashboard.tsx"),
    route("my-orders", "features/orders/screens/my-orders.tsx"),
    route("order/:orderId", "features/orders/screens/client-order.tsx"),
    route("order/:orderId/rate", "features/orders/screens/client-rate.tsx"),
    route("editor/orders", "features/orders/screens/editor-orders.tsx"),
    route("editor/orders/:orderId", "features/orders/screens/editor-order.tsx"),
    route("notifications", "features/notifications/screens/notifications.tsx"),
    route("editor/invites", "features/matching/screens/invites.tsx"),
    route("editor/editor-payouts", "features/payouts/screens/editor-payouts.tsx"),
    route("editor/invoice-history", "features/payouts/screens/invoice-history.tsx"),
  ]),
  // Support and admin pages.
  layout("shells/staff.tsx", [
    route("admin/orders", "features/orders/screens/admin-orders.tsx"),
    route("admin/orders/:orderId", "features/orders/screens/admin-order.tsx"),
    route("admin/editor-payouts", "features/payouts/screens/editor-payouts-admin.tsx"),
    route("admin/payouts/bank-batch", "features/payouts/screens/bank-batch.tsx"),
  ]),
] satisfies RouteConfig;
