import { Building2, FileText, Hash, Lock, type LucideIcon, Users } from 'lucide-react';
import type { Channel } from '../../../contract/channels.ts';

const icons: Partial<Record<Channel['type'], LucideIcon>> = {
  private: Lock,
  group: Users,
  record: FileText,
  team: Building2,
};

/** Shows who can be in a channel. */
export function channelIcon(channel: Channel | undefined): LucideIcon {
  return (channel && icons[channel.type]) ?? Hash;
}

export const channelKind: Record<Channel['type'], string> = {
  all: 'For everyone',
  sales: 'For everyone',
  service: 'For everyone',
  integrations: 'For everyone',
  management: 'For managers and up',
  direct: 'Direct message',
  public: 'Public channel',
  private: 'Private channel',
  group: 'Group message',
  team: 'Team channel',
  record: 'Record conversation',
};
