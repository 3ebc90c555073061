import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { dateText } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { PasswordField } from '../../../../platform/web/ui/PasswordField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { notificationSent } from '../../../notifications/contract.ts';
import { findPinProblem } from '../../contract/pinRules.ts';
import { getOwnPin, setOwnPin } from '../../contract/pins.ts';
import { pinMaxLength, pinMinLength } from '../../contract.ts';

const pinKey = queryKeyFor(getOwnPin);
const empty = { pin: '', again: '', current: '' };

/** The user's own PIN for kiosks, and the number to enter with it. */
export function PinForm() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ ...queryOptionsFor(getOwnPin), staleTime: 0 });
  // A manager who clears it leaves a notification.
  useSocketEvent(notificationSent, () => void client.invalidateQueries({ queryKey: pinKey }));
  if (error && !data) return <NotLoaded what="your PIN" error={error} isInline onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return <LoadedForm number={data.number} setAt={data.setAt} />;
}

function LoadedForm({ number, setAt }: { number: string | null; setAt: string | null }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState(empty);
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () => call(setOwnPin, { body: { pin: typed.pin, currentPassword: typed.current } }),
    onSuccess(own) {
      setTyped(empty);
      client.setQueryData(pinKey, own);
    },
  });
  const fields = error instanceof ApiError ? error.fields : undefined;
  const pinProblem = problemOf(typed.pin, number ?? '');
  const again = typed.again !== '' && typed.again !== typed.pin ? 'The PINs differ' : undefined;
  const isValid = !pinProblem && typed.again === typed.pin && typed.current !== '';
  const set = (change: Partial<typeof empty>) => {
    setTyped({ ...typed, ...change });
    reset();
  };
  const digits = (value: string) => value.replace(/\D/g, '');
  const pinField = {
    inputMode: 'numeric',
    // Neither a password manager’s nor the browser’s.
    autoComplete: 'one-time-code',
    maxLength: pinMaxLength,
  } as const;
  const pinError = fields?.pin ?? (typed.pin ? pinProblem : undefined);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (isValid && !isPending) mutate();
      }}
    >
      <dl className="grid grid-cols-2 gap-4 text-sm">
        <div>
          <dt className="text-muted">Employee number at a kiosk</dt>
          <dd className="text-lg font-semibold tabular-nums">{number ?? 'Ask HR for one'}</dd>
        </div>
        <div>
          <dt className="text-muted">PIN</dt>
          <dd className="text-lg font-semibold">{setAt ? `Set ${dateText(setAt)}` : 'Not set'}</dd>
        </div>
      </dl>
      <PasswordField
        {...pinField}
        label="New PIN"
        hint={pinError ? undefined : '4 to 8 digits'}
        value={typed.pin}
        error={pinError}
        onChange={(event) => set({ pin: digits(event.target.value) })}
      />
      <PasswordField
        {...pinField}
        label="Confirm new PIN"
        value={typed.again}
        error={again}
        onChange={(event) => set({ again: digits(event.target.value) })}
      />
      <PasswordField
        label="Your Forecourt password"
        autoComplete="current-password"
        value={typed.current}
        error={fields?.currentPassword}
        onChange={(event) => set({ current: event.target.value })}
      />
      {error && !fields && (
        <Notice tone="danger" live>
          {sentenceOf(error, 'Couldn’t save the PIN. Try again.')}
        </Notice>
      )}
      {isSuccess && (
        <Notice tone="success" live>
          Your PIN has been saved.
        </Notice>
      )}
      <Button
        type="submit"
        className="self-start"
        disabled={!isValid}
        pending={isPending}
        pendingLabel="Saving…"
      >
        {setAt ? 'Change PIN' : 'Set PIN'}
      </Button>
    </form>
  );
}

function problemOf(pin: string, number: string): string | undefined {
  if (pin.length < pinMinLength) return `Use at least ${pinMinLength} digits`;
  return findPinProblem(pin, number);
}
