import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import type { Choices } from '../../contract.ts';
import { useLeadRouting } from '../state/useLeads.ts';
import { RoutingForm } from './RoutingForm.tsx';

interface Props {
  choices: Choices;
  onClose: () => void;
}

/** The lead routing of a store: response time, opening hours and rotation. */
export default function RoutingDialog({ choices, onClose }: Props) {
  const routings = useLeadRouting();
  const [first] = routings;
  if (first) {
    return <RoutingForm routings={routings} first={first} choices={choices} onClose={onClose} />;
  }
  return (
    <Dialog open onOpenChange={(next) => next || onClose()} size="side" title="Lead routing">
      <EmptyState
        title="No stores with lead routing"
        description="Ask an administrator for store access."
      />
    </Dialog>
  );
}
