import { useState } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import type { Choices } from '../../contract.ts';
import { useLeadRouting } from '../state/useLeads.ts';
import { ClockSetting } from './ClockSetting.tsx';
import { RoutingForm } from './RoutingForm.tsx';

interface Props {
  choices: Choices;
  onClose: () => void;
}

/** The lead routing of a store: response time, opening hours and rotation. */
export default function RoutingDialog({ choices, onClose }: Props) {
  const routings = useLeadRouting();
  const [chosen, setChosen] = useState<string>();
  const routing = routings.find(({ store }) => store === chosen) ?? routings[0];
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      size="side"
      title="Lead routing"
      description={
        routing && !routing.mayChange ? 'Only managers of the store can change this.' : undefined
      }
    >
      {routing && <ClockSetting clockStop={routing.clockStop} mayChange={choices.may.setClock} />}
      {routings.length > 1 && (
        <SelectField
          label="Store"
          className="pb-5"
          options={routings.map(({ store }) => ({ value: store, label: storeNames[store] }))}
          value={routing?.store ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {routing ? (
        <RoutingForm key={routing.store} routing={routing} choices={choices} onClose={onClose} />
      ) : (
        <EmptyState
          title="No stores with lead routing"
          description="Ask an administrator for store access."
        />
      )}
    </Dialog>
  );
}
