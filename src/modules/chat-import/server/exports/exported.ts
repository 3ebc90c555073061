import type { ExportedChannel, exportKinds } from '../../contract.ts';

/** What an export says of its people, conversations and messages, in one form for all kinds of exports. */
export interface Workspace {
  kind: (typeof exportKinds)[number];
  /** As people call it; blank where the export does not say. */
  name: string;
  /** What tells it from others. */
  key: string;
}

export interface Person {
  sourceId: string;
  name: string;
  /** The @word they are called by. */
  handle: string;
  /** Blank where there is none. */
  email: string;
}

export interface Conversation {
  sourceId: string;
  kind: ExportedChannel['kind'];
  /** Blank for direct and group ones. */
  name: string;
  description: string;
  creator: string | null;
  memberIds: string[];
  createdAt: Date | null;
  isArchived: boolean;
}

export interface ExportedFile {
  name: string;
  /** 0 where the export does not say. */
  sizeBytes: number;
  /** Where its bytes are: a path in the export itself, or an address. Null: it does not say. */
  path: string | null;
  url: string | null;
}

export interface MessageBody {
  text: string;
  /** Of an author who is none of the export's people. */
  name?: string;
  reactions?: { code: string; people: string[] }[];
  files?: ExportedFile[];
  /** Milliseconds since 1970. */
  editedAt?: number;
  /** A reply that also stands in the conversation itself. */
  isShown?: boolean;
}

export interface Message {
  conversation: string;
  /** The same in every export of the workspace, and nowhere else in the conversation. */
  sourceId: string;
  /** Microseconds since 1970. */
  at: number;
  author: string | null;
  /** The message whose thread it is in. */
  rootId: string | null;
  body: MessageBody;
}

/** Takes in what a reader finds. */
export interface Intake {
  message(message: Message): Promise<void>;
  problem(at: string, error: string): void;
}

/** What is known once everything was read. */
export interface Exported {
  workspace: Workspace;
  people: Person[];
  conversations: Conversation[];
}
