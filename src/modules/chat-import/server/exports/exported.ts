import type { ExportedChannel, exportKinds } from '../../contract.ts';

/** People, conversations and messages of an export, in one form for all formats. */
export interface Workspace {
  kind: (typeof exportKinds)[number];
  /** The name people use; blank if unknown. */
  name: string;
  /** Identifies it within the export. */
  key: string;
}

export interface Person {
  sourceId: string;
  name: string;
  /** Their @handle. */
  handle: string;
  /** Blank if there is none. */
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
  /** 0 if the export does not say. */
  sizeBytes: number;
  /** Location of its bytes: a path in the export, or a URL. Null: unknown. */
  path: string | null;
  url: string | null;
}

export interface MessageBody {
  text: string;
  /** For authors who are not in the export's user list. */
  name?: string;
  reactions?: { code: string; people: string[] }[];
  files?: ExportedFile[];
  /** Milliseconds since 1970. */
  editedAt?: number;
  /** A reply that is also shown in the conversation itself. */
  isShown?: boolean;
}

export interface Message {
  conversation: string;
  /** Stable across exports of the workspace, and unique within the conversation. */
  sourceId: string;
  /** Microseconds since 1970. */
  at: number;
  author: string | null;
  /** The root message of its thread. */
  rootId: string | null;
  body: MessageBody;
}

/** Receives what a reader finds. */
export interface Intake {
  message(message: Message): Promise<void>;
  problem(at: string, error: string): void;
}

/** Known once everything has been read. */
export interface Exported {
  workspace: Workspace;
  people: Person[];
  conversations: Conversation[];
}
