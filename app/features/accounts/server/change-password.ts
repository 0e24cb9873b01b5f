import { askSignInService } from "./ask-sign-in-service.ts";
import { reauthenticate } from "./recent-sign-in.ts";

/**
 * Gives the session's owner another password, signs every other device out, and gives this one a new session.
 * @returns headers with the new session's cookies
 * @throws SignInProblem wrong-password, password-does-not-meet-requirements, too-many-requests, user-token-expired
 */
export async function changePassword(request: Request, currentPassword: string, newPassword: string): Promise<Headers> {
  // The present password is the proof of a recent sign-in, and is counted as such.
  await reauthenticate(request, currentPassword);
  return askSignInService(request, "/change-password", { currentPassword, newPassword, revokeOtherSessions: true });
}
