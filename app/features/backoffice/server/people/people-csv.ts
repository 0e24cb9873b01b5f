import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { APPLICATION_LIST } from "#app/features/editors/rules/lists/application-list.ts";
import { applicationList } from "#app/features/editors/server/application/find-application.ts";
import { ACCOUNT_LIST } from "../../rules/lists/account-list.ts";
import { CLIENT_LIST } from "../../rules/lists/client-list.ts";
import { EDITOR_LIST } from "../../rules/lists/editor-list.ts";
import { accountList } from "./list-accounts.ts";
import { clientList } from "./list-clients.ts";
import { editorList } from "./list-editors.ts";

/** GET /api/csv/editors: the filtered editor list. Admins only. */
export const editorsCsv = listFile(EDITOR_LIST, (actor, query) => editorList(actor, query, now()));
/** GET /api/csv/editor-applications: the filtered list of applications. Admins only. */
export const applicationsCsv = listFile(APPLICATION_LIST, (actor, query) => {
  if (!may(actor, "people")) throw refused("Only an admin can see applications.");
  return applicationList(query);
});
/** GET /api/csv/clients: the filtered client list. Admins only. */
export const clientsCsv = listFile(CLIENT_LIST, (actor, query) => clientList(actor, query, now()));
/** GET /api/csv/accounts: the filtered list of accounts with roles. Admins only. */
export const accountsCsv = listFile(ACCOUNT_LIST, accountList);
