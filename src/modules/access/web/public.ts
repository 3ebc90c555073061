export {
  currentUserKey,
  updateCurrentUser,
  useCurrentUser,
  useLogout,
} from './currentUser.ts';
export { linger } from './linger.ts';
export { checkNewPassword } from './password/newPassword.ts';
export { RequireAuth } from './RequireAuth.tsx';
export { readBootUser, watchSession } from './session.ts';
