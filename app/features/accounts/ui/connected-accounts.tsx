import { Button } from "@mantine/core";
import { useLocation } from "react-router";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { ACCOUNTS_ANCHOR, type ConnectedAccount, startAddress } from "../rules/sign-in/federated.ts";
import { orcidAddress } from "../rules/sign-in/orcid.ts";
import styles from "./account-settings.module.css";
import { ProofForm, asksForProof } from "./proof-of-owner.tsx";
import { type Answer, Done, type Settings } from "./settings-answer.tsx";

/** The accounts at identity providers that a person can sign in with. Nothing where none is offered or connected. */
export function ConnectedAccounts({ settings, answer }: { settings: Settings; answer: Answer | undefined }) {
  const { pathname } = useLocation();
  const { connected, providers, hasPassword } = settings;
  if (connected.length === 0 && providers.length === 0) return null;
  const open = providers.filter((it) => !connected.some((has) => has.providerId === it.id));
  const needsProof = asksForProof(answer);
  return (
    <Section title="Connected accounts" id={ACCOUNTS_ANCHOR}>
      <div className={styles.panel}>
        <Done answer={answer} />
        {answer?.error && !needsProof ? <ErrorNote problem={answer.error} /> : null}
        {answer && needsProof ? (
          hasPassword ? (
            <ProofForm answer={answer} fields={{ id: answer.id ?? "" }} />
          ) : (
            <SignInAgain connected={connected} from={pathname} />
          )
        ) : null}
        <ul className={styles.list}>
          {connected.map((it) => (
            <li key={it.id}>
              <div className={styles.what}>
                <strong>{it.label}</strong>
                <span>
                  {it.orcid ? (
                    <>
                      Verified: <a href={orcidAddress(it.orcid)}>{orcidAddress(it.orcid)}</a>
                      <br />
                    </>
                  ) : null}
                  Connected <Instant at={it.connectedAt} show="day" />
                  {it.offered ? "" : ", but you can't sign in with it here anymore"}
                </span>
              </div>
              <ConfirmButton
                title={`Disconnect ${it.label}?`}
                body={<p>You won't be able to sign in with it. You can connect it again at any time.</p>}
                confirm={`Disconnect ${it.label}`}
                fields={{ intent: "provider.disconnect", id: it.id }}
                size="xs"
                stops
              >
                Disconnect
              </ConfirmButton>
            </li>
          ))}
          {open.map(({ id, kind, label }) => (
            <li key={id}>
              <div className={styles.what}>
                <strong>{label}</strong>
                <span>{kind === "orcid" ? "Sign in with it, and show your verified iD" : "Not connected"}</span>
              </div>
              <Button
                component="a"
                href={startAddress(id, { from: pathname, link: true })}
                variant="default"
                size="xs"
                aria-label={`Connect ${label}`}
              >
                Connect
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** For people without a password. */
function SignInAgain({ connected, from }: { connected: readonly ConnectedAccount[]; from: string }) {
  const ways = connected.filter((it) => it.offered);
  return (
    <Notice tone="attention" title="For your security, please confirm it's you.">
      {ways.length === 0 ? (
        "Sign out, then sign in with your passkey and try again."
      ) : (
        <>
          Sign in again with{" "}
          {ways.map((it, index) => (
            <span key={it.id}>
              {index > 0 ? " or " : ""}
              <a href={startAddress(it.providerId, { from })}>{it.label}</a>
            </span>
          ))}
          , then try again.
        </>
      )}
    </Notice>
  );
}
