import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { WITH_REVIEW } from "../rules/kyc/kyc.ts";
import { loadOwnKyc } from "../server/kyc/kyc-page.ts";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import { KycBadge } from "../ui/kyc/kyc-badge.tsx";
import { KycDetailsForm } from "../ui/kyc/kyc-details-form.tsx";
import { KycLines } from "../ui/kyc/kyc-lines.tsx";
import { KycSignForm } from "../ui/kyc/kyc-sign-form.tsx";
import { KycUploadForm } from "../ui/kyc/kyc-upload-form.tsx";
import kycStyles from "../ui/kyc/kyc.module.css";
import styles from "../ui/editor.module.css";
import { type Extra, intents, refused as refusedForm } from "./editor-kyc/intents.ts";
import type { Route } from "./+types/editor-kyc";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "KYC");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your documents.");
  const own = await loadOwnKyc(actor.uid);
  return { kyc: own?.overview ?? null, own: own?.forms ?? null, uid: actor.uid };
});

export const action = pageAction<Route.ActionArgs, Extra>({ intents, refused: refusedForm });

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An editor's details, agreement and documents: what's missing, its status, and the forms to send it. */
export default function EditorKyc({ loaderData, actionData }: Route.ComponentProps) {
  const { kyc, own, uid } = loaderData;
  useLive((event) => event.kind.startsWith("kyc.") || event.kind.startsWith("editor."));
  const answer = useLastAnswer(actionData);
  if (!kyc || !own)
    return (
      <Page>
        <PageTitle title="KYC" />
        <EmptyState title="KYC is for editors" mark="stet" action={<Link to="/admin/kyc">View all documents</Link>}>
          This account isn't an editor account, so it needs no documents.
        </EmptyState>
      </Page>
    );
  const { agreement } = own;
  const of = (form: string) => (answer?.form === form ? answer : undefined);
  const requested = kyc.lines.some((line) => line.asked);
  const turn =
    kyc.missing.length > 0 || requested || own.detailsVersion === 0
      ? "you"
      : kyc.waiting.length > 0
        ? "others"
        : "done";
  return (
    <Page>
      <PageTitle
        title="KYC"
        status={<KycBadge state={kyc.state} />}
        lede={
          <p>
            Authors trust us with unpublished work, so we verify who edits it. The law also requires us to verify
            everyone we pay. We encrypt what you send here, and only reviewers can open it.
          </p>
        }
      />
      <EditorTabs editorId={uid} />
      <WaitingLine turn={turn} waitsFor={kyc.nextForEditor} {...(turn === "others" ? { who: "our reviewers" } : {})} />
      <div role="status">{answer?.done ? <Notice tone="good">{answer.done}</Notice> : null}</div>
      {answer?.error && !["details", "sign", "document"].includes(answer.form) ? (
        <ErrorNote problem={answer.error} />
      ) : null}
      <Columns
        main={
          <div className={kycStyles.stack}>
            <Sheet title="Your details">
              <KycDetailsForm
                key={own.detailsVersion}
                details={of("details")?.details ?? own.details}
                version={own.detailsVersion}
                countries={own.countries}
                today={own.today}
                problem={of("details")?.error}
              />
            </Sheet>
            <Sheet title="Editor agreement">
              <KycSignForm
                agreement={agreement}
                name={of("sign")?.typed?.name ?? ""}
                agreed={of("sign")?.error !== undefined && of("sign")?.error?.fields.agreed === undefined}
                problem={of("sign")?.error}
              />
            </Sheet>
            <Sheet title="Your documents">
              <KycLines
                lines={kyc.lines.filter((line) => line.kind !== "signed_agreement")}
                hints
                form={(line) => {
                  const sent = answer?.form === "document" && answer.kind === line.kind ? answer : undefined;
                  const asked = line.asked !== null || (!line.inForce && !WITH_REVIEW.includes(line.state));
                  return (
                    <details
                      key={`${line.kind}${line.document?.id ?? ""}${asked}`}
                      className={kycStyles.open}
                      open={asked || sent?.error !== undefined || undefined}
                    >
                      <summary>{asked ? "Send this document" : "Send a newer one"}</summary>
                      <KycUploadForm kind={line.kind} today={own.today} typed={sent?.typed} problem={sent?.error} />
                    </details>
                  );
                }}
              />
            </Sheet>
          </div>
        }
        side={
          <Sheet title="What you can do" aside={<Link to="/editor-agreement">Editor agreement</Link>}>
            <ul className={styles.opens}>
              <Opens label="Accept orders" open={kyc.mayWork && !own.expired}>
                {own.expired
                  ? "One of your documents has expired. Renew it to get new invites."
                  : kyc.mayWork
                    ? "Your identity is confirmed and the editor agreement is signed."
                    : "Requires a confirmed identity and the signed editor agreement."}
              </Opens>
              <Opens label="Get paid" open={kyc.mayBePaid}>
                {kyc.mayBePaid
                  ? "All your documents are approved."
                  : "Requires all documents. We keep your earnings and pay them once everything is approved."}
              </Opens>
              <Opens label="Expert editing" open={kyc.mayDoExpert}>
                {kyc.mayDoExpert ? "Your doctorate is verified." : "Requires a verified doctorate certificate."}
              </Opens>
            </ul>
          </Sheet>
        }
      />
    </Page>
  );
}

const Opens = ({ label, open, children }: { label: string; open: boolean; children: string }) => (
  <li>
    <b>{label}</b>
    <StatusBadge tone={open ? "done" : "neutral"}>{open ? "Available" : "Not yet"}</StatusBadge>
    <p>{children}</p>
  </li>
);
