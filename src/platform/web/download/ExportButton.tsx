import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { toastFailure } from '../ui/toastFailure.ts';

interface Props {
  /** What is exported, as in messages: `vehicles`. */
  noun: string;
  label?: string;
  save: () => Promise<void>;
}

/** Downloads an export. */
export function ExportButton({ noun, label = 'Export', save }: Props) {
  const { mutate, isPending } = useMutation({
    mutationFn: save,
    onError: (error) => toastFailure(error, `Couldn’t export ${noun}`),
  });
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" className="@max-md:hidden" />
      {label}
    </Button>
  );
}
