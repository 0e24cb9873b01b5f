import { Link } from "react-router";
import { QA_POLICY } from "#app/features/orders/rules/qa.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/editor-pay.ts";
import { pageMeta } from "#app/platform/rules/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/page-handle.ts";
import { config } from "#app/platform/server/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/structured-data.tsx";
import { organization } from "../rules/structured.ts";
import { Prose, ProseHead, ProsePart } from "../ui/prose.tsx";
import type { Route } from "./+types/about";

export const handle = { readOnly: true } satisfies PageHandle;

export function loader() {
  const { siteName, origins, debtor } = config();
  return { siteName, origin: origins.site, house: { name: debtor.name, town: debtor.town, country: debtor.country } };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `About ${loaderData.siteName}`,
        path: "/about",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Editing of academic texts by people who know the field, with every change tracked: who does the work, how it is checked, and where the money goes.",
      })
    : [];

const percent = (bp: number): string => `${bp / 100} %`;
const countryName = (code: string): string => new Intl.DisplayNames("en", { type: "region" }).of(code) ?? code;

/** What this is, who does the work, where the money goes. */
export default function About({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, house } = loaderData;
  const shares = Object.values(PAY_POLICY.shareBp);
  return (
    <Prose>
      <StructuredData
        data={[
          {
            "@type": "AboutPage",
            name: `About ${siteName}`,
            url: `${origin}/about`,
            mainEntity: { "@id": `${origin}/#organization` },
          },
          organization(siteName, origin),
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "About", path: "/about" },
          ]),
        ]}
      />
      <ProseHead title={`${siteName} edits academic texts, and shows its work.`}>
        <p>
          An author sends a manuscript. An editor who knows the field corrects it in Word with tracked changes. The
          author sees each change and decides.
        </p>
      </ProseHead>
      <ProsePart title="Why tracked">
        <p>
          A corrected text is worth little if nobody can tell what was corrected. A student has to say what help was
          given; a researcher has to answer for every figure and every claim; both learn from seeing what was changed.
        </p>
        <p>
          So no edit is made here that the author cannot see. When an editor hands in, the system takes the document
          apart, rejects every change in it, and compares what is left with the manuscript that was sent. If one word
          differs, the hand-in stops and the editor is shown where. The clean copy is made from the tracked copy by the
          system, not typed by anyone.
        </p>
      </ProsePart>
      <ProsePart title="Who does the work">
        <p>
          Editors are independent. They have a degree in the fields they edit, have proved who they are, and have signed
          an <Link to="/editor-agreement">agreement</Link> that binds them to confidentiality. They choose how many
          words a week they take, and which invitations they accept.
        </p>
        <p>
          The first {QA_POLICY.firstOrders} orders of every editor are read by a second person before the author gets
          them. So is all expert editing, and one in {QA_POLICY.sampleOneIn} of the other orders, drawn by lot. The
          reviewer marks the work out of 100; under {QA_POLICY.passMark}, or with an instruction ignored, it goes back
          to the editor first.
        </p>
        <p>
          Support answers authors and editors. Admins run the money. A payout needs two of them: one prepares it,
          another approves it.
        </p>
      </ProsePart>
      <ProsePart title="Where the money goes">
        <p>
          The editor gets between {percent(Math.min(...shares))} and {percent(Math.max(...shares))} of the list price,
          by experience; on expert orders the second reader is paid first. Discounts are ours to bear: an editor’s pay
          does not fall because an author had a coupon.
        </p>
        <p>
          The price is known before anyone signs up, and it stands on a receipt line by line: author, editor and
          bookkeeping see the same one. How a refund is worked out stands in the{" "}
          <Link to="/refund-revision-policy">refund and revision policy</Link>; the amount is shown before you agree to
          it.
        </p>
      </ProsePart>
      <ProsePart title="What we leave alone">
        <p>
          The argument, the data and the conclusions are the author’s. Editors correct and advise; they do not write the
          work. What that means in practice is on the page about <Link to="/integrity">academic integrity</Link>.
        </p>
      </ProsePart>
      <ProsePart title="The dots">
        <p>
          When a proofreader has struck out a word and then thinks better of it, dots go under the word and <i>stet</i>{" "}
          beside it: let it stand. It is the one mark that says the author was right. It stands under our name.
        </p>
      </ProsePart>
      <ProsePart title="The house">
        <p>
          {siteName} is run by {house.name}
          {house.town ? `, ${house.town}` : ""}
          {house.country ? `, ${countryName(house.country)}` : ""}. <Link to="/contact">Write to us</Link>, or{" "}
          <Link to="/editor-signup">apply to work as an editor</Link>.
        </p>
      </ProsePart>
    </Prose>
  );
}
