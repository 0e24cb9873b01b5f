import type {} from "#app/platform/rules/fact.ts";

declare module "#app/platform/rules/fact.ts" {
  interface FactData {
    "invite.sent": { inviteId: string; editorId: string; payMinor: number; expiresAt: string; wave: number };
    "invite.accepted": { inviteId: string; editorId: string };
    "invite.declined": { inviteId: string; editorId: string };
    "invite.expired": { inviteId: string; editorId: string };
    /** Somebody else took the order first, or it went away. */
    "invite.lost": { inviteId: string; editorId: string };
    /** 40 % of the window gone and nobody has it: support is told. */
    "matching.support_told": { invited: number };
    /** 60 % of the window gone: the client may take a refund or a later date. */
    "matching.client_offered": { laterDueAt: string };
  }
}
