import { Form } from "react-router";
import { Fold } from "#app/ui/fold.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { orcidAddress } from "#app/features/accounts/rules/sign-in/orcid.ts";
import type { OwnCertificate } from "../server/find-certificate.ts";
import styles from "./certificate.module.css";
import { OneCertificate } from "./own-certificate.tsx";

/** The declaration of an order's latest delivery under its policy, where its author can create and download it. */
export function OwnDeclarations({
  declarations,
  latestDelivery,
  policy,
  orcid,
  problem,
}: {
  declarations: readonly OwnCertificate[];
  latestDelivery: string;
  /** The policy's name and version. */
  policy: string;
  orcid: string | null;
  problem: ShownProblem | undefined;
}) {
  const current = declarations.find((it) => it.submissionId === latestDelivery);
  return (
    <Fold
      id="declaration"
      title="Declaration"
      open={problem !== undefined}
      aside={
        current ? (
          <>
            Issued <Instant at={current.issuedAt} />
          </>
        ) : (
          "For your university"
        )
      }
    >
      <div className={styles.own}>
        {current ? (
          <OneCertificate certificate={current} mayDecide />
        ) : (
          <Form method="post" className={styles.own}>
            <p>
              A signed statement for your university, under {policy}. It says which kinds of changes were made, that
              every change is tracked, and that none of a kind that isn't allowed was made. Your text itself never
              appears on it.
            </p>
            {problem ? <ErrorNote problem={problem} /> : null}
            <YesNo name="showAuthor" label="Show your name?" error={fieldError(problem, "showAuthor")} />
            <YesNo name="showTitle" label="Show the title?" error={fieldError(problem, "showTitle")} />
            {orcid ? (
              <YesNo name="showOrcid" label={`Show your ORCID iD, ${orcidAddress(orcid)}?`} error={undefined} />
            ) : null}
            <div className={styles.ownActions}>
              <SubmitButton name="intent" value="declaration" pending="Creating">
                Create declaration
              </SubmitButton>
            </div>
          </Form>
        )}
      </div>
    </Fold>
  );
}

/** A choice without a default: nothing is printed unless its author said so. */
const YesNo = ({ name, label, error }: { name: string; label: string; error: string | undefined }) => (
  <fieldset className={styles.yesNo} aria-describedby={error ? `${name}-error` : undefined}>
    <legend>{label}</legend>
    <label>
      <input type="radio" name={name} value="yes" /> Yes
    </label>
    <label>
      <input type="radio" name={name} value="no" /> No
    </label>
    {error ? (
      <p id={`${name}-error`} className={styles.missing}>
        {error}
      </p>
    ) : null}
  </fieldset>
);
