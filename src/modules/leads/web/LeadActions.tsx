import { ChevronDown, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../platform/web/lazy/lazyPart.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../platform/web/ui/Menu.tsx';
import type { Choices } from '../contract.ts';

const LeadForm = lazyPart(() => import('./form/LeadForm.tsx'), { place: 'dialog' });
const RoutingDialog = lazyPart(() => import('./routing/RoutingDialog.tsx'), { place: 'dialog' });
const SourcesDialog = lazyPart(() => import('./sources/SourcesDialog.tsx'), { place: 'dialog' });

/** Page actions: add a lead, lead routing and sources. */
export function LeadActions({ choices }: { choices: Choices }) {
  const { query, setQuery } = useAddress();
  const [shown, setShown] = useState<'routing' | 'sources'>();
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
          <MenuItem onSelect={() => setShown('routing')}>Lead routing...</MenuItem>
          {choices.may.manageSources && (
            <MenuItem onSelect={() => setShown('sources')}>Sources...</MenuItem>
          )}
        </MenuContent>
      </Menu>
      {choices.may.write && (
        <Button variant="primary" onClick={() => setQuery({ new: 'lead' }, { push: true })}>
          <Plus aria-hidden="true" />
          Add lead
        </Button>
      )}
      <Suspense>
        {query.get('new') === 'lead' && choices.may.write && (
          <LeadForm
            choices={choices}
            onClose={() => setQuery({ new: null })}
            onSaved={({ id }) => setQuery({ lead: id }, { push: true })}
          />
        )}
        {shown === 'routing' && <RoutingDialog choices={choices} onClose={close} />}
        {shown === 'sources' && <SourcesDialog choices={choices} onClose={close} />}
      </Suspense>
    </div>
  );
}
