import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { Link, data } from "react-router";
import { SERVICES, SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { typesInWords, whyNoService } from "#app/features/policy-profiles/rules/ordering.ts";
import { DEMAND_WORDS, profileName, ruleLines } from "#app/features/policy-profiles/rules/profile.ts";
import { shownProfiles } from "#app/features/policy-profiles/server/read-profiles.ts";
import { RuleLines } from "#app/features/policy-profiles/ui/rule-lines.tsx";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { Prose, ProseHead, ProsePart } from "../ui/prose.tsx";
import type { Route } from "./+types/policy-profile";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ params }: Route.LoaderArgs) {
  const { siteName, origins } = config();
  const found = (await shownProfiles()).find((it) => it.profileId === params.profileId);
  if (!found) throw data(null, { status: 404 });
  const { profile } = found;
  return {
    siteName,
    origin: origins.site,
    ...found,
    lines: ruleLines(profile.kinds),
    services: SERVICES.map((service) => ({ label: SERVICE_LABELS[service], why: whyNoService(profile, service) })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: titleOf(loaderData.profile),
        path: `/integrity/policies/${loaderData.profileId}`,
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description: `What an editor may change in assessed work: ${loaderData.profile.policy}.`,
      })
    : [];

const titleOf = (profile: { institution: string; unit: string; generic: boolean }): string =>
  profile.generic ? `${profile.institution} policy on editing` : `${profileName(profile)}: policy on editing`;

/** One policy: what an editor may change under it, what else it asks for, and where that comes from. */
export default function PolicyProfilePage({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, profile, profileId, version, lines, services } = loaderData;
  const barred = services.filter((it) => it.why !== null);
  return (
    <Prose>
      <StructuredData
        data={[
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Academic integrity", path: "/integrity" },
            { name: titleOf(profile), path: `/integrity/policies/${profileId}` },
          ]),
        ]}
      />
      <ProseHead title={titleOf(profile)}>
        <p>
          {profile.policy}, for {typesInWords(profile.appliesTo)}
          {profile.minWords === null ? "" : ` of at least ${profile.minWords.toLocaleString("en-US")} words`}.
        </p>
      </ProseHead>
      <ProsePart title="What our editors do" wide>
        <RuleLines lines={lines} />
      </ProsePart>
      {profile.note || profile.demands.length > 0 || profile.ai ? (
        <ProsePart title="What else to know">
          {profile.note ? <p>{profile.note}</p> : null}
          {profile.demands.length > 0 ? (
            <ul>
              {profile.demands.map((demand) => (
                <li key={demand}>{DEMAND_WORDS[demand]}</li>
              ))}
            </ul>
          ) : null}
          {profile.ai ? <p>AI tools: {profile.ai}</p> : null}
        </ProsePart>
      ) : null}
      <ProsePart title="Ordering under this policy">
        {barred.length === 0 ? (
          <p>You can order any of our services. Your editor keeps to the lines above.</p>
        ) : barred.length === services.length ? (
          <p>{barred[0]!.why} You can&apos;t order editing under it.</p>
        ) : (
          <p>
            You can&apos;t order{" "}
            {joinWords(
              barred.map((it) => it.label.toLowerCase()),
              "or",
            )}{" "}
            under it.
          </p>
        )}
        <p>
          <Link to="/order/new">Get a quote</Link>, and choose this policy in the order form.
        </p>
      </ProsePart>
      {profile.generic ? null : (
        <ProsePart title="Source">
          <p>
            <a href={profile.url} rel="noreferrer">
              {profile.policy}
            </a>
            {profile.readOn ? `. We read the whole page on ${formatLongDay(profile.readOn)}.` : "."} These are our
            words, version {version}. The university&apos;s own text applies, and your department may have further
            rules.
          </p>
        </ProsePart>
      )}
      <p>
        <Link to="/integrity">All policies</Link>
      </p>
    </Prose>
  );
}
