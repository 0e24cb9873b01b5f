import { Button } from "@mantine/core";
import { Link } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { countryName } from "#app/platform/rules/core/country.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { findSuppression } from "#app/platform/server/mail/mail-events.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { ErrorNote, Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { findOwnProfile } from "../server/settings/find-own-profile.ts";
import { listClientEditors, listKnownEditors } from "#app/features/orders/server/client-editors/list-client-editors.ts";
import { listEditor } from "#app/features/orders/server/client-editors/list-editor.ts";
import { listAcceptedDocuments } from "../server/legal/record-acceptance.ts";
import { AcceptedDocuments } from "../ui/accepted-documents.tsx";
import { EditorList } from "../ui/editor-list.tsx";
import { ProfileTabs } from "../ui/profile-tabs.tsx";
import styles from "../ui/profile.module.css";
import { stateName } from "#app/features/tax/rules/places.ts";
import { VatAnswer } from "#app/features/tax/ui/billing-fields.tsx";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Profile");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => {
  if (actor.kind !== "person") throw refused("Sign in to see your profile.");
  const profile = await findOwnProfile(actor);
  const [listed, known, accepted, stopped] = await Promise.all([
    listClientEditors(actor.uid),
    listKnownEditors(actor.uid),
    listAcceptedDocuments(actor.uid),
    findSuppression(actor.email),
  ]);
  return {
    profile: { ...profile, email: actor.email },
    verified: actor.emailVerified,
    emailsStopped: stopped !== null,
    country: countryName(profile.billing.country),
    listed,
    known,
    accepted,
    saved: search.has("saved"),
  };
});

const DONE = {
  preferred: "This editor is now preferred and will be invited first.",
  backup: "This editor is now a backup.",
  blocked: "This editor is blocked and won't be invited to your orders.",
  off: "This editor is no longer on your list.",
} as const;

export const action = pageAction<Route.ActionArgs>({
  only: intent({
    command: listEditor,
    input: ({ actor, text }) => ({ userId: uidOf(actor) ?? "", editorId: text("editorId"), kind: text("kind") }),
    done: (_listed, { text }) => DONE[text("kind") as keyof typeof DONE],
  }),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** An author's profile: name, billing details, editors, and accepted documents. */
export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, verified, emailsStopped, country, listed, known, accepted, saved } = loaderData;
  useLive((event) => event.kind.startsWith("account."));
  const answer = useLastAnswer(actionData);
  const { billing } = profile;
  const billed = billing.name || billing.organization || billing.address || billing.country || billing.vatId;
  return (
    <Page>
      <PageTitle
        title={profile.displayName}
        lede={
          <p>
            Member since <Instant at={profile.createdAt} show="day" />.
          </p>
        }
        actions={
          <Button component={Link} to="/profile/edit" variant="default">
            Edit profile
          </Button>
        }
      />
      <ProfileTabs />
      <div className={styles.stack}>
        <div aria-live="polite" className={styles.said}>
          {answer?.error ? (
            <ErrorNote problem={answer.error} />
          ) : answer?.done ? (
            <Notice tone="good">{answer.done}</Notice>
          ) : saved ? (
            <Notice tone="good">Profile saved</Notice>
          ) : null}
        </div>
        <Columns
          main={
            <>
              <Sheet title="About you">
                <KeyValue
                  items={[
                    { label: "Name", value: profile.displayName },
                    {
                      label: "Email",
                      value: (
                        <>
                          {profile.email}{" "}
                          {verified ? (
                            <StatusBadge tone="done">Verified</StatusBadge>
                          ) : (
                            <StatusBadge tone="waiting">Not verified</StatusBadge>
                          )}
                          {emailsStopped ? (
                            <>
                              {" "}
                              <StatusBadge tone="late">Our emails don't arrive</StatusBadge>{" "}
                              <Link to="/profile/settings#email">Fix this</Link>
                            </>
                          ) : null}
                        </>
                      ),
                    },
                    {
                      label: "Time zone",
                      value: profile.timeZone ? (
                        profile.timeZone.replaceAll("_", " ")
                      ) : (
                        <span className="soft">Same as your browser</span>
                      ),
                    },
                  ]}
                />
              </Sheet>
              <Sheet title="Your editors">
                <p className={styles.note}>
                  You can ask for a preferred or backup editor when you place an order. We invite a preferred editor
                  before anyone else, and never invite a blocked one.
                </p>
                <div style={{ marginTop: "1.25rem" }}>
                  <EditorList listed={listed} known={known} />
                </div>
              </Sheet>
            </>
          }
          side={
            <>
              <Sheet title="Billing" aside={<Link to="/profile/edit#billing">Edit</Link>}>
                {billed ? (
                  <KeyValue
                    items={[
                      { label: "Billed to", value: billing.name || profile.displayName },
                      { label: "Organization", value: billing.organization || null },
                      {
                        label: "Address",
                        value: billing.address ? <span className={styles.address}>{billing.address}</span> : null,
                      },
                      { label: "State", value: stateName(billing.country, billing.state) },
                      { label: "Country", value: country },
                      {
                        label: "VAT ID",
                        value: billing.vatId ? <span className="figures">{billing.vatId}</span> : null,
                      },
                    ]}
                  />
                ) : (
                  <p className={styles.note}>
                    Your invoices are billed to {profile.displayName}, without an address. Add one if your university or
                    funder needs it.
                  </p>
                )}
                <VatAnswer check={profile.vatCheck} />
                <p className={styles.note} style={{ marginTop: "0.875rem" }}>
                  Changes don't affect invoices we've already issued.
                </p>
              </Sheet>
              <Sheet title="Accepted documents">
                <AcceptedDocuments
                  accepted={accepted}
                  empty="No documents yet. When you accept our terms, you'll see the version and date here."
                />
              </Sheet>
            </>
          }
        />
      </div>
    </Page>
  );
}
