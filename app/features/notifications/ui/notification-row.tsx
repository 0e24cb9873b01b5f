import { Box, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { relativeTime } from "#app/platform/rules/time.ts";
import type { NotificationItem } from "../server/list-notifications.ts";

const SEVERITY = ["P0", "P1", "P2"] as const;
const isExternal = (link: string): boolean => /^https?:\/\//.test(link);

/** One notification: what happened, when, how pressing. A click marks it read and opens where it leads; other sites in a new tab. */
export function NotificationRow({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const content = (
    <Box px="md" py="sm" style={{ borderTop: "1px solid var(--mantine-color-default-border)", display: "block" }}>
      <Group gap="xs" wrap="nowrap" align="baseline" justify="space-between">
        <Text size="sm" fw={item.unread ? 600 : 400}>
          {item.unread ? <span aria-hidden style={{ color: "var(--stet-vermilion, var(--mantine-color-red-7))" }}>● </span> : null}
          {item.title}
        </Text>
        <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
          {SEVERITY[item.severity]} · <Age at={item.createdAt} />
        </Text>
      </Group>
      {item.body ? <Text size="sm" c="dimmed" lineClamp={3}>{item.body}</Text> : null}
      {item.unread ? <span className="visually-hidden">Unread</span> : null}
    </Box>
  );
  const style = { color: "inherit", textDecoration: "none", display: "block" } as const;
  if (!item.link) return <button type="button" onClick={onOpen} style={{ ...style, background: "none", border: 0, padding: 0, textAlign: "left", width: "100%", font: "inherit", cursor: "pointer" }}>{content}</button>;
  if (isExternal(item.link)) return <a href={item.link} target="_blank" rel="noopener noreferrer" onClick={onOpen} style={style}>{content}</a>;
  return <Link to={item.link} onClick={onOpen} style={style}>{content}</Link>;
}

/** "5m", counted in the browser alone: server and browser need not agree on the present second. */
function Age({ at }: { at: string }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const tell = () => setText(relativeTime(new Date(at), new Date()));
    tell();
    const timer = setInterval(tell, 30_000);
    return () => clearInterval(timer);
  }, [at]);
  return <time dateTime={at} title={new Date(at).toUTCString()}>{text}</time>;
}
