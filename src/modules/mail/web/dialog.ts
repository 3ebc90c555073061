/** The props of all email dialogs. */
export interface MailDialogProps {
  open: boolean;
  onClose: () => void;
}
