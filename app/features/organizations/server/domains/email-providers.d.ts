declare module "email-providers" {
  /** Domains where anybody can get an address, in small letters. */
  const domains: readonly string[];
  export default domains;
}
