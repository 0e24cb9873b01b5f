import { Link } from "react-router";

/** The terms accepted by clicking the pay button, recorded by start-payment.ts. */
export function PayTerms() {
  return (
    <>
      By paying you accept the <Link to="/terms">terms</Link> and the{" "}
      <Link to="/refund-revision-policy">refund and revision policy</Link>.
    </>
  );
}
