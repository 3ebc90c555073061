import { useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import type { Choices } from '../../contract.ts';
import { useLeadRouting } from '../useLeads.ts';
import { RoutingForm } from './RoutingForm.tsx';

interface Props {
  choices: Choices;
  onClose: () => void;
}

/** How a store takes its leads: how fast, in which hours, and whose turn it is. */
export default function RoutingDialog({ choices, onClose }: Props) {
  const desks = useLeadRouting();
  const [chosen, setChosen] = useState<string>();
  const desk = desks.find(({ store }) => store === chosen) ?? desks[0];
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="side"
      title="How leads are taken"
      description={desk && !desk.mayChange ? 'Managers of the store may change this.' : undefined}
    >
      {desks.length > 1 && (
        <SelectField
          label="Store"
          className="pb-5"
          options={desks.map(({ store }) => ({ value: store, label: storeNames[store] }))}
          value={desk?.store ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {desk ? (
        <RoutingForm key={desk.store} desk={desk} choices={choices} onClose={onClose} />
      ) : (
        <EmptyState title="You work in no store that takes leads" />
      )}
    </Dialog>
  );
}
