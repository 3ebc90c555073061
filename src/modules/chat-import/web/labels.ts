import type { ChatImport, ExportedChannel, exportKinds } from '../contract.ts';

export const exportNames: Record<(typeof exportKinds)[number], string> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
};

export const stateNames: Record<ChatImport['state'], string> = {
  reading: 'Being read',
  read: 'Read, not brought in yet',
  importing: 'Being brought in',
  imported: 'Brought in',
  undoing: 'Being taken back',
  undone: 'Taken back',
  failed: 'Could not go on',
};

export const channelKinds: Record<ExportedChannel['kind'], string> = {
  public: 'Public channel',
  private: 'Private channel',
  group: 'Group message',
  direct: 'Direct message',
};

export const systemUserName = 'Under the house’s name';
