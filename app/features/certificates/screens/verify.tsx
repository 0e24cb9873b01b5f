import { Link, redirect } from "react-router";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { config } from "#app/platform/server/core/config.ts";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { readCertificateId } from "#app/features/documents/rules/certificate/certificate.ts";
import { verifyPath } from "../rules/certificate-facts.ts";
import styles from "../ui/certificate.module.css";
import type { Route } from "./+types/verify";

export const handle = { readOnly: true } satisfies PageHandle;

export function loader({ request }: Route.LoaderArgs) {
  const { siteName, origins } = config();
  const typed = new URL(request.url).searchParams.get("id");
  const id = typed === null ? null : readCertificateId(typed);
  if (id) throw redirect(verifyPath(id));
  return { siteName, origin: origins.site, wrong: typed !== null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Verify an editing certificate",
        path: "/integrity/verify",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Enter a certificate's ID to see what was edited and how much, or scan its QR code to compare a file with the edited text in your browser.",
      })
    : [];

/** The start page for certificate holders: where to enter the ID, and what the QR code is for. */
export default function Verify({ loaderData }: Route.ComponentProps) {
  const { siteName, origin, wrong } = loaderData;
  return (
    <article className={styles.page}>
      <StructuredData
        data={[
          {
            "@type": "WebPage",
            name: "Verify an editing certificate",
            url: `${origin}/integrity/verify`,
            isPartOf: { "@id": `${origin}/#website` },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Academic integrity", path: "/integrity" },
            { name: "Verify a certificate", path: "/integrity/verify" },
          ]),
        ]}
      />
      <header className={styles.head}>
        <h1>Verify an editing certificate</h1>
        <p className={styles.soft}>
          A certificate shows what {siteName} changed in a text and how much. It's tied to that text, so you can compare
          a file with it sentence by sentence.
        </p>
      </header>
      <section className={styles.part} aria-labelledby="by-id">
        <h2 id="by-id">With the ID</h2>
        <form method="get" action="/integrity/verify" className={styles.ask}>
          {/* Short on purpose, so that a full URL with the key doesn't fit and is never sent. */}
          <label>
            Certificate ID
            <input
              name="id"
              required
              maxLength={16}
              placeholder="7K3MQ-X9T2B"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              aria-invalid={wrong || undefined}
              aria-describedby={wrong ? "wrong" : undefined}
            />
          </label>
          <button type="submit">View certificate</button>
        </form>
        {wrong ? (
          <p id="wrong" className={styles.wrong}>
            This isn't a certificate ID. An ID has ten letters and digits, such as 7K3MQ-X9T2B. To use the certificate's
            link, open it in your browser's address bar.
          </p>
        ) : null}
        <p className={styles.soft}>You'll see what it says and whether it's still valid.</p>
      </section>
      <section className={styles.part} aria-labelledby="by-code">
        <h2 id="by-code">With the QR code</h2>
        <p>
          Scan the QR code or open the link below it. The same page opens, this time with the key. Drop the thesis or
          article you received to see how much of it is the edited text and which sentences aren't.
        </p>
        <p>The file is read in your browser. Nothing is uploaded.</p>
      </section>
      <section className={styles.part} aria-labelledby="what">
        <h2 id="what">What it can and can't show</h2>
        <p>
          It shows that a human editor edited the language of this exact text, how many changes of each kind there were,
          and that every change was visible to the author. It doesn't show who wrote the text or whether it is correct.
        </p>
        <p>
          We compare sentences of eight words or more, regardless of layout, quotation marks, and file format. A
          sentence counts as different if a word, capital letter, or comma has changed since.
        </p>
        <p>
          We store none of the certified text's sentences, only a keyed hash of each. The key exists only on the
          certificate, in the part of its link that browsers never send. A certificate is issued only when an author
          asks for it, and the author can revoke it at any time.
        </p>
        <p>
          More on <Link to="/integrity">what editing may change and what remains the author's responsibility</Link>.
        </p>
      </section>
    </article>
  );
}
