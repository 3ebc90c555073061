import type { ChatImport, ExportedChannel, exportKinds } from '../contract.ts';

export const exportNames: Record<(typeof exportKinds)[number], string> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
};

export const stateNames: Record<ChatImport['state'], string> = {
  reading: 'Reading',
  read: 'Read, not imported yet',
  importing: 'Importing',
  imported: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
};

export const channelKinds: Record<ExportedChannel['kind'], string> = {
  public: 'Public channel',
  private: 'Private channel',
  group: 'Group message',
  direct: 'Direct message',
};

export const systemUserName = 'Posted by Forecourt';
