import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call, readReply } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { fetchInSession } from '../../../../platform/web/api/session.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import {
  type DashboardConfig,
  getDashboardConfig,
  setDashboardConfig,
  uploadBackground,
} from '../../contract/dashboard.ts';
import { backgroundRule, isBackgroundAddress } from '../../contract/links.ts';
import { useAutoSave } from './autoSave.ts';
import type { ConfigChanges, ConfigDraft } from './useConfigDraft.ts';

/** Either edited fields or an uploaded image. */
type SaveInput = { changes: ConfigChanges } | { image: File };

/** Saves the dashboard for everyone: on submit, and the background URL automatically. */
export function useSaveConfig({ config, changes, settle }: ConfigDraft) {
  const client = useQueryClient();
  const { mutate, isPending, error, variables, reset } = useMutation({
    // In sequence, so that the last edit wins.
    scope: { id: 'heimdall-config' },
    mutationFn: (input: SaveInput): Promise<DashboardConfig> => {
      if ('image' in input) return sendBackground(input.image);
      const backgroundUrl = (input.changes.backgroundUrl ?? config.backgroundUrl).trim();
      return call(setDashboardConfig, { body: { ...input.changes, backgroundUrl } });
    },
    onSuccess: (saved, input) => {
      client.setQueryData(queryKeyFor(getDashboardConfig), saved);
      settle('image' in input ? typedUrl(changes) : input.changes);
      toast({ title: 'Global Configuration Saved' });
    },
    onError: (failure) => {
      if (fieldOf(failure, 'backgroundUrl')) return;
      toastError(failure, 'Failed to save global configuration');
    },
  });
  const typed = changes.backgroundUrl;
  const invalid = typed && !isBackgroundAddress(typed.trim()) ? backgroundRule : undefined;
  useAutoSave(typed, config.backgroundUrl, (backgroundUrl) => {
    mutate({ changes: { backgroundUrl } });
  });
  return {
    isPending,
    /** The image is being uploaded, or fetched by the server. */
    isFetching:
      isPending && variables && ('image' in variables || 'backgroundUrl' in variables.changes),
    invalid,
    rejected: invalid ? undefined : fieldOf(error, 'backgroundUrl'),
    reset,
    save: () => mutate({ changes }),
    upload: (image: File) => mutate({ image }),
  };
}

/** The typed URL, which an uploaded image replaces. */
const typedUrl = ({ backgroundUrl }: ConfigChanges): ConfigChanges =>
  backgroundUrl === undefined ? {} : { backgroundUrl };

const fieldOf = (error: unknown, name: string) =>
  error instanceof ApiError ? error.fields?.[name] : undefined;

/** Uploads the original file; the server re-encodes it. */
async function sendBackground(image: File): Promise<DashboardConfig> {
  const { method, path } = uploadBackground;
  const response = await fetchInSession(path, { method, body: image });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return readReply(uploadBackground, text);
}
