import { askSignInService } from "../sign-in/ask-sign-in-service.ts";
import { reauthenticate } from "../sign-in/recent-sign-in.ts";

/**
 * Changes the password of the session's owner, signs out every other device, and gives this one a new session.
 * @returns headers with the new session's cookies
 * @throws SignInProblem wrong-password, password-does-not-meet-requirements, too-many-requests, user-token-expired
 */
export async function changePassword(request: Request, currentPassword: string, newPassword: string): Promise<Headers> {
  // The current password proves who it is, so guesses are limited as for a recent sign-in.
  await reauthenticate(request, currentPassword);
  return askSignInService(request, "/change-password", { currentPassword, newPassword, revokeOtherSessions: true });
}
