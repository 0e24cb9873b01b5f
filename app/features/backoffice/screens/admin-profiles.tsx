import { Form, href } from "react-router";
import { useLastAnswer } from "#app/platform/browser/core/last-answer.ts";
import { useLive } from "#app/platform/browser/live/live.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageTitle } from "#app/platform/rules/text/page-title.ts";
import { type PageRequest, intent, pageAction, pageLoader } from "#app/platform/server/requests/page-frame.ts";
import { PROFILE_LIMITS } from "#app/features/policy-profiles/rules/profile.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ListTable } from "#app/ui/lists/list-table.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Page, PageTitle, Section } from "#app/ui/page.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { PROFILE_LIST, PROFILE_STATE_WORDS, type ProfileState } from "../rules/lists/profile-list.ts";
import {
  type NamedPolicy,
  listNamedPolicies,
  listPolicyProfiles,
} from "../server/policy-profiles/read-profile-pages.ts";
import { addPolicyProfile } from "../server/policy-profiles/start-profile.ts";
import legal from "../ui/legal.module.css";
import styles from "../ui/policy.module.css";
import type { Route } from "./+types/admin-profiles";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, "Policy profiles");

export const loader = pageLoader(async ({ actor, search }: PageRequest<Route.LoaderArgs>) => ({
  ...(await listPolicyProfiles(actor, readListQuery(search, PROFILE_LIST))),
  named: await listNamedPolicies(actor),
}));

export const action = pageAction<Route.ActionArgs>({
  intents: {
    add: intent({
      command: addPolicyProfile,
      input: ({ text }) => ({ institution: text("institution"), orderId: text("orderId") }),
      goTo: ({ draftId }) => href("/admin/policy/profiles/versions/:versionId", { versionId: draftId }),
    }),
  },
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

const TONES: Record<ProfileState, StatusTone> = {
  waiting: "waiting",
  due: "late",
  draft: "neutral",
  offered: "done",
  withdrawn: "stopped",
};
const dayOrNone = (day: string | null, none: string) =>
  day ? formatLongDay(day) : <span className="soft">{none}</span>;

/** Every policy profile with its state, and policies that clients described. */
export default function AdminProfiles({ loaderData, actionData }: Route.ComponentProps) {
  useLive((event) => event.kind.startsWith("policy_profile."));
  const answer = useLastAnswer(actionData);
  const { named } = loaderData;
  return (
    <Page width="full">
      <PageTitle
        title="Policy profiles"
        crumbs={[{ label: "Prices and policy", to: "/admin/policy" }]}
        lede="What universities let an editor change in assessed work. A profile is drafted by somebody who has read the policy's whole page, and published by an admin. Students can choose only published ones, and an order keeps its version."
      />
      <ErrorNote problem={answer?.error} byField />
      <ListTable
        list={PROFILE_LIST}
        page={loaderData}
        rowKey={(r) => r.profileId}
        rowTo={(r) => href("/admin/policy/profiles/:profileId", { profileId: r.profileId })}
        isLate={(r) => r.state === "due"}
        cells={{
          name: (r) => r.name,
          policy: (r) => r.policy,
          state: (r) => <StatusBadge tone={TONES[r.state]}>{PROFILE_STATE_WORDS[r.state]}</StatusBadge>,
          version: (r) => r.version ?? "",
          read: (r) => dayOrNone(r.readOn, r.version === null ? "Not yet" : "No page"),
          review: (r) => dayOrNone(r.reviewOn, "None"),
          orders: (r) => r.orders,
        }}
        empty={<EmptyState title="No profiles yet">Add a university below to write its first draft.</EmptyState>}
      />
      {named.length > 0 ? (
        <Section title="Named by clients">
          <ul className={legal.list}>
            {named.map((it) => (
              <Named key={it.orderId} it={it} />
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="Add a profile">
        <Form method="post" className={styles.form} noValidate preventScrollReset>
          <TextInput
            id="institution"
            name="institution"
            label="Institution"
            description="With the faculty or degree, if there's a profile of the institution already."
            maxLength={PROFILE_LIMITS.name}
            defaultValue={answer?.typed?.["institution"] ?? ""}
            error={fieldError(answer?.error, "institution")}
          />
          <SubmitButton name="intent" value="add" pending="Adding">
            Add profile
          </SubmitButton>
        </Form>
      </Section>
    </Page>
  );
}

/** A policy that a client described on an order. */
const Named = ({ it }: { it: NamedPolicy }) => (
  <li>
    <Form method="post" className={legal.line}>
      <input type="hidden" name="orderId" value={it.orderId} />
      <span>{it.institution}</span>
      <a href={it.url} rel="noreferrer" target="_blank">
        {it.url}
      </a>
      <SubmitButton name="intent" value="add" variant="default" size="compact-sm" pending="Starting">
        Start a profile
      </SubmitButton>
    </Form>
  </li>
);
