import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { readRuns } from "./bank-batch/read-runs.ts";
import { Runs } from "./bank-batch/runs.tsx";
import type { Route } from "./+types/bank-batches";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Payout runs");

export const loader = pageLoader(({ actor, search }: PageRequest<Route.LoaderArgs>) => readRuns(actor, search));

export default function BankBatches({ loaderData }: Route.ComponentProps) {
  return <Runs {...loaderData} />;
}
