import { Link } from "react-router";

/** What somebody accepts by pressing the button that pays; start-payment.ts records it. */
export function PayTerms() {
  return (
    <>
      By paying you accept the <Link to="/terms">terms</Link> and the{" "}
      <Link to="/refund-revision-policy">refund and revision policy</Link>.
    </>
  );
}
