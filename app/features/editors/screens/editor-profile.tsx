import { count } from "#app/platform/rules/core/count.ts";
import { Button } from "@mantine/core";
import { Link, href } from "react-router";
import { useLive } from "#app/platform/browser/live/live.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type PageRequest, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, type EnglishVariant, FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { Instant } from "#app/ui/instant.tsx";
import { KeyValue } from "#app/ui/key-value.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { can } from "../rules/can.ts";
import { findEditor, levelOf } from "../server/find-editor.ts";
import { getEditorStanding } from "#app/features/orders/server/editor-record/get-editor-standing.ts";
import { languageName } from "../rules/languages.ts";
import { eachText } from "../rules/profile-texts.ts";
import { EditorTabs } from "../ui/editor-tabs.tsx";
import styles from "../ui/editor.module.css";
import type { Route } from "./+types/editor-profile";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(matches, loaderData?.editor.displayName ?? "Editor");

export const loader = pageLoader(async ({ actor, params, search }: PageRequest<Route.LoaderArgs>) => {
  // Editors can't see other editors.
  if (!can.viewProfile(actor, params.editorId)) throw notFound("editor");
  const editor = await findEditor(params.editorId);
  if (!editor) throw notFound("editor");
  const { uid, displayName, email, fields, services, variants, timeZone, matchReady } = editor;
  return {
    own: actor.kind === "person" && actor.uid === uid,
    saved: search.has("saved"),
    standing: await getEditorStanding(uid, now()),
    editor: {
      uid,
      displayName,
      email,
      ...eachText((name) => editor[name]),
      fields,
      languages: editor.languages,
      services,
      variants,
      timeZone,
      matchReady,
      level: LEVEL_LABELS[levelOf(editor)],
      doctorate: editor.doctorateVerifiedAt !== null,
      createdAt: editor.createdAt,
    },
  };
});

/** An editor's profile and record, as used by matching and staff. */
export default function EditorProfile({ loaderData }: Route.ComponentProps) {
  const { editor, own, standing, saved } = loaderData;
  useLive((event) => event.kind.startsWith("editor.") || event.kind === "order.rated");
  const fields = FIELDS.map((f) => ({
    label: f.label,
    subfields: f.subfields.filter((s) => editor.fields.includes(s.slug)),
  })).filter((f) => f.subfields.length > 0);
  const onTime =
    standing.counted > 0 ? `${Math.round(((standing.counted - standing.late) / standing.counted) * 100)}%` : "none yet";
  return (
    <Page>
      <PageTitle
        title={editor.displayName}
        {...(own ? {} : { back: { label: "Editors", to: "/admin/editors" } })}
        status={
          <StatusBadge tone={editor.matchReady ? "done" : "waiting"}>
            {editor.matchReady ? "Ready for matching" : "Not ready for matching"}
          </StatusBadge>
        }
        lede={editor.headline ? <p>{editor.headline}</p> : null}
        actions={
          <Button component={Link} to={href("/edit-profile/:editorId", { editorId: editor.uid })} variant="default">
            Edit profile
          </Button>
        }
      />
      {own ? <EditorTabs editorId={editor.uid} /> : null}
      {saved ? (
        <div role="status" style={{ marginBottom: "1.5rem" }}>
          <Notice tone="good">Profile saved.</Notice>
        </div>
      ) : null}
      <Stats>
        <Stat label="Level" value={editor.level} />
        <Stat label="Orders delivered" value={standing.delivered.toLocaleString("en-US")} />
        <Stat
          label="Rating"
          value={standing.rating === null ? "none yet" : standing.rating.toFixed(1)}
          detail={standing.ratings > 0 ? `Average of ${count(standing.ratings, "rating")}` : "No ratings yet"}
        />
        <Stat
          label="On time"
          value={onTime}
          detail={
            standing.counted > 0 ? `${standing.counted - standing.late} of ${standing.counted}` : "No deliveries yet"
          }
        />
      </Stats>
      <Columns
        main={
          <>
            <Sheet title="Biography">
              {editor.bio ? (
                <p className={styles.bio}>{editor.bio}</p>
              ) : (
                <p className={styles.note}>
                  No biography yet.{" "}
                  {own
                    ? "Write two or three sentences about what you studied, what you edit, and what matters to you in a text."
                    : ""}
                </p>
              )}
            </Sheet>
            {editor.publications ? (
              <Sheet title="Publications">
                <p className={styles.bio}>{editor.publications}</p>
              </Sheet>
            ) : null}
            <Sheet title="Fields" aside={own ? <Link to="/editor/settings/matching#fields">Change</Link> : null}>
              {fields.length > 0 ? (
                <div className={styles.stack}>
                  {fields.map((f) => (
                    <div key={f.label}>
                      <p className="eyebrow" style={{ margin: "0 0 0.5rem" }}>
                        {f.label}
                      </p>
                      <ul className={styles.tags}>
                        {f.subfields.map((s) => (
                          <li key={s.slug}>{s.label}</li>
                        ))}
                      </ul>
                    </div>
                  ))}
                </div>
              ) : (
                <p className={styles.note}>No fields yet. Add at least one to get invites.</p>
              )}
            </Sheet>
          </>
        }
        side={
          <Sheet title="Details">
            <KeyValue
              items={[
                {
                  label: "Degree",
                  value: editor.degree ? (
                    <>
                      {editor.degree}
                      {editor.doctorate ? (
                        <>
                          {" "}
                          <StatusBadge tone="done">Verified</StatusBadge>
                        </>
                      ) : null}
                    </>
                  ) : (
                    <span className="soft">Not provided</span>
                  ),
                },
                {
                  label: "Services",
                  value:
                    editor.services.length > 0 ? (
                      editor.services.map((s) => (isService(s) ? SERVICE_LABELS[s] : s)).join(", ")
                    ) : (
                      <span className="soft">None chosen</span>
                    ),
                },
                {
                  label: "English",
                  value:
                    editor.variants.length > 0 ? (
                      editor.variants.map((v) => ENGLISH_VARIANT_LABELS[v as EnglishVariant] ?? v).join(", ")
                    ) : (
                      <span className="soft">None chosen</span>
                    ),
                },
                {
                  label: "Languages",
                  value:
                    editor.languages.length > 0 ? (
                      editor.languages.map(languageName).join(", ")
                    ) : (
                      <span className="soft">None listed</span>
                    ),
                },
                { label: "Time zone", value: editor.timeZone.replaceAll("_", " ") },
                { label: "Email", value: editor.email },
                { label: "Member since", value: <Instant at={editor.createdAt} show="day" /> },
              ]}
            />
          </Sheet>
        }
      />
    </Page>
  );
}
