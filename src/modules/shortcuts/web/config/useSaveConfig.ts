import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  type DashboardConfig,
  getDashboardConfig,
  setDashboardConfig,
} from '../../contract/dashboard.ts';
import { backgroundRule, isBackgroundAddress } from '../../contract/links.ts';
import { useAutoSave } from './autoSave.ts';
import { sendBackground } from './sendBackground.ts';
import type { ConfigChanges, ConfigDraft } from './useConfigDraft.ts';

/** Either what was typed, or a picture. */
type Sent = { changes: ConfigChanges } | { picture: File };

/** Saves the dashboard for everybody: at a button, and its background by itself after a pause. */
export function useSaveConfig({ config, changes, settle }: ConfigDraft) {
  const client = useQueryClient();
  const { mutate, isPending, error, variables, reset } = useMutation({
    // One after the other, so that what was typed last is what holds.
    scope: { id: 'heimdall-config' },
    mutationFn: (sent: Sent): Promise<DashboardConfig> => {
      if ('picture' in sent) return sendBackground(sent.picture);
      const backgroundUrl = (sent.changes.backgroundUrl ?? config.backgroundUrl).trim();
      return call(setDashboardConfig, { body: { ...sent.changes, backgroundUrl } });
    },
    onSuccess: (saved, sent) => {
      client.setQueryData(queryKeyFor(getDashboardConfig), saved);
      settle('picture' in sent ? address(changes) : sent.changes);
      toast({ title: 'Global Configuration Saved' });
    },
    onError: (refusal) => {
      if (fieldOf(refusal, 'backgroundUrl')) return;
      const description = sentenceOf(refusal, 'Failed to save global configuration');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  const typed = changes.backgroundUrl;
  const wrong = typed && !isBackgroundAddress(typed.trim()) ? backgroundRule : undefined;
  useAutoSave(typed, config.backgroundUrl, (backgroundUrl) => {
    mutate({ changes: { backgroundUrl } });
  });
  return {
    isPending,
    /** The picture itself is under way, here or on the server. */
    isFetching:
      isPending && variables && ('picture' in variables || 'backgroundUrl' in variables.changes),
    wrong,
    refused: wrong ? undefined : fieldOf(error, 'backgroundUrl'),
    forget: reset,
    save: () => mutate({ changes }),
    upload: (picture: File) => mutate({ picture }),
  };
}

/** What was typed as an address, and is no more: a picture took its place. */
const address = ({ backgroundUrl }: ConfigChanges): ConfigChanges =>
  backgroundUrl === undefined ? {} : { backgroundUrl };

const fieldOf = (error: unknown, name: string) =>
  error instanceof ApiError ? error.fields?.[name] : undefined;
