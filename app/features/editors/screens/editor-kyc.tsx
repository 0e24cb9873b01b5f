import { Link } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/core/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/core/page-frame.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { WaitingLine } from "#app/ui/waiting-line.tsx";
import { kycOverview } from "../rules/kyc.ts";
import { findEditor } from "../server/find-editor.ts";
import { listKycDocuments } from "../server/list-kyc-documents.ts";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import { KycBadge } from "../ui/kyc-badge.tsx";
import { KycLines } from "../ui/kyc-lines.tsx";
import styles from "../ui/editor.module.css";
import type { Route } from "./+types/editor-kyc";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "KYC");

export const loader = pageLoader(async ({ actor }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your documents.");
  const editor = await findEditor(actor.uid);
  if (!editor) return { kyc: null, uid: actor.uid };
  return { kyc: kycOverview(editor, await listKycDocuments(actor.uid), now()), uid: actor.uid };
});

/** An editor's documents with their status and what they're needed for. */
export default function EditorKyc({ loaderData }: Route.ComponentProps) {
  const { kyc, uid } = loaderData;
  useLive((event) => event.kind.startsWith("kyc.") || event.kind.startsWith("editor."));
  if (!kyc)
    return (
      <Page>
        <PageTitle title="KYC" />
        <EmptyState title="KYC is for editors" mark="stet" action={<Link to="/admin/kyc">View all documents</Link>}>
          This account isn’t an editor account, so it needs no documents.
        </EmptyState>
      </Page>
    );
  const turn = kyc.missing.length > 0 ? "you" : kyc.waiting.length > 0 ? "others" : "done";
  return (
    <Page>
      <PageTitle
        title="KYC"
        status={<KycBadge state={kyc.state} />}
        lede={
          <p>
            Authors trust us with unpublished work, so we verify who edits it. The law also requires us to verify
            everyone we pay.
          </p>
        }
      />
      <EditorTabs editorId={uid} />
      <WaitingLine turn={turn} waitsFor={kyc.nextForEditor} {...(turn === "others" ? { who: "our reviewers" } : {})} />
      <Columns
        main={
          <Sheet title="Your documents">
            <KycLines lines={kyc.lines} hints />
          </Sheet>
        }
        side={
          <Sheet title="What you can do" aside={<Link to="/editor-agreement">Editor agreement</Link>}>
            <ul className={styles.opens}>
              <Opens label="Accept orders" open={kyc.mayWork}>
                {kyc.mayWork
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
