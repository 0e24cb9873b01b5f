/** What the page is made from, and how it shows days and amounts. */
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import type { Route } from "../+types/admin-reconciliation";

export const day = (at: string): string => formatDay(new Date(at), "UTC");
export const money = (minor: number | null, currency: string): string =>
  minor === null ? "not yet known" : formatMoney(minor, currency);

export type Reconciled = Route.ComponentProps["loaderData"];
