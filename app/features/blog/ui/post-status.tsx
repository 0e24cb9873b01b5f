import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { POST_STATUS_WORDS, type PostStatus } from "../rules/post-flow.ts";

const TONES: Record<PostStatus, StatusTone> = { draft: "neutral", scheduled: "waiting", published: "done" };

export const PostStatusBadge = ({ status }: { status: PostStatus }) => (
  <StatusBadge tone={TONES[status]}>{POST_STATUS_WORDS[status]}</StatusBadge>
);
