/** The page of an email's words in a language. */
export const templatePath = ({ email, language }: { email: string; language: string }): string =>
  `/admin/email/templates/${encodeURIComponent(email)}?language=${encodeURIComponent(language)}`;
