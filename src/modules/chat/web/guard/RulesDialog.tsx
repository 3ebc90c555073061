import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { CustomerDataRulesForm } from './CustomerDataRulesForm.tsx';

/** The rules, where one meets them. */
export default function RulesDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Customer data in chat"
      description="What happens when a message holds one of these numbers. It holds for the whole group, at once."
    >
      <CustomerDataRulesForm />
    </Dialog>
  );
}
