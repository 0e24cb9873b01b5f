import { data } from "react-router";
import { NotFound } from "#app/ui/frame/error-page.tsx";

export const loader = () => data(null, { status: 404 });
export const meta = () => [{ title: "Page not found" }, { name: "robots", content: "noindex" }];

export default function NotFoundPage() {
  return <NotFound />;
}
