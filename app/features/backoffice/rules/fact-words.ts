import { type RoleClaims, rolesInWords } from "#app/features/accounts/rules/role-claims.ts";

/** Labels for facts, in the past tense. A kind without a label falls back to its name. */
const WORDS: Readonly<Record<string, string>> = {
  "account.opened": "Account created",
  "account.verified": "Email verified",
  "account.roles_changed": "Roles changed",
  "account.disabled": "Account disabled",
  "account.enabled": "Account enabled",
  "invite.sent": "Invited",
  "invite.accepted": "Invite accepted",
  "invite.declined": "Invite declined",
  "invite.expired": "Invite expired",
  "invite.lost": "Invite closed: taken by another editor or withdrawn",
  "order.assigned": "Order accepted",
  "order.released": "Order reassigned",
  "order.unstarted": "Order not started in time",
  "order.idle": "No activity on order",
  "order.unsubmitted": "Order not delivered yet",
  "order.overdue": "Editor's deadline passed",
  "order.rated": "Rated by the author",
  "query.written": "Answers added to the document",
  "certificate.issued": "Certificate issued",
  "certificate.revoked": "Certificate revoked",
  "earning.pending": "Earning pending",
  "earning.available": "Earning available",
  "earning.reversed": "Earning reduced",
  "payout.paid": "Payout paid",
  "payout.returned": "Payout returned by the bank",
  "bank.changed": "Bank details changed",
  "bank.confirmed": "Bank details confirmed",
  "application.submitted": "Editor application sent",
  "application.decided": "Application reviewed",
  "account.email_changed": "Email changed",
  "account.password_changed": "Password changed",
};

/** "order.date_moved": "Order: date moved". */
export function factWords(kind: string): string {
  const known = WORDS[kind];
  if (known) return known;
  const [noun = "", ctx = ""] = kind.split(".");
  const said = noun.replaceAll("_", " ");
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${ctx ? `: ${ctx.replaceAll("_", " ")}` : ""}`;
}

/** The readable parts of a fact: reasons, notes and amounts, but no ids. */
export function factDetail(data: Readonly<Record<string, unknown>>, money: (minor: number) => string): string {
  const said: string[] = [];
  const text = (key: string) => (typeof data[key] === "string" && data[key] !== "" ? data[key] : null);
  if (typeof data.amountMinor === "number") said.push(money(data.amountMinor));
  if (typeof data.payMinor === "number") said.push(money(data.payMinor));
  if (typeof data.wave === "number") said.push(data.wave === 0 ? "as the preferred editor" : `wave ${data.wave}`);
  if (typeof data.overall === "number") said.push(`${data.overall} out of 5`);
  if (typeof data.decision === "string") said.push(data.decision);
  if (data.how === "admin") said.push("assigned by an admin");
  if (isRoles(data.before) && isRoles(data.after))
    said.push(`from ${rolesInWords(data.before)} to ${rolesInWords(data.after)}`);
  for (const key of ["reason", "note", "why"]) {
    const value = text(key);
    if (value) said.push(value);
  }
  return said.join(", ");
}

const isRoles = (value: unknown): value is RoleClaims =>
  typeof value === "object" && value !== null && "admin" in value && "editor" in value && "support" in value;
