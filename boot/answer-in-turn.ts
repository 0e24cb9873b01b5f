import type { IncomingMessage, ServerResponse } from "node:http";
import { hasSession } from "#app/features/accounts/server/sign-in/has-session.ts";
import {
  type LoadKind,
  RETRY_LEAST_S,
  lanesOf,
  loadKindOf,
  togetherOf,
} from "#app/platform/rules/requests/load-limits.ts";
import { type Admission, Gone, Overloaded, admission } from "#app/platform/server/requests/admission.ts";
import { config } from "#app/platform/server/core/config.ts";
import { metrics } from "#app/platform/server/core/metrics.ts";
import { wasOverloaded } from "#app/platform/server/requests/request-id.ts";
import { busyResponse } from "./busy-response.ts";

/** What Node's listener passes with a request. */
export type Sockets = { incoming?: IncomingMessage; outgoing?: ServerResponse };

/** Whether more of a request's body is to come. Node calls one without a body complete only later. */
const isArriving = ({ headers, complete }: IncomingMessage): boolean =>
  !complete && (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/**
 * Answers each request when it's its turn, or says that there's too much to do.
 * @param isKnownPage whether a request is for a public page that has been rendered before
 */
export function answerInTurn({
  route,
  isKnownPage,
}: {
  route: (request: Request, sockets: Sockets) => Promise<Response>;
  isKnownPage: (request: Request) => boolean;
}) {
  let made: Admission<LoadKind> | undefined;
  /** Made at the first request, because its limits follow from the settings. */
  const turns = (): Admission<LoadKind> => {
    if (made) return made;
    const together = togetherOf(config().dbPool);
    return (made = admission(lanesOf(together), together, {
      onShed: (kind) => metrics().turnedAway.inc({ kind }),
    }));
  };

  return {
    /** Whether others are waiting. */
    isBusy: (): boolean => made?.isBusy ?? false,

    /** Renders a cached page again, or not if there's no time for it. */
    async renderPage(render: () => Promise<unknown>): Promise<void> {
      try {
        await turns().run("page", render);
      } catch (error) {
        if (!(error instanceof Overloaded)) throw error;
      }
    },

    async answer(request: Request, sockets: Sockets): Promise<Response> {
      const work = async (): Promise<Response> => {
        const response = await route(request, sockets);
        return response.status >= 500 && wasOverloaded() ? busyResponse(request, RETRY_LEAST_S) : response;
      };
      const { incoming, outgoing } = sockets;
      const kind = loadKindOf({
        method: request.method,
        path: new URL(request.url).pathname,
        signedIn: hasSession(request),
        isArriving: incoming !== undefined && isArriving(incoming),
        isKnownPage: isKnownPage(request),
      });
      if (kind === null) return work();
      try {
        return await turns().run(kind, work, (gone) => outgoing?.once("close", gone));
      } catch (error) {
        if (error instanceof Overloaded) return busyResponse(request, error.retryAfter);
        // Nobody reads this.
        if (error instanceof Gone) return new Response(null, { status: 503 });
        throw error;
      }
    },
  };
}
