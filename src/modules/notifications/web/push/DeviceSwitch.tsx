import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { type DeviceState, readDevice, testDevice, turnOff, turnOn } from './device.ts';

interface Word {
  tone: 'danger' | 'success';
  words: string;
}

const refusal = 'This browser could not be subscribed. Please try again later.';

/** Whether this device is told while Forecourt is closed; in force at once. */
export default function DeviceSwitch({ userId }: { userId: number }) {
  const [state, setState] = useState<DeviceState>();
  const [pending, setPending] = useState<'switch' | 'test'>();
  const [word, setWord] = useState<Word>();
  useEffect(() => void readDevice(userId).then(setState), [userId]);

  async function run(which: 'switch' | 'test', act: () => Promise<void>) {
    if (pending) return;
    setPending(which);
    setWord(undefined);
    try {
      await act();
    } catch (error) {
      setWord({ tone: 'danger', words: sentenceOf(error, refusal) });
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
      setWord({ tone: 'success', words: 'Sent. It appears on this device in a moment.' });
    });

  const impossible = state === 'unsupported' || state === 'blocked';
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Notify me on this device"
        hint="While Forecourt is closed or you are away from it, as long as you stay signed in here."
        checked={state === 'on'}
        disabled={!state || impossible || pending !== undefined}
        onCheckedChange={toggle}
      />
      {impossible && <Notice tone="warning">{explanations[state]}</Notice>}
      {state === 'on' && (
        <Button size="sm" className="self-start" pending={pending === 'test'} onClick={test}>
          Send a test notification
        </Button>
      )}
      {word && (
        <Notice tone={word.tone} live>
          {word.words}
        </Notice>
      )}
    </div>
  );
}

const explanations = {
  unsupported:
    'This browser cannot show notifications of a closed page. It needs a current browser and a secure (https) address; on an iPhone or iPad, add Forecourt to the home screen first.',
  blocked:
    'Notifications of this site are blocked. Allow them in your browser: click the icon at the left of the address, set Notifications to Allow, and reload the page.',
};
