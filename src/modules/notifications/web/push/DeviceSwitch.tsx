import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { type DeviceState, readDevice, testDevice, turnOff, turnOn } from './device.ts';

interface Result {
  tone: 'danger' | 'success';
  text: string;
}

const failureText = 'Couldn’t update notifications on this device. Try again.';

/** Turns push notifications on this device on or off; takes effect immediately. */
export default function DeviceSwitch({ userId }: { userId: number }) {
  const [state, setState] = useState<DeviceState>();
  const [pending, setPending] = useState<'switch' | 'test'>();
  const [result, setResult] = useState<Result>();
  useEffect(() => void readDevice(userId).then(setState), [userId]);

  async function run(which: 'switch' | 'test', action: () => Promise<void>) {
    if (pending) return;
    setPending(which);
    setResult(undefined);
    try {
      await action();
    } catch (error) {
      setResult({ tone: 'danger', text: sentenceOf(error, failureText) });
    } finally {
      setPending(undefined);
    }
  }
  const toggle = (on: boolean) =>
    run('switch', async () => {
      if (!on) await turnOff();
      setState(on ? await turnOn(userId) : 'off');
    });
  const test = () =>
    run('test', async () => {
      await testDevice();
      setResult({ tone: 'success', text: 'Sent. It will appear on this device in a moment.' });
    });

  const isUnavailable = state === 'unsupported' || state === 'blocked';
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Notify me on this device"
        hint="When Forecourt is closed or you’re away, for as long as you’re signed in on this device."
        checked={state === 'on'}
        disabled={!state || isUnavailable || pending !== undefined}
        onCheckedChange={toggle}
      />
      {isUnavailable && <Notice tone="warning">{explanations[state]}</Notice>}
      {state === 'on' && (
        <Button size="sm" className="self-start" pending={pending === 'test'} onClick={test}>
          Send test notification
        </Button>
      )}
      {result && (
        <Notice tone={result.tone} live>
          {result.text}
        </Notice>
      )}
    </div>
  );
}

const explanations = {
  unsupported:
    'This browser can’t show notifications while Forecourt is closed. Use a current browser and a secure (https) address. On an iPhone or iPad, add Forecourt to the home screen first.',
  blocked:
    'Notifications are blocked for this site. In your browser, click the icon to the left of the address, set Notifications to Allow, and reload the page.',
};
