import { Link } from "react-router";
import { Notice } from "#app/ui/notice.tsx";

/** Shown instead of the drop zone while we aren't taking orders. */
export function OpeningSoon() {
  return (
    <Notice tone="info" title="Opening soon">
      We're not taking orders yet. You can work out what your manuscript will cost on our{" "}
      <Link to="/pricing">prices page</Link>, or <Link to="/contact">write to us</Link> and we'll tell you when we open.
      Editors can <Link to="/editor-signup">apply now</Link>.
    </Notice>
  );
}
