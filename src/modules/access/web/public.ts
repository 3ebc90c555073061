export { checkNewPassword } from './password/newPassword.ts';
export { PasswordConfirmation } from './password/PasswordConfirmation.tsx';
export { RequireAuth } from './RequireAuth.tsx';
export { SessionItem } from './SessionItem.tsx';
export { SignInAgain } from './SignInAgain.tsx';
export {
  currentUserKey,
  updateCurrentUser,
  useCurrentUser,
} from './state/currentUser.ts';
export { linger } from './state/linger.ts';
export {
  onSignOut,
  sendVisitorToSignIn,
  useLogout,
  useSessionEnded,
  watchSession,
} from './state/session.ts';
