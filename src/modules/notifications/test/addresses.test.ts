import { expect, test } from 'vitest';
import { isPublicAddress } from '../../../platform/server/fetch/addresses.ts';
import { isPushAddress, lookupPublic } from '../server/push/wire/addresses.ts';
import { vapidSubject } from '../server/push/wire/vapid.ts';

test.each(['142.250.72.10', '17.57.144.1', '2607:f8b0:4005::2003'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'nowhere',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('pushes go only to known push services at their default port', () => {
  for (const good of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QKC',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://updates-autopush.push.services.mozilla.com/wpush/v2/x',
    'https://api.push.apple.com/3/device/x',
    'https://sg2p.notify.windows.com/w/?token=x',
  ]) {
    expect([good, isPushAddress(good)]).toEqual([good, true]);
  }
  for (const bad of [
    'https://142.250.72.10/x',
    'https://127.0.0.1.nip.io:8443/',
    'https://fcm.googleapis.com:22/',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://evilnotify.windows.com/x',
    'https://notify.windows.com/x',
    'https://push.example/x',
    'http://fcm.googleapis.com/x',
    'https://localhost/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://name:word@fcm.googleapis.com/x',
    'https://printer.local/x',
    'https://metadata.google.internal/x',
    'https://intranet/x',
    'ftp://fcm.googleapis.com/x',
    'nothing',
  ]) {
    expect([bad, isPushAddress(bad)]).toEqual([bad, false]);
  }
});

test('a name that resolves to a private address is refused', async () => {
  const outcome = await new Promise((resolve) => {
    lookupPublic('localhost', { all: true }, (error) => resolve(error?.message));
  });
  expect(outcome).toBe('The push service has no public address');
});

test('the VAPID subject is the public URL or the sender address', () => {
  const from = 'Forecourt <desk@larkfield.example>';
  expect(vapidSubject('https://forecourt.larkfield.example', from)).toBe(
    'https://forecourt.larkfield.example',
  );
  expect(vapidSubject('http://127.0.0.1:3000', from)).toBe('mailto:desk@larkfield.example');
  expect(vapidSubject(undefined, 'desk@larkfield.example')).toBe('mailto:desk@larkfield.example');
});
