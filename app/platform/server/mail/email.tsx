import { count } from "#app/platform/rules/core/count.ts";
import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Hr,
  Html,
  Img,
  Link,
  Preview,
  Section,
  Text,
} from "@react-email/components";
import { render } from "@react-email/render";
import { Fragment } from "react";
import { addressOn } from "../../rules/requests/origins.ts";
import {
  type EmailBlock,
  OUR_LANGUAGE,
  type TemplateContent,
  type TemplateValues,
  fillTemplate,
} from "../../rules/mail/email-template.ts";
import { config } from "../core/config.ts";
import { emailBrand, templateFor } from "./templates.ts";

/** The parts of our emails: a heading, plain paragraphs, and at most one button. */
export type EmailText = {
  /** Which email it is, for operators who write its words themselves. */
  key: string;
  /** Who reads it, as placeholders and the choice of a language need it. */
  reader?: { uid?: string; email?: string; name: string; timeZone?: string };
  /** What placeholders stand for besides the reader and the site. */
  values?: TemplateValues;
  heading: string;
  /** The first is the greeting. */
  paragraphs: readonly string[];
  /** What people wrote, as they wrote it, after the first paragraph. Long texts are cut, with a link to the rest. */
  quotes?: readonly EmailQuote[];
  /** A list below the paragraphs, each line with or without a link. */
  lines?: readonly { title: string; detail: string; url: string | null }[];
  button?: { label: string; url: string };
  /** Why this person gets it. */
  footer?: string;
  /** What an inbox shows beside the subject. Defaults to the first paragraph after the greeting. */
  preheader?: string;
  /** The unsubscribe link and its label. */
  end?: { url: string; label: string };
};

export type EmailQuote = {
  by: string;
  text: string;
  /** How many files came with it. They are never sent by email. */
  files: number;
  /** Where the rest and the files are. */
  url: string;
};

/** Enough for nearly every message. */
const QUOTED = 3_000;

/** The beginning of a text, cut between words. */
function cutOf(text: string): { text: string; cut: boolean } {
  if (text.length <= QUOTED) return { text, cut: false };
  const head = text.slice(0, QUOTED);
  return { text: `${head.slice(0, Math.max(head.search(/\s\S*$/), QUOTED - 100)).trimEnd()}…`, cut: true };
}

/** What is to be said about the part of a message that isn't in the email, or null. */
const restOf = ({ files }: EmailQuote, cut: boolean): string | null => {
  const of = count(files, "file");
  if (cut) return files > 0 ? `Read the rest and download ${of}` : "Read the rest";
  return files > 0 ? `Download ${of}` : null;
};

const serif = 'Newsreader, Georgia, "Times New Roman", serif';
const sans = 'Inter, "Helvetica Neue", Helvetica, Arial, sans-serif';

/** Dark colors for readers whose inbox is dark. Mail clients that ignore the rule show the light email. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.paper{background-color:#1d1a16!important;color:#ece4d6!important}.ink{color:#ece4d6!important}.soft,.soft a{color:#b5ab9a!important}.press{color:#a9c3e6!important}.rule,.quote{border-color:#3c362d!important}.button{background-color:#a9c3e6!important;color:#171c26!important}.button span{color:#171c26!important}}`;

/** Quotes follow the greeting and the sentence that says what happened. */
const AFTER = 1;

/** An email as it's shown: in our words or an operator's, with the parts in their order. */
type Shown = {
  language: string;
  heading: string;
  blocks: readonly EmailBlock[];
  /** The source of the logo, and its height; null for the site's name. */
  logo: { url: string; height: number } | null;
} & Pick<EmailText, "quotes" | "lines" | "button" | "footer" | "preheader" | "end">;

const ourBlocks = ({ paragraphs }: EmailText): EmailBlock[] => [
  ...paragraphs.slice(0, AFTER + 1).map((paragraph) => ({ paragraph })),
  "quotes",
  ...paragraphs.slice(AFTER + 1).map((paragraph) => ({ paragraph })),
  "lines",
  "button",
];
const paragraphsOf = ({ blocks }: Shown): string[] =>
  blocks.flatMap((block) => (typeof block === "string" ? [] : [block.paragraph]));

const preheaderOf = (email: Shown): string =>
  email.preheader ??
  email.quotes?.[0]?.text.replaceAll(/\s+/g, " ").slice(0, 150) ??
  paragraphsOf(email).find((p) => !p.endsWith(",")) ??
  email.heading;
const footerOf = (email: Pick<EmailText, "footer">, siteName: string): string =>
  email.footer ?? `You're getting this email because you have an account at ${siteName}.`;

