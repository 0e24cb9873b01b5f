import type { ExplorerIndex } from "../../rules/explore/explorer-model.ts";

type Roles = Readonly<Record<string, string>>;

/** "Jonas Weber (Editor)", where it's known what an author is to the order. */
export const withRole = (name: string, roles: Roles): string =>
  Object.hasOwn(roles, name) ? `${name} (${roles[name]})` : name;

/**
 * An index in which authors are named with what they are, so that two editors' changes can be told apart everywhere.
 */
export const withRoles = <I extends Pick<ExplorerIndex, "authors" | "comments">>(index: I, roles: Roles): I => ({
  ...index,
  authors: index.authors.map((name) => withRole(name, roles)),
  comments: index.comments.map((one) => ({
    ...one,
    author: withRole(one.author, roles),
    replies: one.replies.map((reply) => ({ ...reply, author: withRole(reply.author, roles) })),
  })),
});
