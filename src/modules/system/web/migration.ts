import type { ComponentType } from 'react';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';

type Loader = () => Promise<{ default: ComponentType<{ close: () => void }> }>;
let load: Loader | undefined;

/** Registers the chat import dialog; it is loaded when first opened. */
export function offerMigration(loader: Loader): void {
  load = loader;
}

export const MigrationDialog = lazyPart(
  () => {
    if (!load) throw new Error('No module provides the chat import');
    return load();
  },
  { place: 'dialog' },
);
