import type { ColumnType, Generated } from 'kysely';
import type { PeopleTables } from '../../people/server/public.ts';
import type { Channel } from '../contract.ts';

export type ChannelType = Channel['type'];
type Counter = ColumnType<number, number | undefined, number>;

interface ChannelsTable {
  id: string;
  type: ChannelType;
  name: string;
  description: Generated<string>;
  position: Generated<number>;
  user_low: number | null;
  user_high: number | null;
  last_seq: Counter;
  last_rev: Counter;
  last_message_at: Date | null;
  created_at: Generated<Date>;
}

interface MessagesTable {
  id: string;
  channel_id: string;
  seq: number;
  rev: number;
  sender_id: number;
  client_msg_id: string;
  content: string;
  mentioned_user_ids: number[];
  created_at: Date;
}

export type ChatTables = Pick<PeopleTables, 'users'> & {
  chat_channels: ChannelsTable;
  chat_messages: MessagesTable;
};
