import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { changePassword } from '../../contract.ts';
import { currentUserQuery } from '../state/currentUser.ts';
import { useLogout } from '../state/session.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { PasswordPage } from './PasswordPage.tsx';

/** Shown instead of every page until a password set by an administrator is changed. */
export default function ChangePasswordPage() {
  const client = useQueryClient();
  const logout = useLogout();
  const [currentPassword, setCurrentPassword] = useState('');

  const choose = async (newPassword: string) => {
    await call(changePassword, { body: { currentPassword, newPassword } });
    await client.invalidateQueries(currentUserQuery);
  };
  return (
    <PasswordPage
      title="Choose a new password"
      description="An administrator set your current password. Choose one that only you know."
    >
      <NewPasswordForm submitLabel="Save password" ready={currentPassword !== ''} onSubmit={choose}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.target.value)}
        />
      </NewPasswordForm>
      <Button variant="ghost" className="mt-2 w-full" onClick={() => void logout()}>
        Sign Out
      </Button>
    </PasswordPage>
  );
}
