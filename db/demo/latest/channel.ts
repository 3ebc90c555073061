import type { Department, Store } from '../../../src/platform/contract/access.ts';

/** A channel that the group made for itself, or a group message; without a name it is the latter. */
export interface DemoChannel {
  /** Names its streams, and stands for it until it has an id. */
  key: string;
  type: 'public' | 'private' | 'team' | 'group';
  name: string;
  description: string;
  /** Usernames, the one who began it first; in a team's channel only that one. */
  people: readonly string[];
  store: Store | null;
  department: Department | null;
  script: string;
}
