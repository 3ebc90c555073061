import { Dialog } from '../../../platform/web/ui/Dialog.tsx';
import { CustomerDataRulesForm } from './CustomerDataRulesForm.tsx';

/** Lets administrators change the rules from a warning. */
export default function RulesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Customer data in chat"
      description="What happens when a message contains one of these numbers. Changes apply to the whole group immediately."
    >
      <CustomerDataRulesForm />
    </Dialog>
  );
}
