export { announceCreated } from './announce.ts';
export { createUser, type NewUser } from './create.ts';
export { findByUsernameOrEmail, findPeopleByIds, findPersonById } from './find.ts';
export { manages } from './policy.ts';
export { toPerson, toUser } from './records.ts';
export type { PeopleTables, PersonRow } from './tables.ts';
