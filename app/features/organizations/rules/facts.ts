import type {} from "#app/platform/rules/core/fact.ts";
import type { OrganizationRole } from "./organization.ts";
import type { SsoChange } from "./single-sign-on.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "organization.created": { organizationId: string };
    "organization.changed": { organizationId: string; changed: string[] };
    "organization.closed": { organizationId: string };
    "organization.invited": { organizationId: string; invitationId: string; role: OrganizationRole };
    "organization.invitation_ended": { organizationId: string; invitationId: string };
    /** `uids` are told: its owners and managers. */
    "organization.joined": {
      organizationId: string;
      name: string;
      memberId: string;
      role: OrganizationRole;
      uids: string[];
      /** By themselves, with an address at a verified domain. */
      byDomain?: boolean;
    };
    /** `uids` are told: its owners and managers once it's verified, who asked for it if it's declined. */
    "organization.domain_changed": {
      organizationId: string;
      name: string;
      domain: string;
      change: "added" | "asked" | "verified" | "declined" | "removed";
      reason: string;
      uids: string[];
    };
    /** `uids` are told: its owners. */
    "organization.sso_changed": {
      organizationId: string;
      name: string;
      change: SsoChange;
      /** What failed. */
      failure: "unreachable" | "untrusted" | null;
      uids: string[];
    };
    /** Roles and limits. `uid` is the member. */
    "organization.member_changed": { organizationId: string; name: string; uid: string; role: OrganizationRole };
    /** By themselves, or removed by a manager. */
    "organization.left": { organizationId: string; name: string; uid: string };
    /** The answer about an organization's VAT ID. */
    "organization.vat_checked": {
      organizationId: string;
      answer: "valid" | "invalid" | "unavailable";
      requestId: string | null;
    };
  }
}
