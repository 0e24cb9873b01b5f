import { Link } from "react-router";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import { KeyValue } from "#app/ui/key-value.tsx";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { typesInWords } from "#app/features/policy-profiles/rules/ordering.ts";
import { DEMAND_WORDS, type ProfileContent } from "#app/features/policy-profiles/rules/profile.ts";
import type { ProfileVersionLine, ProfileVersionState } from "../server/policy-profiles/read-profile-pages.ts";

const BADGES: Readonly<Record<ProfileVersionState, { tone: StatusTone; words: string }>> = {
  draft: { tone: "neutral", words: "Draft" },
  waiting: { tone: "waiting", words: "Needs approval" },
  "in effect": { tone: "done", words: "In effect" },
  replaced: { tone: "neutral", words: "Replaced" },
  canceled: { tone: "stopped", words: "Canceled" },
  discarded: { tone: "stopped", words: "Discarded" },
};

export const ProfileBadge = ({ state }: { state: ProfileVersionState }) => (
  <StatusBadge tone={BADGES[state].tone}>{BADGES[state].words}</StatusBadge>
);

/** Who drafted, read, and approved a version, and why. */
export function ProfileVersionFacts({ version }: { version: ProfileVersionLine }) {
  const { drafter, decider, state, reason, reader, readOn } = version;
  if (!drafter)
    return <p>{state === "draft" ? "A draft that the product comes with." : "The product comes with it."}</p>;
  return (
    <p>
      Drafted by {drafter}
      {decider && state !== "draft" && state !== "waiting" ? `, approved by ${decider}` : null}.
      {reader && readOn ? ` Page read by ${reader} on ${formatLongDay(readOn)}.` : null}
      {reason ? ` Reason: ${reason}` : null}
    </p>
  );
}

/** What a profile says besides its three lines. */
export const ProfileFacts = ({ content }: { content: ProfileContent }) => (
  <KeyValue
    items={[
      { label: "Policy", value: content.policy },
      content.url
        ? {
            label: "Page",
            value: (
              <Link to={content.url} rel="noreferrer" target="_blank">
                {content.url}
              </Link>
            ),
          }
        : null,
      { label: "Applies to", value: content.appliesTo.length > 0 ? typesInWords(content.appliesTo) : "Not decided" },
      content.minWords === null
        ? null
        : {
            label: "Minimum words",
            value: <span className="figures">{content.minWords.toLocaleString("en-US")}</span>,
          },
      content.demands.length > 0
        ? { label: "Asks for", value: content.demands.map((demand) => DEMAND_WORDS[demand]).join(" ") }
        : null,
      content.ai ? { label: "AI tools", value: content.ai } : null,
      content.note ? { label: "Note", value: content.note } : null,
      content.reviewOn ? { label: "Next review", value: formatLongDay(content.reviewOn) } : null,
      content.offered ? null : { label: "Offered", value: "Not anymore" },
    ]}
  />
);
