import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { type Preview, previewEmailTemplate } from '../../../contract.ts';
import type { Draft, Errors } from '../useTemplateForm.ts';

const debounceMs = 300;

/** The server's preview of a draft, debounced; the last valid one stays meanwhile. */
export function usePreview(id: string, { subject, htmlTemplate, textTemplate }: Draft) {
  const body = useDebounced(subject, htmlTemplate, textTemplate);
  const { data, error } = useQuery({
    queryKey: ['api', 'email-templates', id, 'preview', body],
    queryFn: ({ signal }) => call(previewEmailTemplate, { params: { id }, body }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [last, setLast] = useState<Preview>();
  if (data && data !== last) setLast(data);
  const errors: Errors = error instanceof ApiError ? (error.fields ?? {}) : {};
  return { shown: data ?? last, errors };
}

function useDebounced(subject: string, htmlTemplate: string, textTemplate: string) {
  const [debounced, setDebounced] = useState({ subject, htmlTemplate, textTemplate });
  useEffect(() => {
    const timer = setTimeout(
      () => setDebounced({ subject, htmlTemplate, textTemplate }),
      debounceMs,
    );
    return () => clearTimeout(timer);
  }, [subject, htmlTemplate, textTemplate]);
  return debounced;
}