const soft = { fontFamily: sans, fontSize: 13, lineHeight: "19px", color: "#5b6070" };

function Paragraph({ text }: { text: string }) {
  return (
    <Text
      className="ink"
      style={{
        color: "#1b1f2a",
        fontFamily: sans,
        fontSize: 15,
        lineHeight: "23px",
        margin: "0 0 14px",
        whiteSpace: "pre-line",
      }}
    >
      {text}
    </Text>
  );
}

/** What people wrote, the list, or the button. */
function Part({ email, part }: { email: Shown; part: "quotes" | "lines" | "button" }) {
  if (part === "quotes") return email.quotes?.map((quote, at) => <Quote key={at} quote={quote} />);
  if (part === "button")
    return email.button ? (
      <Section style={{ margin: "22px 0" }}>
        <Button
          href={email.button.url}
          className="button"
          style={{
            backgroundColor: "#1f3a5f",
            color: "#ffffff",
            fontFamily: sans,
            borderRadius: 4,
            padding: "12px 20px",
            fontSize: 15,
            fontWeight: 600,
          }}
        >
          {email.button.label}
        </Button>
        <Text className="soft" style={{ ...soft, margin: "10px 0 0", wordBreak: "break-all" }}>
          {email.button.url}
        </Text>
      </Section>
    ) : null;
  return email.lines?.map(({ title, detail, url }, i) => (
    // eslint-disable-next-line react/no-array-index-key -- two lines may say the same
    <Text
      key={i}
      className="ink"
      style={{ color: "#1b1f2a", fontFamily: sans, fontSize: 15, lineHeight: "22px", margin: "0 0 12px" }}
    >
      {url ? (
        <Link href={url} className="press" style={{ color: "#1f3a5f", textDecoration: "underline" }}>
          {title}
        </Link>
      ) : (
        <strong>{title}</strong>
      )}
      <br />
      <span className="soft" style={soft}>
        {detail}
      </span>
    </Text>
  ));
}

function EmailBody({ email, siteName }: { email: Shown; siteName: string }) {
  const ink = { color: "#1b1f2a" };
  return (
    <Html lang={email.language}>
      <Head>
        <title>{email.heading}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: DARK }} />
      </Head>
      <Preview>{preheaderOf(email)}</Preview>
      <Body className="paper" style={{ backgroundColor: "#fbfaf7", ...ink, fontFamily: sans, margin: 0 }}>
        {/* A wrapper of its own, since some inboxes drop the body element, and the dark colors need an element
            behind all text. */}
        <Section className="paper" style={{ backgroundColor: "#fbfaf7" }}>
          <Container style={{ maxWidth: 600, padding: "32px 24px" }}>
            {email.logo ? (
              <Img src={email.logo.url} alt={siteName} height={email.logo.height} style={{ display: "block" }} />
            ) : (
              <Text
                className="press"
                style={{ fontFamily: serif, fontSize: 22, lineHeight: "28px", margin: 0, color: "#1f3a5f" }}
              >
                {siteName}
              </Text>
            )}
            <Hr className="rule" style={{ borderColor: "#e4e0d8", margin: "12px 0 24px" }} />
            <Heading
              as="h1"
              className="ink"
              style={{
                ...ink,
                fontFamily: serif,
                fontWeight: 500,
                fontSize: 24,
                lineHeight: "30px",
                margin: "0 0 16px",
              }}
            >
              {email.heading}
            </Heading>
            {email.blocks.map((block, i) => (
              // eslint-disable-next-line react/no-array-index-key -- two paragraphs may say the same
              <Fragment key={i}>
                {typeof block === "string" ? <Part email={email} part={block} /> : <Paragraph text={block.paragraph} />}
              </Fragment>
            ))}
            <Hr className="rule" style={{ borderColor: "#e4e0d8", margin: "24px 0 12px" }} />
            <Text className="soft" style={{ ...soft, margin: 0 }}>
              {footerOf(email, siteName)}
            </Text>
            {email.end ? (
              <Text className="soft" style={{ ...soft, margin: "8px 0 0" }}>
                <Link href={email.end.url} style={{ color: "#5b6070", textDecoration: "underline" }}>
                  {email.end.label}
                </Link>
              </Text>
            ) : null}
          </Container>
        </Section>
      </Body>
    </Html>
  );
}

