import type { DocumentQueryView } from "../../server/work/list-document-queries.ts";

/** The fields that every form about a question has. */
export function About({ query }: { query: DocumentQueryView }) {
  return (
    <>
      <input type="hidden" name="intent" value="document_query" />
      <input type="hidden" name="queryId" value={query.id} />
      <input type="hidden" name="version" value={query.version} />
    </>
  );
}
