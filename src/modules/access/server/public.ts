export { addressKey } from './attempts.ts';
export { ownPasswordSetting, setPasswordHash } from './credentials/credentials.ts';
export { demoPassword, hasDemoPassword } from './credentials/demo.ts';
export { hashPassword, verifyPassword } from './credentials/hashing.ts';
export { assertAcceptable } from './credentials/rules.ts';
export { getCurrentUser } from './current-user.ts';
export { createPasswordCheck } from './password/check.ts';
export { mailResetLink } from './password/reset-request.ts';
export { mailPasswordChanged } from './security-mail.ts';
export { nameDevice } from './sessions/device.ts';
export { forgetDevices } from './sessions/known-devices.ts';
export { announceEnded, endSessionOf, endSessions } from './sessions/lifecycle.ts';
export {
  countLiveSessions,
  countPeopleSignedIn,
  listPeopleSignedIn,
  listSessionsOf,
} from './sessions/list.ts';
export { createSessions, findActor, findActors } from './sessions/sessions.ts';
export { hashToken, newToken } from './sessions/token.ts';
export { offerFirstSignIn } from './sign-in/first-sign-in.ts';
