export {
  currentUserKey,
  updateCurrentUser,
  useCurrentUser,
} from './currentUser.ts';
export { linger } from './linger.ts';
export { checkNewPassword } from './password/newPassword.ts';
export { PasswordConfirmation } from './password/PasswordConfirmation.tsx';
export { RequireAuth } from './RequireAuth.tsx';
export { SignInAgain } from './SignInAgain.tsx';
export { readBootUser, useLogout, useSessionEnded, watchSession } from './session.ts';
