import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "invite.sent": { inviteId: string; editorId: string; payMinor: number; expiresAt: string; wave: number };
    /** An organization's orders go first to this editor, as agreed with it. `name` is the organization's. */
    "preferred_editor.added": { organizationId: string; name: string; editorId: string };
    "preferred_editor.removed": { organizationId: string; name: string; editorId: string };
    "invite.accepted": { inviteId: string; editorId: string };
    "invite.declined": { inviteId: string; editorId: string; reason?: string };
    /** The editor accepted an invite again after declining it. */
    "invite.reopened": { inviteId: string; editorId: string };
    "invite.expired": { inviteId: string; editorId: string };
    /** Someone else accepted first, or the order was withdrawn. */
    "invite.lost": { inviteId: string; editorId: string };
    /** 40% of the window has passed without an editor: notify support. */
    "matching.support_told": { invited: number };
    /** 60% of the window has passed: the client may choose a refund or a later date. */
    "matching.client_offered": { laterDueAt: string };
  }
}
