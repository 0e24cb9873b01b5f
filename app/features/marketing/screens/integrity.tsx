import { Link } from "react-router";
import { SERVICES, SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { pageMeta } from "#app/platform/rules/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/page-handle.ts";
import { config } from "#app/platform/server/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/structured-data.tsx";
import { Prose, ProseHead, ProsePart, WordTable } from "../ui/prose.tsx";
import type { Route } from "./+types/integrity";

export const handle = { readOnly: true } satisfies PageHandle;

export function loader() {
  const { siteName, origins } = config();
  return { siteName, origin: origins.site };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Academic integrity",
        path: "/integrity",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "What an editor may change in a thesis or an article and what stays with its author, the kinds of rules that universities have, and how to show what help you had.",
      })
    : [];

const TOUCHES: Record<Service, { may: string; leaves: string }> = {
  proofreading: {
    may: "Spelling, grammar, punctuation, consistency of terms and style.",
    leaves: "Wording that is correct, however plain; order; argument.",
  },
  copyediting: {
    may: "All that, and sentences: clearer, shorter, idiomatic, in the register of the field.",
    leaves: "What the sentence claims; the order of paragraphs and sections.",
  },
  substantive: {
    may: "All that, and how paragraphs and sections lead from one to the next; repetition, gaps, what should come first.",
    leaves: "The findings, the data, the conclusions. Where they do not hold together the editor says so in a comment.",
  },
  expert: {
    may: "All that, by a scholar with a doctorate in the subject, who also asks what a reviewer would ask.",
    leaves: "The same. Questions of substance are put to you in comments, and the answers are yours to write.",
  },
};

/** What editing may do, what rules there are about it, and what this system does to keep to them. */
export default function Integrity({ loaderData }: Route.ComponentProps) {
  const { siteName, origin } = loaderData;
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
          Editing changes how a text says something. What it says, and whether it is true, belongs to the author. Here
          is where that line runs, and how anyone can check that it was kept.
        </p>
      </ProseHead>
      <ProsePart title="What an editor may do" wide>
        <WordTable
          caption="What each service may change"
          head={["Service", "May be changed", "Is left alone"]}
          rows={SERVICES.map((service) => [SERVICE_LABELS[service], TOUCHES[service].may, TOUCHES[service].leaves])}
        />
      </ProsePart>
      <ProsePart title="What no editor does">
        <ul>
          <li>Write passages, answers or whole works that somebody else will hand in or publish as their own.</li>
          <li>
            Add findings, data, arguments or references, or change a figure. A figure that looks wrong gets a comment.
          </li>
          <li>Rework copied text, or text written by a machine, so that it is not recognised.</li>
          <li>Take on work that is to be marked where the university forbids help with it.</li>
        </ul>
        <p>
          Orders of that kind are refused; the <Link to="/acceptable-use-policy">acceptable use policy</Link> has the
          details.
        </p>
      </ProsePart>
      <ProsePart title="Rules that universities have">
        <p>
          There is no common rule. Most are of one of these kinds, and which one binds you is for you to find out: in
          the regulations for your degree, in the guide for examinations, or from your supervisor.
        </p>
        <ul>
          <li>
            <b>No help by third parties.</b> Often for examinations and for shorter work that is marked. Do not order
            editing for it.
          </li>
          <li>
            <b>Point out, do not rewrite.</b> Errors may be marked and explained, the author makes the correction.
            Choose proofreading, and ask in the instructions for comments in place of changes.
          </li>
          <li>
            <b>Language only.</b> Spelling, grammar and punctuation may be corrected; structure, argument and content
            may not. Choose proofreading.
          </li>
          <li>
            <b>Allowed, if it is declared.</b> The thesis names who helped and how. The counts of changes on the page of
            the order, and the tracked copy itself, say it exactly.
          </li>
          <li>
            <b>Allowed, and recommended.</b> The rule for most journals before submission. Some ask that it be named in
            the acknowledgements.
          </li>
        </ul>
        <p>
          Write the rule that binds you into the instructions of the order. It then limits what the editor changes,
          whichever service was ordered, and an instruction that was ignored means that the work is done again.
        </p>
      </ProsePart>
      <ProsePart title="What the system does about it">
        <ul>
          <li>
            <b>Nothing is changed out of sight.</b> With every tracked change rejected, the editor’s copy must be your
            text again, word for word. Otherwise it cannot be handed in.
          </li>
          <li>
            <b>It is counted.</b> Insertions, deletions and comments are counted by section and shown to you with the
            work.
          </li>
          <li>
            <b>You decide.</b> Each change can be accepted or rejected in Word. The clean copy, with all of them
            accepted, is a convenience and not a verdict.
          </li>
          <li>
            <b>Versions stay as they are.</b> What you sent and what came back is numbered and cannot be altered
            afterwards.
          </li>
        </ul>
        <p>What it cannot do is know your university’s rules, or see what happens to the text after you have it.</p>
      </ProsePart>
      <ProsePart title="The certificate">
        <p>
          When the work has been delivered, you can have a certificate of it: what was done, how many changes of each
          kind there were, and what was not done. It is free, made only if you ask, and you choose whether the title and
          your name are on it.
        </p>
        <p>
          It is bound to the text. Whoever gets it scans the code on it, drops the file that they were sent, and sees
          how much of it is the edited text and which sentences are not. The file is compared in their own browser and
          is sent to nobody, not to us either. <Link to="/integrity/verify">Check a certificate</Link>.
        </p>
      </ProsePart>
      <ProsePart title="Confidential">
        <p>
          A manuscript is unpublished work. Editors sign that they keep it secret and put no part of it into outside
          services that keep or learn from what they are given. Editors who are invited see at most 150 words of the
          body, without title, names or references, and you can switch that off. Files are never sent by e-mail.
        </p>
      </ProsePart>
      <ProsePart title="More">
        <p>
          The <Link to="/academic-disclaimer">academic disclaimer</Link> says the same as terms of the contract. If you
          are not sure whether your case is allowed, <Link to="/contact">ask us</Link> before you order.
        </p>
      </ProsePart>
    </Prose>
  );
}
