import { useMutation } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { call } from '../../../platform/web/api/call.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { toast } from '../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../platform/web/ui/toastFailure.ts';
import { type CurrentUser, resendEmailConfirmation } from '../../access/contract.ts';

/** Sends the confirmation email again. */
export function SendAgain({ className }: { className?: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(resendEmailConfirmation),
    onSuccess: ({ message }) => toast({ title: 'Email sent', description: message }),
    onError: (error) =>
      toastFailure(error, 'Couldn’t send email', 'Couldn’t reach the server. Try again.'),
  });
  return (
    <Button size="sm" className={className} pending={isPending} onClick={() => mutate()}>
      Send again
    </Button>
  );
}

/**
 * Banner for employees who have not confirmed their email address: without confirmation the account is deleted, and
 * nothing else says so.
 */
export function ConfirmAddressBar({ user: { email } }: { user: CurrentUser }) {
  return (
    <section
      aria-label="Confirm your email address"
      className="flex shrink-0 items-center gap-x-3 gap-y-2 border-b border-border px-4 py-2 text-sm max-sm:flex-wrap md:px-6"
    >
      <MailWarning
        aria-hidden="true"
        className="size-4 shrink-0 text-warning max-sm:mt-0.5 max-sm:self-start"
      />
      <p className="min-w-0 flex-1 text-pretty text-text max-sm:basis-[calc(100%-2rem)] wrap-anywhere">
        <span className="font-medium">Confirm your email address.</span> Open the link in the email
        to {email} within 7 days of signing up, or your account is deleted.
      </p>
      <SendAgain className="max-sm:ml-7" />
    </section>
  );
}
