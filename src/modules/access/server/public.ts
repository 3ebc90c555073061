export { currentUserOf } from './current-user.ts';
export { setPasswordHash } from './password/credentials.ts';
export { hashPassword, verifyPassword } from './password/hashing.ts';
export { assertAcceptable } from './password/rules.ts';
export { announceEnded, endSessionOf, endSessions } from './sessions/lifecycle.ts';
export { countLiveSessions, countPeopleSignedIn, listSessionsOf } from './sessions/list.ts';
export { createSessions, findActor } from './sessions/sessions.ts';
export { offerFirstSignIn } from './sign-in/first-sign-in.ts';
