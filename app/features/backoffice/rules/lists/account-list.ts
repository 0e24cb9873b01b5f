import { type QueryOf, declareList } from "#app/platform/rules/core/declare-list.ts";
import { CLAIM_ROLES } from "#app/platform/rules/core/actor.ts";
import { ROLE_WORDS, type RoleClaims } from "#app/features/accounts/rules/role-claims.ts";

export type AccountRow = {
  uid: string;
  name: string;
  email: string;
  verified: boolean;
  secondFactor: boolean;
  /** Auth claims, and the roles that follow from them and the profile. */
  claims: RoleClaims;
  roles: RoleClaims;
  profileRole: string | null;
  sessions: number;
  disabledAt: Date | null;
  disabledReason: string | null;
  since: Date;
};

export const ACCOUNT_LIST = declareList<AccountRow>()({
  caption: "Accounts",
  noun: "account",
  home: "/admin/admin-tools",
  file: "accounts",
  search: "Email or name",
  defaultSort: "-since",
  filters: {
    role: {
      label: "Role",
      choices: [...CLAIM_ROLES.map((role) => [role, ROLE_WORDS[role].label] as const), ["client", "Client"]],
    },
    state: {
      label: "Account",
      choices: [
        ["verified", "Verified"],
        ["unverified", "Not verified"],
        ["disabled", "Blocked"],
      ],
    },
  },
  columns: {
    name: { header: "Name", sort: true, csv: (r) => r.name },
    email: { header: "Email", sort: true, csv: (r) => r.email },
    uid: { header: "ID", csv: (r) => r.uid },
    roles: { header: "Roles" },
    state: { header: "Account" },
    verified: { header: "Verified", csv: (r) => r.verified },
    admin: { header: "Admin", csv: (r) => r.roles.admin },
    editor: { header: "Editor", csv: (r) => r.roles.editor },
    support: { header: "Support", csv: (r) => r.roles.support },
    finance: { header: "Finance", csv: (r) => r.roles.finance },
    content: { header: "Content", csv: (r) => r.roles.content },
    profileRole: { header: "Profile role", csv: (r) => r.profileRole },
    factor: { header: "Two-factor authentication", csv: (r) => r.secondFactor },
    sessions: { header: "Sessions", align: "end", csv: (r) => r.sessions },
    disabledAt: { header: "Blocked", csv: (r) => r.disabledAt },
    disabledReason: { header: "Closure reason", csv: (r) => r.disabledReason },
    since: { header: "Member since", sort: true, csv: (r) => r.since },
  },
});
export type AccountListQuery = QueryOf<typeof ACCOUNT_LIST>;
