import { Ellipsis, FileUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Store } from '../../../platform/contract/access.ts';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../platform/web/ui/lazy/lazyPart.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../platform/web/ui/Menu.tsx';

/** Loaded on demand. */
export const ImportDialog = lazyPart(
  async () => ({
    default: (await import('./dialog/ImportDialog.tsx')).ImportDialog,
  }),
  { place: 'dialog' },
);

interface Props {
  /** In the URL: `repair_orders`. */
  kind: string;
  /** Singular, as used mid-sentence: `repair order`. */
  noun: string;
  stores: readonly Store[];
  /** Records were created or deleted. */
  onChange: () => void;
}

/** Menu next to a list's main button, with the CSV import. */
export function ImportMenu(what: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton label="More" icon={Ellipsis} variant="secondary" />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={FileUp} onSelect={() => setOpen(true)}>
            Import from CSV
          </MenuItem>
        </MenuContent>
      </Menu>
      <Suspense>{isOpen && <ImportDialog {...what} close={() => setOpen(false)} />}</Suspense>
    </>
  );
}
