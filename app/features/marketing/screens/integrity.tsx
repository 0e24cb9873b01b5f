import { Link } from "react-router";
import { shownSample } from "#app/features/orders/server/read-sample.ts";
import { SERVICES, SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { profileName, ruleLines } from "#app/features/policy-profiles/rules/profile.ts";
import { shownProfiles } from "#app/features/policy-profiles/server/read-profiles.ts";
import { foldText } from "#app/platform/rules/text/fold.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { type ListedPolicy, PolicyList } from "../ui/policy-list.tsx";
import { Prose, ProseHead, ProsePart, WordTable } from "../ui/prose.tsx";
import type { Route } from "./+types/integrity";

/** The most characters of a search. */
const MOST_TYPED = 100;

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader({ url }: Route.LoaderArgs) {
  const { siteName, origins } = config();
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, MOST_TYPED);
  const wanted = foldText(q);
  const policies: ListedPolicy[] = (await shownProfiles()).map(({ profileId, profile }) => ({
    profileId,
    name: profileName(profile),
    policy: profile.policy,
    generic: profile.generic,
    url: profile.url,
    readOn: profile.readOn,
    lines: ruleLines(profile.kinds),
  }));
  return {
    siteName,
    origin: origins.site,
    sampleWords: (await shownSample()).words,
    q,
    policies: policies.filter((it) => it.generic || foldText(`${it.name} ${it.policy}`).includes(wanted)),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Academic integrity",
        path: "/integrity",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "What an editor may change in a thesis or article, what stays up to the author, the rules universities set, and how to show what help you had.",
      })
    : [];

const TOUCHES: Record<Service, { may: string; leaves: string }> = {
  proofreading: {
    may: "Spelling, grammar, punctuation, and consistent terms and style.",
    leaves: "Wording that's already correct, the structure, and the argument.",
  },
  copyediting: {
    may: "All of that, plus sentences: clearer, shorter, more idiomatic, and in the style of your field.",
    leaves: "What each sentence claims, and the order of paragraphs and sections.",
  },
  substantive: {
    may: "All of that, plus flow between paragraphs and sections, repetition, gaps, and order.",
    leaves: "Findings, data, and conclusions. If they don't fit together, the editor says so in a comment.",
  },
  expert: {
    may: "All of that, by a scholar with a doctorate in the subject, who also asks what a peer reviewer would ask.",
    leaves: "The same. The editor raises questions of substance in comments, and you write the answers.",
  },
};

/** What editing may change, which rules universities have, and how the product enforces them. */
export default function Integrity({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, sampleWords, policies, q } = loaderData;
  return (
    <Prose>
      <StructuredData
        data={[
          {
            "@type": "WebPage",
            name: "Academic integrity",
            url: `${origin}/integrity`,
            isPartOf: { "@id": `${origin}/#website` },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Academic integrity", path: "/integrity" },
          ]),
        ]}
      />
      <ProseHead title="The work stays yours.">
        <p>
          Editing changes how a text says something. What it says, and whether it's true, is up to the author. This page
          explains where we draw that line and how anyone can check that we kept to it.
        </p>
      </ProseHead>
      <ProsePart title="Find your university" wide>
        <p>
          Many universities limit what an editor may change in assessed work. Once a person has read a policy's whole
          page, we list it, in our own words. Choose yours in the order form: services that it rules out can't be
          ordered, editors see it before they accept the order and beside your manuscript, and your order keeps the
          version it was placed under. A policy's own text applies, so ask your supervisor if you're not sure.
        </p>
        <PolicyList policies={policies} q={q} />
      </ProsePart>
      <ProsePart title="If your university isn't listed">
        <ul>
          <li>
            <b>No outside help.</b> Common for exams and shorter graded work. Don&apos;t order editing for it.
          </li>
          <li>
            <b>A page of its own.</b> In the order form, paste its address and tick what it allows. Your editor sees it
            like any other policy.
          </li>
          <li>
            <b>Nothing written down.</b> Ask your supervisor, and choose Strict, Usual, or Generous.
          </li>
          <li>
            <b>Journals.</b> Most allow and recommend editing before submission. Some ask you to mention it in your
            acknowledgments.
          </li>
        </ul>
        <p>If an editor makes a change that your policy doesn&apos;t allow, the work is redone.</p>
      </ProsePart>
      <ProsePart title="What an editor may do" wide>
        <WordTable
          caption="What each service may change"
          head={["Service", "May change", "Leaves alone"]}
          rows={SERVICES.map((service) => [SERVICE_LABELS[service], TOUCHES[service].may, TOUCHES[service].leaves])}
        />
      </ProsePart>
      <ProsePart title="What our editors won't do">
        <ul>
          <li>Write passages, answers, or whole works for someone else to submit or publish as their own.</li>
          <li>
            Add findings, data, arguments, or references, or change a figure. If a figure looks wrong, they leave a
            comment.
          </li>
          <li>Disguise copied or machine-written text.</li>
          <li>
            Use generative AI. With each submission, editors confirm that none saw the manuscript or wrote the edits.
            Software can't measure that, so certificates and declarations say that the editor confirmed it.
          </li>
          <li>Edit graded work if the university doesn't allow help with it.</li>
        </ul>
        <p>
          We refuse orders like these. See the <Link to="/acceptable-use-policy">acceptable use policy</Link> for
          details.
        </p>
      </ProsePart>
      <ProsePart title="How we enforce it">
        <ul>
          <li>
            <b>No hidden changes.</b> When every tracked change is rejected, the editor's copy must match your text word
            for word. If it doesn't, the editor can't submit it.
          </li>
          <li>
            <b>Every change counted.</b> Your delivery shows the number of insertions, deletions, and comments in each
            section.
          </li>
          <li>
            <b>You decide.</b> You can accept or reject each change in Word. The clean copy, with every change accepted,
            is there for convenience.
          </li>
          <li>
            <b>Versions are permanent.</b> The files you send and the files you get back are numbered and can't be
            altered later.
          </li>
        </ul>
        <p>We can't know your university's rules, or what happens to the text once you have it.</p>
      </ProsePart>
      <ProsePart title="Check an edit yourself">
        <p>
          Anyone can check whether every change in an edited manuscript is tracked, what kinds of change it has, and
          which of them a policy doesn't allow, with any editor's work: drop the original and the edited copy at{" "}
          <Link to="/integrity/check">check an edited manuscript</Link>. Both are read in your browser, and nothing is
          uploaded.
        </p>
      </ProsePart>
      <ProsePart title="The certificate">
        <p>
          Once your work is delivered, you can request a certificate. It says what was done, how many changes of each
          kind were made, and what wasn't done. It's free, and you choose whether to include the title and your name.
        </p>
        <p>
          The certificate is tied to your text. Anyone who receives it can scan its code, drop in the file they were
          sent, and see how much of it is the edited text and which sentences aren't. Their browser compares the file,
          so it's never sent to anyone, including us. <Link to="/integrity/verify">Check a certificate</Link>.
        </p>
      </ProsePart>
      <ProsePart title="Confidentiality">
        <p>
          Your manuscript is unpublished work. Editors agree in writing to keep it confidential, and not to put any of
          it into outside services that store or learn from it. Invited editors see at most {sampleWords} words of the
          body, without the title, names, or references, and you can turn that off. We never email files.
        </p>
      </ProsePart>
      <ProsePart title="More">
        <p>
          The <Link to="/academic-disclaimer">academic disclaimer</Link> sets this out as contract terms. If you're not
          sure what's allowed in your case, <Link to="/contact">ask us</Link> before you order.
        </p>
      </ProsePart>
    </Prose>
  );
}