function Quote({ quote }: { quote: EmailQuote }) {
  const { text, cut } = cutOf(quote.text);
  const rest = restOf(quote, cut);
  const line = { fontFamily: sans, fontSize: 13, lineHeight: "19px" };
  return (
    <Section
      className="quote"
      style={{ borderLeft: "3px solid #c9c1b2", padding: "2px 0 2px 14px", margin: "4px 0 18px" }}
    >
      <Text className="soft" style={{ ...line, color: "#5b6070", margin: "0 0 4px" }}>
        {quote.by}
      </Text>
      <Text
        className="ink"
        style={{
          color: "#1b1f2a",
          fontFamily: sans,
          fontSize: 15,
          lineHeight: "23px",
          margin: 0,
          whiteSpace: "pre-wrap",
          overflowWrap: "anywhere",
        }}
      >
        {text}
      </Text>
      {rest ? (
        <Text style={{ ...line, margin: "6px 0 0" }}>
          <Link href={quote.url} className="press" style={{ color: "#1f3a5f", textDecoration: "underline" }}>
            {rest}
          </Link>
        </Text>
      ) : null}
    </Section>
  );
}

/** A quotation as plain text, marked so that it can't be taken for our words. */
function plainQuote(quote: EmailQuote): string {
  const { text, cut } = cutOf(quote.text);
  const rest = restOf(quote, cut);
  const said = text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
  return [`${quote.by}:`, said, rest ? `${rest}:\n${quote.url}` : null].filter(Boolean).join("\n\n");
}

/** The same email as plain text, with every link visible on its own line. */
function plainText(email: Shown, siteName: string): string {
  const parts = [
    email.heading,
    ...email.blocks.flatMap((block): (string | null)[] => {
      if (typeof block !== "string") return [block.paragraph];
      if (block === "quotes") return (email.quotes ?? []).map(plainQuote);
      if (block === "button") return [email.button ? `${email.button.label}:\n${email.button.url}` : null];
      return (email.lines ?? []).map(({ title, detail, url }) => [title, detail, url].filter(Boolean).join("\n"));
    }),
    "--",
    footerOf(email, siteName),
    email.end ? `${email.end.label}:\n${email.end.url}` : null,
  ];
  return `${parts.filter((it) => it !== null && it !== "").join("\n\n")}\n`;
}

/** What every placeholder list has: the reader, the site, and our subject. */
export const commonValues = (email: EmailText): TemplateValues => ({
  ...email.values,
  greeting: email.paragraphs[0] ?? "",
  name: email.reader?.name ?? "",
  site: config().siteName,
  subject: email.heading,
});

type Brand = Awaited<ReturnType<typeof emailBrand>>;
type Template = { language: string; content: TemplateContent };

function shownAs(email: EmailText, template: Template | null, brand: Brand): Shown {
  const { siteName, origins } = config();
  const logo =
    brand.versionId !== null && brand.logoHeight > 0
      ? { url: addressOn(origins.public, `/api/email-logo/${brand.versionId}`), height: brand.logoHeight }
      : null;
  if (!template) return { ...email, language: OUR_LANGUAGE, logo, blocks: ourBlocks(email) };
  const { language, content } = template;
  const filled = fillTemplate(
    content,
    {
      heading: email.heading,
      paragraphs: email.paragraphs,
      button: email.button?.label ?? null,
      footer: footerOf(email, siteName),
    },
    commonValues(email),
    { language, timeZone: email.reader?.timeZone ?? "UTC" },
  );
  const { preheader: _, ...rest } = email;
  return {
    ...rest,
    language,
    logo,
    heading: filled.subject,
    blocks: filled.blocks,
    footer: filled.footer,
    ...(email.button && filled.button !== null ? { button: { ...email.button, label: filled.button } } : {}),
    ...(email.end && language !== OUR_LANGUAGE && brand.unsubscribe
      ? { end: { ...email.end, label: brand.unsubscribe } }
      : {}),
  };
}

/** An email as HTML and as plain text, and its subject if an operator wrote its words. */
export async function renderEmail(email: EmailText): Promise<{ html: string; text: string; subject?: string }> {
  const template = await templateFor(email.key, email.reader ?? {});
  const rendered = await renderWith(email, template, await emailBrand());
  return template ? rendered : { html: rendered.html, text: rendered.text };
}

/** The same with a template and a brand that may not be in use, for a preview. */
export async function renderWith(
  email: EmailText,
  template: Template | null,
  brand: Brand,
): Promise<{ html: string; text: string; subject: string }> {
  const { siteName } = config();
  const shown = shownAs(email, template, brand);
  return {
    html: await render(<EmailBody email={shown} siteName={siteName} />),
    text: plainText(shown, siteName),
    subject: shown.heading,
  };
}
