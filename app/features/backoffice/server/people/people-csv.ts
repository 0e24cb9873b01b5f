import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/application.ts";
import { type ApplicationRow, applicationList } from "#app/features/editors/server/application/find-application.ts";
import { ACCOUNT_LIST, type AccountRow, accountList } from "./list-accounts.ts";
import { CLIENT_LIST, type ClientRow, clientList } from "./list-clients.ts";
import { EDITOR_LIST, type EditorRow, editorList } from "./list-editors.ts";

const searchOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;
const today = (): string => now().toISOString().slice(0, 10);
const share = (value: number | null): string | null => (value === null ? null : value.toFixed(4));

/** GET /api/csv/editors: the filtered editor list. Admins only. */
export async function editorsCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const columns: CsvColumn<EditorRow>[] = [
    { header: "Editor", value: (r) => r.displayName },
    { header: "Email", value: (r) => r.email },
    { header: "Editor ID", value: (r) => r.uid },
    { header: "Level", value: (r) => r.level },
    { header: "Subfields", value: (r) => r.fields.join(" ") },
    { header: "Services", value: (r) => r.services.join(" ") },
    { header: "Matching-ready", value: (r) => r.matchReady },
    { header: "KYC", value: (r) => r.kyc },
    { header: "Open orders", value: (r) => r.openOrders },
    { header: "Words this week", value: (r) => r.weekWords },
    { header: "Weekly words", value: (r) => r.weeklyWords },
    { header: "Rating", value: (r) => r.rating?.toFixed(2) },
    { header: "Ratings", value: (r) => r.ratings },
    { header: "On time", value: (r) => share(r.onTime) },
    { header: "Deliveries", value: (r) => r.deliveries },
    { header: "QA", value: (r) => r.qa?.toFixed(1) },
    { header: "QA reviews", value: (r) => r.reviews },
    { header: "Owed", value: (r) => decimalMoney(r.owedMinor) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Editor since", value: (r) => r.since },
  ];
  return listCsv(
    `editors-${today()}`,
    columns,
    editorList(actor, readListQuery(searchOf(request), EDITOR_LIST), now()),
  );
}

/** GET /api/csv/editor-applications: the filtered list of applications. Admins only. */
export async function applicationsCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (!may(actor, "people")) throw refused("Only an admin can see applications.");
  const columns: CsvColumn<ApplicationRow>[] = [
    { header: "Applicant", value: (r) => r.displayName },
    { header: "Email", value: (r) => r.email },
    { header: "ID", value: (r) => r.uid },
    { header: "Status", value: (r) => r.status },
    { header: "Headline", value: (r) => r.headline },
    { header: "Degree", value: (r) => r.degree },
    { header: "Subfields", value: (r) => r.subfields.join(" ") },
    { header: "Services", value: (r) => r.services.join(" ") },
    { header: "English", value: (r) => r.variants.join(" ") },
    { header: "Years", value: (r) => r.years },
    { header: "Sent", value: (r) => r.submittedAt },
    { header: "Decided", value: (r) => r.decidedAt },
    { header: "Decided by", value: (r) => r.deciderName },
  ];
  return listCsv(
    `editor-applications-${today()}`,
    columns,
    applicationList(readListQuery(searchOf(request), APPLICATION_LIST)),
  );
}

/** GET /api/csv/clients: the filtered client list. Admins only. */
export async function clientsCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const columns: CsvColumn<ClientRow>[] = [
    { header: "Client", value: (r) => r.displayName },
    { header: "Email", value: (r) => r.email },
    { header: "Client ID", value: (r) => r.uid },
    { header: "Verified", value: (r) => r.verified },
    { header: "Country", value: (r) => r.country },
    { header: "Time zone", value: (r) => r.timeZone },
    { header: "Orders paid", value: (r) => r.orders },
    { header: "Open orders", value: (r) => r.openOrders },
    { header: "Spent", value: (r) => decimalMoney(r.spentMinor) },
    { header: "Refunded", value: (r) => decimalMoney(r.refundedMinor) },
    { header: "Refunds", value: (r) => r.refunds },
    { header: "Currency", value: (r) => r.currency },
    { header: "Last order", value: (r) => r.lastOrderAt },
    { header: "Member since", value: (r) => r.since },
  ];
  return listCsv(
    `clients-${today()}`,
    columns,
    clientList(actor, readListQuery(searchOf(request), CLIENT_LIST), now()),
  );
}

/** GET /api/csv/accounts: the filtered list of accounts with roles. Admins only. */
export async function accountsCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const columns: CsvColumn<AccountRow>[] = [
    { header: "Name", value: (r) => r.name },
    { header: "Email", value: (r) => r.email },
    { header: "ID", value: (r) => r.uid },
    { header: "Verified", value: (r) => r.verified },
    { header: "Admin", value: (r) => r.roles.admin },
    { header: "Editor", value: (r) => r.roles.editor },
    { header: "Support", value: (r) => r.roles.support },
    { header: "Profile role", value: (r) => r.profileRole },
    { header: "Two-factor authentication", value: (r) => r.secondFactor },
    { header: "Sessions", value: (r) => r.sessions },
    { header: "Blocked", value: (r) => r.disabledAt },
    { header: "Closure reason", value: (r) => r.disabledReason },
    { header: "Member since", value: (r) => r.since },
  ];
  return listCsv(`accounts-${today()}`, columns, accountList(actor, readListQuery(searchOf(request), ACCOUNT_LIST)));
}
