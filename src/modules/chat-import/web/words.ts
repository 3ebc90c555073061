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

export const houseName = 'Under the house’s name';

const sizes = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** `812 MB`, `1.4 GB` */
export function sizeText(bytes: number): string {
  const step = bytes < 1024 ** 2 ? 0 : bytes < 1024 ** 3 ? 1 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: sizes[step],
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(Math.max(1, bytes / 1024 ** (step + 1)));
}
