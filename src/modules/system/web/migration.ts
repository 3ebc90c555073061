import type { ComponentType } from 'react';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';

type Loader = () => Promise<{ default: ComponentType<{ close: () => void }> }>;
let load: Loader | undefined;

/** Names the dialog that brings in another chat; it is fetched when somebody wants it. */
export function offerMigration(loader: Loader): void {
  load = loader;
}

export const MigrationDialog = lazyPart(
  () => {
    if (!load) throw new Error('No room brings in other chats');
    return load();
  },
  { place: 'dialog' },
);
