import { Form, Link, redirect } from "react-router";
import { actorContext } from "#app/context.ts";
import { HumanCheck } from "#app/features/accounts/ui/sign-in/human-check.tsx";
import type { PageHandle } from "#app/platform/browser/core/page-handle.ts";
import { pageMeta } from "#app/platform/rules/public-pages/page-meta.ts";
import { config } from "#app/platform/server/core/config.ts";
import { pageAction } from "#app/platform/server/requests/page-frame.ts";
import { NativeSelect, TextInput, Textarea } from "#app/ui/fields.tsx";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { Columns, Page, PageTitle, Sheet } from "#app/ui/page.tsx";
import { StructuredData, breadcrumbs } from "#app/ui/frame/structured-data.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CONTACT_LIMITS, CONTACT_TOPICS, CONTACT_TOPIC_WORDS, isContactTopic } from "../rules/contact-message.ts";
import { submitContact, typedContact } from "../server/contact/submit-contact.ts";
import styles from "./contact.module.css";
import type { Route } from "./+types/contact";

export const handle = { deferHydration: true } satisfies PageHandle;

export function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { siteName, origins, mail } = config();
  const asked = url.searchParams.get("topic");
  return {
    siteName,
    origin: origins.site,
    key: crypto.randomUUID(),
    writeTo: /<([^<>]+)>/.exec(mail.from)?.[1] ?? mail.from,
    name: actor.kind === "person" ? actor.displayName : "",
    email: actor.kind === "person" ? actor.email : "",
    topic: isContactTopic(asked) ? asked : "",
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? pageMeta({
        title: "Contact",
        path: "/contact",
        origin: loaderData.origin,
        siteName: loaderData.siteName,
        description:
          "Contact our team with a question before you order, about an order or a payment, or about working as an editor.",
      })
    : [];

export const action = pageAction<Route.ActionArgs, object, ReturnType<typeof typedContact>>({
  only: async ({ actor, request, form }) => {
    await submitContact(actor, request, form);
    throw redirect("/thanks?for=contact");
  },
  typed: ({ form }) => typedContact(form),
});

export { clientAction } from "#app/platform/browser/core/client-action.ts";

/** Anyone can send support a message here. */
export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { origin, siteName, key, writeTo } = loaderData;
  const problem = actionData?.error;
  const typed = actionData?.typed ?? loaderData;
  return (
    <Page>
      <StructuredData
        data={[
          {
            "@type": "ContactPage",
            name: `Contact ${siteName}`,
            url: `${origin}/contact`,
            isPartOf: { "@id": `${origin}/#website` },
          },
          breadcrumbs(origin, [
            { name: siteName, path: "/" },
            { name: "Contact", path: "/contact" },
          ]),
        ]}
      />
      <PageTitle title="Contact" lede="A real person reads your message and answers by email." />
      <Columns
        main={
          <Sheet>
            <Form method="post" className={styles.form} noValidate>
              <ErrorNote problem={problem} />
              <input type="hidden" name="key" value={key} readOnly suppressHydrationWarning />
              <div className={styles.pair}>
                <TextInput
                  id="name"
                  name="name"
                  label="Name"
                  autoComplete="name"
                  maxLength={CONTACT_LIMITS.name}
                  required
                  defaultValue={typed.name}
                  error={fieldError(problem, "name")}
                />
                <TextInput
                  id="email"
                  name="email"
                  type="email"
                  label="Email"
                  autoComplete="email"
                  maxLength={CONTACT_LIMITS.email}
                  required
                  defaultValue={typed.email}
                  error={fieldError(problem, "email")}
                />
              </div>
              <NativeSelect
                id="topic"
                name="topic"
                label="Topic"
                required
                defaultValue={typed.topic}
                error={fieldError(problem, "topic")}
                data={[
                  { value: "", label: "Choose a topic" },
                  ...CONTACT_TOPICS.map((value) => ({ value, label: CONTACT_TOPIC_WORDS[value] })),
                ]}
              />
              <Textarea
                id="message"
                name="message"
                label="Message"
                description="If it's about an order, include its number. Please don't send your manuscript here."
                rows={9}
                maxLength={CONTACT_LIMITS.message}
                required
                defaultValue={"message" in typed ? typed.message : ""}
                error={fieldError(problem, "message")}
              />
              <HumanCheck error={fieldError(problem, "humanCheck")} writeTo={writeTo} />
              <div>
                <SubmitButton pending="Sending">Send message</SubmitButton>
              </div>
            </Form>
          </Sheet>
        }
        side={
          <div className={styles.side}>
            <h2>Quick answers</h2>
            <dl>
              <dt>How much does editing cost?</dt>
              <dd>
                Upload your manuscript on <Link to="/order/new">the order page</Link> to see your price instantly. No
                account needed. All rates are under <Link to="/pricing">Prices</Link>.
              </dd>
              <dt>Questions about an order</dt>
              <dd>Write on the order page. Your editor and support can see your message there.</dd>
              <dt>Can an editor work on my thesis?</dt>
              <dd>
                See what an editor may and may not do under <Link to="/integrity">Academic integrity</Link>.
              </dd>
            </dl>
          </div>
        }
      />
    </Page>
  );
}
