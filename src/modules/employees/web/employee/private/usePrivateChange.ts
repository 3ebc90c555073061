import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PrivatePart } from '../../../contract/private.ts';
import { type EmployeeFile, refreshEmployees } from '../../state/useEmployees.ts';

interface Change {
  save: () => Promise<PrivatePart>;
  onChange: (part: PrivatePart) => void;
  onError: (error: unknown) => void;
}

/** A change of the private part. Its answer is private, too: it is handed on and not kept with the mutation. */
export function usePrivateChange({ save, onChange, onError }: Change) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => onChange(await save()),
    gcTime: 0,
    onError,
    // The pay basis of the file follows the pay.
    onSuccess: () => void refreshEmployees(client),
  });
}

/** What each section of the private part gets. */
export interface PrivateProps {
  file: EmployeeFile;
  part: PrivatePart;
  onChange: (part: PrivatePart) => void;
}
