/** The mailbox behind an address, for limits per person: lowercase, without a "+alias", and for Gmail without dots. */
export function unaliasedEmail(email: string): string {
  const [name = "", domain = ""] = email.trim().toLowerCase().split("@");
  const bare = name.split("+")[0]!;
  return domain === "gmail.com" || domain === "googlemail.com"
    ? `${bare.replaceAll(".", "")}@gmail.com`
    : `${bare}@${domain}`;
}
