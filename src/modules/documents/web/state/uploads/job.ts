import type { Store } from '../../../../../platform/contract/access.ts';
import type { Cabinet } from '../../../contract/cabinets.ts';
import type { Link } from '../../../contract/document.ts';

/** A record that a document is to belong to, with its name on the screen. */
export type ChosenLink = Pick<Link, 'kind' | 'id' | 'title'>;

/** Where uploaded files go. */
export interface Destination {
  cabinet: Cabinet;
  store: Store | null;
  /** Null: decided when it is filed; it waits in the inbox. */
  type: string | null;
  links: readonly ChosenLink[];
}

type Purpose =
  | { kind: 'document'; destination: Destination }
  /** A new version of a document, added to the one that was seen. */
  | { kind: 'version'; documentId: number; version: number };

type State =
  | { phase: 'waiting' | 'sending' | 'adding' }
  /** The server is out of reach; it goes on by itself. */
  | { phase: 'offline' }
  /** These bytes are a document already: the person decides. */
  | { phase: 'duplicate'; sameAs: { id: number; title: string } }
  | { phase: 'failed'; sentence: string; canRetry: boolean }
  | { phase: 'done'; document: { id: number; title: string; isFiled: boolean } };

export interface UploadJob {
  /** The id of the upload on the server. */
  id: string;
  /** Repeats of one addition share it. */
  clientId: string;
  userId: number;
  startedAt: number;
  title: string;
  fileName: string;
  sizeBytes: number;
  origin: 'upload' | 'camera';
  purpose: Purpose;
  /** It becomes a document although there is one with the same bytes. */
  acceptsDuplicate: boolean;
  sentBytes: number;
  state: State;
}

export const isUnderWay = ({ state: { phase } }: UploadJob) =>
  phase === 'waiting' || phase === 'sending' || phase === 'adding' || phase === 'offline';
