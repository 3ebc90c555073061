export { uploadMaxBytes } from '../contract/attachments.ts';
export { maxEmojiPerMessage } from '../contract/changes.ts';
export { channelNameMaxLength, maxGroupPeople } from '../contract/channels.ts';
export { announceToTeam, findSystemUser, findTeamChannel } from './announce.ts';
export { readersAmong, readsChannel } from './audience/readers.ts';
export { type MessageDeleted, messageDeleted } from './changing/delete.ts';
export { pairOf } from './channels/direct.ts';
export { tryStore } from './checkDatastore.ts';
export { kindsIn } from './guard/guard.ts';
export { announceImported } from './importing/announce.ts';
export { importChannels, importDirect, importMembers } from './importing/channels.ts';
export { importFile } from './importing/files.ts';
export type { ImportedMessage } from './importing/messages/drafts.ts';
export { importMessages } from './importing/messages/messages.ts';
export { importQuietly } from './importing/messages/quietly.ts';
export { importReads } from './importing/reads.ts';
export {
  dropImportedBytes,
  forgetRemoved,
  lockImported,
  removeImported,
} from './importing/remove.ts';
export { beginNotifying } from './notify/begin.ts';
export { findDoNotDisturb } from './notify/doNotDisturb.ts';
export { keyOf as tellingKeyOf, partPrefix } from './notify/keys.ts';
export type { ChatParts } from './parts/parts.ts';
export type { ChatTables } from './tables.ts';
