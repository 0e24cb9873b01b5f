import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Section, Text } from "@react-email/components";
import { render, toPlainText } from "@react-email/render";
import { config } from "./config.ts";

/** What every letter of the product is made of: a heading, plain paragraphs, at most one button. */
export type LetterText = {
  heading: string;
  paragraphs: readonly string[];
  button?: { label: string; url: string };
  /** Why this person gets it. */
  footer?: string;
};

const serif = 'Newsreader, Georgia, "Times New Roman", serif';
const sans = 'Inter, "Helvetica Neue", Helvetica, Arial, sans-serif';

function LetterBody({ letter, siteName }: { letter: LetterText; siteName: string }) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{letter.paragraphs[0] ?? letter.heading}</Preview>
      <Body style={{ backgroundColor: "#fbfaf7", color: "#1b1f2a", fontFamily: sans, margin: 0 }}>
        <Container style={{ maxWidth: 560, padding: "32px 24px" }}>
          <Text style={{ fontFamily: serif, fontSize: 22, margin: 0, color: "#1f3a5f" }}>{siteName}</Text>
          <Hr style={{ borderColor: "#e4e0d8", margin: "12px 0 24px" }} />
          <Heading as="h1" style={{ fontFamily: serif, fontWeight: 500, fontSize: 24, lineHeight: "30px", margin: "0 0 16px" }}>{letter.heading}</Heading>
          {letter.paragraphs.map((p) => (
            <Text key={p} style={{ fontSize: 15, lineHeight: "23px", margin: "0 0 14px" }}>{p}</Text>
          ))}
          {letter.button ? (
            <Section style={{ margin: "22px 0" }}>
              <Button href={letter.button.url} style={{ backgroundColor: "#1f3a5f", color: "#ffffff", borderRadius: 4, padding: "12px 20px", fontSize: 15 }}>{letter.button.label}</Button>
              <Text style={{ fontSize: 13, lineHeight: "19px", color: "#5b6070", wordBreak: "break-all" }}>{letter.button.url}</Text>
            </Section>
          ) : null}
          <Hr style={{ borderColor: "#e4e0d8", margin: "24px 0 12px" }} />
          <Text style={{ fontSize: 13, lineHeight: "19px", color: "#5b6070", margin: 0 }}>{letter.footer ?? `You get this because you have an account at ${siteName}. Manuscripts are never sent by e-mail.`}</Text>
        </Container>
      </Body>
    </Html>
  );
}

/** A letter as HTML and as plain text. */
export async function renderLetter(letter: LetterText): Promise<{ html: string; text: string }> {
  const html = await render(<LetterBody letter={letter} siteName={config().siteName} />);
  return { html, text: toPlainText(html) };
}
