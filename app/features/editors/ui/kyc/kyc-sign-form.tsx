import { TextInput } from "@mantine/core";
import { Form, Link } from "react-router";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { Choice } from "../choice.tsx";
import styles from "../editor.module.css";

/**
 * The agreement's signature: the form, or what was signed. A newer version can be signed in addition to an older one.
 */
export function KycSignForm({
  agreement,
  name,
  agreed,
  problem,
}: {
  agreement: {
    version: string;
    signed: { at: Date | string | null; version: string | null; sha256: string | null } | null;
  };
  name: string;
  agreed: boolean;
  problem: ShownProblem | undefined;
}) {
  const { signed, version } = agreement;
  const text = (
    <Link to="/editor-agreement" target="_blank">
      editor agreement
    </Link>
  );
  const current = signed !== null && (signed.version === null || signed.version === version);
  return (
    <div className={styles.form}>
      {signed?.at ? (
        <p className={styles.note}>
          You signed the {text} on <Instant at={signed.at} />
          {signed.version ? ` (version of ${formatLongDay(signed.version)})` : ""}.
          {signed.sha256 ? (
            <>
              {" "}
              The text's fingerprint is <code>{signed.sha256.slice(0, 16)}</code>.
            </>
          ) : null}
        </p>
      ) : null}
      {current ? null : (
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          <ErrorNote problem={problem} />
          {signed ? <p className={styles.note}>There's a new version. Please read and sign it.</p> : null}
          <input type="hidden" name="version" value={version} />
          <div>
            <Choice name="agreed" value="yes" checked={agreed}>
              I've read the {text} (version of {formatLongDay(version)}) and accept it.
            </Choice>
            {fieldError(problem, "agreed") ? <p className={styles.wrong}>{fieldError(problem, "agreed")}</p> : null}
          </div>
          <TextInput
            id="signature"
            name="name"
            label="Type your full legal name to sign"
            autoComplete="name"
            maxLength={120}
            defaultValue={name}
            error={fieldError(problem, "name")}
          />
          <div className={styles.buttons}>
            <SubmitButton name="intent" value="sign" pending="Signing">
              Sign agreement
            </SubmitButton>
          </div>
        </Form>
      )}
    </div>
  );
}
