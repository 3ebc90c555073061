export {
  currentUserKey,
  updateCurrentUser,
  useCurrentUser,
  useLogout,
} from './currentUser.ts';
export { RequireAuth } from './RequireAuth.tsx';
export { readBootUser, watchSession } from './session.ts';
