import type { CurrentUser } from '../../../../access/contract.ts';
import type { ShownDialog } from '../../state/dialogs.ts';
import { UserSheet } from '../form/UserSheet.tsx';
import { RegistrationsDialog } from '../registrations/RegistrationsDialog.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { ResetPasswordDialog } from './ResetPasswordDialog.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';

interface Props {
  actor: CurrentUser;
  shown: ShownDialog | null;
  open: boolean;
  close: () => void;
}

/** The open dialog of the user list. */
export default function UserDialogs({ actor, shown, ...dialog }: Props) {
  switch (shown?.kind) {
    case 'add':
      return <UserSheet {...dialog} actor={actor} />;
    case 'edit':
      return <UserSheet {...dialog} actor={actor} user={shown.user} />;
    case 'reset':
      return <ResetPasswordDialog {...dialog} user={shown.user} />;
    case 'delete':
      return <DeleteDialog {...dialog} user={shown.user} />;
    case 'sessions':
      return <SessionsDialog {...dialog} user={shown.user} />;
    case 'registrations':
      return <RegistrationsDialog {...dialog} actor={actor} firstId={shown.user?.id} />;
    case 'import':
      return <ImportDialog {...dialog} />;
    default:
      return null;
  }
}
