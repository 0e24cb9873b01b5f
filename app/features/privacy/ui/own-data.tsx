import { PasswordInput, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { ActionForm, type FormAnswer } from "#app/ui/action-form.tsx";
import { DownloadLink } from "#app/ui/file-row.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { Notice, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { Section } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ANSWER_MS } from "../rules/data-request.ts";
import type { loadOwnData } from "../server/own-data-page.ts";
import styles from "./own-data.module.css";

type Data = Awaited<ReturnType<typeof loadOwnData>>;

/**
 * Where people request a copy of their data, request its erasure, or close their account. Posts `export`, `erase`,
 * `withdraw`, and `close`.
 */
export function OwnData({ data, answer }: { data: Data; answer: FormAnswer | undefined }) {
  return (
    <>
      <Copy it={data.export} />
      <Erasure data={data} answer={answer} />
      <Closure data={data} answer={answer} />
    </>
  );
}

function Copy({ it }: { it: Data["export"] }) {
  return (
    <Section title="Copy of your data" id="copy">
      <div className={styles.panel}>
        <p>
          A .zip with everything we store about you: your profile, orders, messages, payments, and files. Data is in
          JSON, which other programs can read. We leave out passwords and information about other people.
        </p>
        {it?.status === "ready" && it.expiresAt ? (
          <div>
            <DownloadLink href={`/api/data-exports/${it.id}`} sizeBytes={it.bytes ?? 0} format="zip">
              Download data
            </DownloadLink>
            <p className="soft small">
              Available until <Instant at={it.expiresAt} deadline />. Only you can open it, and you need to be signed
              in.
            </p>
          </div>
        ) : it?.status === "making" ? (
          <Notice tone="info" title="We're preparing your copy.">
            We'll email you when it's ready. You can leave this page.
          </Notice>
        ) : (
          <Form method="post">
            <SubmitButton name="intent" value="export" variant="default" pending="Requesting">
              Request copy
            </SubmitButton>
          </Form>
        )}
      </div>
    </Section>
  );
}

const Password = ({ data, problem }: { data: Data; problem: ShownProblem | undefined }) =>
  data.hasPassword ? (
    <PasswordInput
      name="current-password"
      label="Your password"
      autoComplete="current-password"
      required
      error={fieldError(problem, "current-password")}
    />
  ) : (
    <p className="soft small">If you signed in more than ten minutes ago, sign out and sign in again first.</p>
  );

const Open = ({ open, what }: { open: readonly string[]; what: string }) =>
  open.length > 0 ? (
    <Notice tone="attention" title={`Settle this before ${what}`}>
      <ul className={styles.list}>
        {open.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    </Notice>
  ) : null;

function Erasure({ data, answer }: { data: Data; answer: FormAnswer | undefined }) {
  const { erasure } = data;
  const waiting = erasure?.status === "waiting" || erasure?.status === "erasing";
  return (
    <Section title="Erase your data" id="erasure">
      <div className={styles.panel}>
        <p>
          We remove your account, name, and address, your notifications and emails, what you wrote to support, and your
          profile. We revoke your certificates and delete the files of your orders. We answer within{" "}
          {formatDays(ANSWER_MS)}.
        </p>
        <details>
          <summary>What we have to keep, and why</summary>
          <ul className={styles.list}>
            {data.kept.map((it) => (
              <li key={it.what}>
                <strong>{it.what}.</strong> {it.why} <span className="soft">{it.until}.</span>
              </li>
            ))}
          </ul>
        </details>
        {erasure?.status === "declined" ? (
          <Notice tone="attention" title="We couldn't erase your data">
            {erasure.note}
          </Notice>
        ) : null}
        {waiting ? (
          <>
            <Notice
              tone="info"
              title={erasure.status === "waiting" ? "You've requested erasure." : "We're erasing your data."}
            >
              Requested <Instant at={erasure.createdAt} show="day" />. We'll answer by{" "}
              <Instant at={erasure.dueAt} show="day" />.
            </Notice>
            <Open open={data.open} what="we can erase your data" />
            {erasure.status === "waiting" ? (
              <Form method="post">
                <SubmitButton name="intent" value="withdraw" variant="default" pending="Withdrawing">
                  Withdraw request
                </SubmitButton>
              </Form>
            ) : null}
          </>
        ) : (
          <>
            <Open open={data.open} what="we can erase your data" />
            <ActionForm intent="erase" label="Request erasure" pending="Requesting" stops answer={answer}>
              {({ problem, typed }) => (
                <>
                  <Textarea
                    name="reason"
                    label="Anything we should know? (optional)"
                    maxLength={2_000}
                    defaultValue={typed["reason"] ?? ""}
                    error={fieldError(problem, "reason")}
                    autosize
                    minRows={2}
                  />
                  <Password data={data} problem={problem} />
                </>
              )}
            </ActionForm>
          </>
        )}
      </div>
    </Section>
  );
}

function Closure({ data, answer }: { data: Data; answer: FormAnswer | undefined }) {
  return (
    <Section title="Close your account" id="close">
      <div className={styles.panel}>
        <p>
          We remove your sign-in, name, and email address at once and delete the files of your orders. Unpaid orders are
          discarded. We keep what you wrote to support and the records of your orders for as long as our{" "}
          <a href="/privacy">privacy policy</a> says. You can't undo this, but you can create a new account.
        </p>
        {data.open.length > 0 ? (
          <Open open={data.open} what="closing your account" />
        ) : (
          <ActionForm intent="close" label="Close account" pending="Closing" stops answer={answer}>
            {({ problem }) => <Password data={data} problem={problem} />}
          </ActionForm>
        )}
      </div>
    </Section>
  );
}
