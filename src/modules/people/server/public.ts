export {
  announceActive,
  announceCreated,
  announceDeleted,
  announceNamesakes,
  announceRole,
  announceUpdated,
  publishRights,
} from './announce.ts';
export { type AccountCounts, createAccountCounts } from './directory/counts.ts';
export { type Employee, type Leader, leadersOf, listLeaders } from './directory/leaders.ts';
export { peopleChanged, peopleTouched } from './facts.ts';
export {
  findByUsernameOrEmail,
  findPeopleByIds,
  findPersonById,
  isStaffAddress,
  listAdministrators,
  lockPerson,
} from './find.ts';
export { canDecideName, listNameDeciders } from './naming.ts';
export { manages } from './policy.ts';
export { describeUser, describeUsers, toPerson, toUser } from './records.ts';
export {
  chosenState,
  type PresenceSource,
  publicState,
  type ShownState,
  trueState,
} from './status.ts';
export type { PeopleTables, PersonRow } from './tables.ts';
export { createUser, createUsers, type NewUser } from './writing/create.ts';
export { confirmEmail, deleteUser, type UserChanges, updateUser } from './writing/update.ts';
