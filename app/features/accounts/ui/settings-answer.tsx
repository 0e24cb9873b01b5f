import { PasswordInput } from "@mantine/core";
import { Notice, fieldError } from "#app/ui/notice.tsx";
import type { ImpersonationRow } from "../server/impersonation/find-impersonation.ts";
import type { ConnectedAccount, ProviderButton } from "../rules/sign-in/federated.ts";
import type { PasswordPolicy } from "../rules/sign-in/password-policy.ts";
import type { SecondFactors } from "../rules/sign-in/second-factor.ts";
import type { SettingsAnswer } from "../rules/settings.ts";

export type Session = { id: string; device: string; here: boolean; startedAt: Date; lastSeenAt: Date };
export type Settings = {
  email: string;
  stopped: { reason: "bounce" | "complaint"; since: Date } | null;
  hasPassword: boolean;
  /** The providers that can be connected, and the accounts that are. */
  providers: ProviderButton[];
  connected: ConnectedAccount[];
  sessions: Session[];
  secondFactors: SecondFactors;
  staffAccess: ImpersonationRow[];
  policy: PasswordPolicy;
  /** The result of a form sent without script, or of the way to a provider and back. */
  done: SettingsAnswer["settings"] | null;
};
export type Answer = SettingsAnswer["settings"];

export const Done = ({ answer }: { answer: Answer | undefined }) =>
  answer?.done ? (
    <div role="status">
      <Notice tone="good" title={answer.done} />
    </div>
  ) : null;

/** Asks for the password in place if the last sign-in was too long ago. */
export function Proof({ answer }: { answer: Answer }) {
  return (
    <PasswordInput
      id="email-proof"
      name="current-password"
      label="Enter your password to continue"
      autoComplete="current-password"
      required
      error={fieldError(answer.error, "current-password")}
    />
  );
}
