import { useMutation } from '@tanstack/react-query';
import { CalendarPlus, ContactRound } from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';

interface Props {
  label: string;
  save: () => Promise<void>;
  iconOnly?: boolean;
}

/** Downloads a contact or an appointment. */
export function SaveButton({ label, save, iconOnly }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (error) => toastFailure(error, 'Couldn’t download file'),
  });
  if (iconOnly) {
    return (
      <IconButton
        label={label}
        icon={CalendarPlus}
        size="sm"
        disabled={isPending}
        onClick={() => mutate()}
      />
    );
  }
  return (
    <Button variant="ghost" pending={isPending} onClick={() => mutate()}>
      <ContactRound aria-hidden="true" />
      {label}
    </Button>
  );
}
