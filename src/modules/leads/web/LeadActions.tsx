import { ChevronDown, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../platform/web/ui/Menu.tsx';
import type { Choices } from '../contract.ts';

const LeadForm = lazy(() => import('./form/LeadForm.tsx'));
const DeskDialog = lazy(() => import('./desk/DeskDialog.tsx'));
const SourcesDialog = lazy(() => import('./sources/SourcesDialog.tsx'));

/** What one may do about leads as a whole: add one, and say how they come and who takes them. */
export function LeadActions({ choices }: { choices: Choices }) {
  const { setQuery } = useAddress();
  const [shown, setShown] = useState<'form' | 'desk' | 'sources'>();
  const close = () => setShown(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Menu>
        <MenuTrigger asChild>
          <Button>
            Set up
            <ChevronDown aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={() => setShown('desk')}>How leads are taken...</MenuItem>
          {choices.may.manageSources && (
            <MenuItem onSelect={() => setShown('sources')}>Sources...</MenuItem>
          )}
        </MenuContent>
      </Menu>
      {choices.may.write && (
        <Button variant="primary" onClick={() => setShown('form')}>
          <Plus aria-hidden="true" />
          Add lead
        </Button>
      )}
      <Suspense>
        {shown === 'form' && (
          <LeadForm
            choices={choices}
            onClose={close}
            onSaved={({ id }) => setQuery({ lead: id }, { push: true })}
          />
        )}
        {shown === 'desk' && <DeskDialog choices={choices} onClose={close} />}
        {shown === 'sources' && <SourcesDialog choices={choices} onClose={close} />}
      </Suspense>
    </div>
  );
}
