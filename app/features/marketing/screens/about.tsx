import { Link } from "react-router";
import { countryName } from "#app/platform/rules/core/country.ts";
import { getSeller } from "#app/features/company/server/find-company.ts";
import { shownQa } from "#app/features/orders/server/read-qa.ts";
import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { organization } from "../rules/structured.ts";
import { Prose, ProseHead, ProsePart } from "../ui/prose.tsx";
import type { Route } from "./+types/about";

export const handle = { readOnly: true } satisfies PageHandle;

export async function loader() {
  const { siteName, origins } = config();
  const { legalName, town, country } = await getSeller();
  const { pay } = await shownPricing();
  const qa = await shownQa();
  return {
    siteName,
    origin: origins.site,
    company: { name: legalName, town, country },
    shares: Object.values(pay.shareBp),
    qa: { firstOrders: qa.firstOrders, sampleOneIn: qa.sampleOneIn, passMark: qa.passMark },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: `About ${loaderData.siteName}`,
        path: "/about",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Academic editing by people who know your field, with every change shown. Who does the work, how we check it, and where your money goes.",
      })
    : [];

const percent = (bp: number): string => `${bp / 100}%`;

/** What the company does, who does the work, and where the money goes. */
export default function About({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, company, shares, qa } = loaderData;
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
          Authors send us manuscripts. Editors who know the field correct them in Word with tracked changes. The author
          sees every change and decides what to keep.
        </p>
      </ProseHead>
      <ProsePart title="Why we track every change">
        <p>
          An edited text isn't much use if nobody can tell what changed. Students have to declare the help they had.
          Researchers have to answer for every figure and every claim. Both learn from seeing the edits.
        </p>
        <p>
          So our editors make no edit that the author can't see. When an editor submits work, we reject every tracked
          change and compare the result with the manuscript the author sent. If a single word differs, we block the
          delivery and show the editor where. We create the clean copy automatically from the tracked copy. An annotated
          PDF has to show the same pages as the author's, and edited LaTeX is compared with the author's source.
        </p>
      </ProsePart>
      <ProsePart title="Who does the work">
        <p>
          Our editors are independent. Each has a degree in the fields they edit, has verified their identity, and has
          signed an <Link to="/editor-agreement">agreement</Link> that includes confidentiality. They choose how many
          words to take on each week and which invites to accept.
        </p>
        <p>
          A second person reviews every editor's first {qa.firstOrders} orders before the author gets them. The same
          goes for all expert editing and for one in {qa.sampleOneIn} of the other orders, chosen at random. Reviewers
          score the work out of 100. If it scores below {qa.passMark} or ignores an instruction, the editor has to fix
          it before delivery.
        </p>
        <p>
          Our support team answers authors and editors. Admins handle the money. Every payout takes two of them: one to
          prepare it and another to approve it.
        </p>
      </ProsePart>
      <ProsePart title="Where the money goes">
        <p>
          Editors earn {percent(Math.min(...shares))} to {percent(Math.max(...shares))} of the list price, depending on
          experience. On expert orders the second reader is paid first. We cover discounts ourselves, so a coupon never
          reduces an editor's pay.
        </p>
        <p>
          You see the price before you sign up, on an itemized receipt. The author, the editor, and our accountants all
          see the same one. The <Link to="/refund-revision-policy">refund and revision policy</Link> explains how we
          work out refunds, and you see the amount before you agree to it.
        </p>
      </ProsePart>
      <ProsePart title="What we leave alone">
        <p>
          The argument, the data, and the conclusions belong to the author. Editors correct and advise. They don't write
          the work. Our page on <Link to="/integrity">academic integrity</Link> explains what that means in practice.
        </p>
      </ProsePart>
      <ProsePart title="Our name">
        <p>
          When a proofreader crosses out a word and then changes their mind, they put dots under it and write{" "}
          <i>stet</i> beside it. It's Latin for “leave it as it was.” Of all the proofreading marks, it's the one that
          says the author was right, and you'll find its dots under our name.
        </p>
      </ProsePart>
      <ProsePart title="The company">
        <p>
          {siteName} is run by {company.name}
          {company.town ? `, ${company.town}` : ""}
          {company.country ? `, ${countryName(company.country)}` : ""}. <Link to="/contact">Contact us</Link>, or{" "}
          <Link to="/editor-signup">apply to become an editor</Link>.
        </p>
      </ProsePart>
    </Prose>
  );
}
