/** An identity provider that speaks OpenID Connect. */
export type SignInProvider = {
  /** Its name in addresses and in the database. */
  id: string;
  /** What its tokens prove about an email address depends on this. */
  kind: "orcid" | "google" | "microsoft" | "oidc";
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name on buttons. */
  label: string;
  /** The email domains that may sign in with it; null if every address may. */
  allowedDomains: readonly string[] | null;
};
