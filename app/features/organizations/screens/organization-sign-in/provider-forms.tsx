import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { CopyId } from "#app/ui/content/copy-id.tsx";
import { PasswordInput, TextInput, Textarea } from "#app/ui/fields.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import type { SsoProtocol } from "../../rules/single-sign-on.ts";

type Now = { protocol: SsoProtocol; issuer: string; clientId: string; revision: number } | null;
type Addresses = { callback: string; entityId: string; responseUrl: string; start: string };
type Answer = FormAnswer & { error?: ShownProblem & { code: string } };
type Form = { addresses: Addresses; now: Now; answer: Answer | undefined };

const OTHER = "Saving this replaces the other protocol.";
const revisionOf = (now: Now) => ({ revision: String(now?.revision ?? 0) });

/** Asked for if the last sign-in was a while ago. */
function Proof({ intent, answer }: { intent: SsoProtocol; answer: Answer | undefined }) {
  const problem = answer?.form === intent ? answer.error : undefined;
  if (problem?.code !== "requires-recent-login" && problem?.code !== "wrong-password") return null;
  return (
    <PasswordInput
      name="current-password"
      label="Your password"
      autoComplete="current-password"
      error={problem.code === "wrong-password" ? problem.message : undefined}
      required
    />
  );
}

export function OidcForm({ addresses, now, answer }: Form) {
  const own = now?.protocol === "oidc" ? now : null;
  return (
    <ActionForm
      intent="oidc"
      label={own ? "Change OpenID Connect" : "OpenID Connect"}
      submit="Save OpenID Connect"
      pending="Saving"
      fields={revisionOf(now)}
      answer={answer}
    >
      {({ problem, typed }) => (
        <>
          <p>Create a web application at your identity provider, with these values:</p>
          <KeyValue
            items={[
              { label: "Redirect URL", value: <CopyId id={addresses.callback} label="redirect URL" /> },
              { label: "Sign-in URL", value: <CopyId id={addresses.start} label="sign-in URL" /> },
              { label: "Scopes", value: "openid email profile" },
              { label: "Flow", value: "Authorization code with PKCE" },
            ]}
          />
          <p>
            It has to confirm email addresses (<code>email_verified</code>). At Microsoft Entra ID, add the optional
            claims <code>email</code> and <code>xms_edov</code>.
          </p>
          <TextInput
            name="issuer"
            label="Issuer"
            description="Its discovery document is found there, such as https://login.example.edu"
            required
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed["issuer"] ?? own?.issuer ?? ""}
            error={fieldError(problem, "settings.issuer") ?? fieldError(problem, "issuer")}
          />
          <TextInput
            name="clientId"
            label="Client ID"
            required
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed["clientId"] ?? own?.clientId ?? ""}
            error={fieldError(problem, "settings.clientId")}
          />
          <PasswordInput
            name="clientSecret"
            label="Client secret"
            description={own ? "Leave it empty to keep the one you entered" : "We store it encrypted and never show it"}
            autoComplete="off"
            required={!own}
            error={fieldError(problem, "clientSecret")}
          />
          {now && !own ? <p>{OTHER}</p> : null}
          <Proof intent="oidc" answer={answer} />
        </>
      )}
    </ActionForm>
  );
}

export function SamlForm({ addresses, metadataPath, now, answer }: Form & { metadataPath: string }) {
  const own = now?.protocol === "saml";
  return (
    <ActionForm
      intent="saml"
      label={own ? "Change SAML 2.0" : "SAML 2.0"}
      submit="Save SAML"
      pending="Saving"
      fields={revisionOf(now)}
      answer={answer}
    >
      {({ problem, typed }) => (
        <>
          <p>
            Add an application at your identity provider, with these values or{" "}
            <a href={metadataPath} download>
              our metadata
            </a>
            :
          </p>
          <KeyValue
            items={[
              { label: "Entity ID", value: <CopyId id={addresses.entityId} label="entity ID" /> },
              { label: "ACS URL", value: <CopyId id={addresses.responseUrl} label="ACS URL" /> },
              { label: "Sign-in URL", value: <CopyId id={addresses.start} label="sign-in URL" /> },
              { label: "Name ID", value: "A persistent ID or the email address" },
              { label: "Attributes", value: "email, and displayName for new accounts" },
              { label: "Signature", value: "RSA with SHA-256, not encrypted" },
            ]}
          />
          <p>
            People start here or at the sign-in URL. A sign-in that starts at your provider asks them to click once.
          </p>
          <Textarea
            name="metadata"
            label="Your provider's metadata"
            description={
              own
                ? "Paste it again when the certificate or an address changes. It may have the old and the new certificate"
                : "The XML file that your identity provider shows or lets you download"
            }
            required
            rows={8}
            maxLength={60_000}
            spellCheck={false}
            defaultValue={typed["metadata"] ?? ""}
            error={fieldError(problem, "metadata")}
          />
          {now && !own ? <p>{OTHER}</p> : null}
          <Proof intent="saml" answer={answer} />
        </>
      )}
    </ActionForm>
  );
}
