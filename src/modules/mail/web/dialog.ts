/** What every dialog about mail is given. */
export interface MailDialogProps {
  open: boolean;
  onClose: () => void;
}
