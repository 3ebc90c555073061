import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { image, video } from './codes.ts';
import { test as base, expect, expectAccessible, fullChromium } from './fixtures.ts';

const vin = 'KM8K2CAB4PU001140';
const wrongVin = 'KM8K2CAB4PU001141';

interface Fixtures {
  /** Opens the scanner in a browser whose camera shows these codes, one after the other. */
  camera(username: string, codes: Codes, settings?: object): Promise<Page>;
}

type Codes = readonly { bcid: string; text: string }[];

/** The context of the one browser with a camera, which shows these codes from its next start on. */
type OpenCamera = (codes: Codes) => Promise<BrowserContext>;

const test = base.extend<Fixtures, { openCamera: OpenCamera }>({
  openCamera: [
    async ({ playwright, server, launchOptions }, use) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-camera-'));
      const videoFile = path.join(folder, 'film.y4m');
      const sandbox = launchOptions.args?.filter((arg) => arg === '--no-sandbox') ?? [];
      let browser: Browser | undefined;
      let context: BrowserContext | undefined;
      await use(async (codes) => {
        fs.writeFileSync(videoFile, await video(...codes));
        browser ??= await playwright.chromium.launch({
          ...launchOptions,
          executablePath: fullChromium,
          args: [
            ...sandbox,
            '--use-fake-device-for-media-stream',
            `--use-file-for-fake-video-capture=${videoFile}`,
          ],
        });
        context ??= await browser.newContext({ baseURL: server.url });
        return context;
      });
      await browser?.close();
      fs.rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  camera: async ({ openCamera }, use) => {
    const pages: Page[] = [];
    await use(async (username, codes, settings = {}) => {
      const context = await openCamera(codes);
      const data = { username, password: 'forecourt-demo' };
      expect((await context.request.post('/api/login', { data })).ok()).toBe(true);
      const page = await context.newPage();
      pages.push(page);
      page.on('console', (message) => {
        if (/Content Security Policy|Uncaught/.test(message.text()))
          throw new Error(message.text());
      });
      await page.addInitScript(
        (stored) => localStorage.setItem('forecourt-scanner', stored),
        JSON.stringify(settings),
      );
      await page.goto('/utilities#barcode-scanner');
      return page;
    });
    for (const page of pages) {
      await page.context().clearPermissions();
      await page.close();
    }
  },
});

const tool = (page: Page) => page.locator('#barcode-scanner');
const field = (page: Page) => tool(page).getByLabel('VIN, stock number or any code');
const result = (page: Page) => tool(page).getByRole('region', { name: 'Result' });
const recent = (page: Page) => tool(page).getByRole('region', { name: 'Recent scans' });
const start = (page: Page) => tool(page).getByRole('button', { name: 'Start Scanning' });
const allowCamera = (page: Page) => page.context().grantPermissions(['camera']);

async function open(
  person: (username: string, path: string) => Promise<Page>,
  username: string,
): Promise<Page> {
  const page = await person(username, '/utilities#barcode-scanner');
  await expect(start(page)).toBeVisible();
  return page;
}

async function enter(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Types as fast as a hand scanner. The events carry their own times, so that a slow machine does not change them. */
async function scan(page: Page, text: string, end: 'Enter' | 'Tab'): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1_000;
  const press = async (key: string, code: object) => {
    timestamp += 0.008;
    const event = { key, timestamp, ...code };
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  };
  for (const key of text) await press(key, { text: key });
  if (end === 'Tab') await press('Tab', { code: 'Tab', windowsVirtualKeyCode: 9 });
  else await press('Enter', { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' });
  await cdp.detach();
}

async function upload(page: Page, ...codes: Parameters<typeof image>): Promise<void> {
  const buffer = await image(...codes);
  const input = tool(page).getByLabel('Barcode image');
  await input.setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer });
}

test('decodes a typed VIN and syncs scans across devices, after an offline period too', async ({
  person,
}) => {
  const [desktop, phone] = [await open(person, 'manager'), await open(person, 'manager')];
  await expect(recent(desktop).getByText('No scans yet')).toBeVisible();
  await expectAccessible(desktop);
  await enter(desktop, `i${vin.toLowerCase()}`);
  await expect(result(desktop)).toContainText(vin);
  await expect(result(desktop).getByRole('definition')).toHaveText([
    '2023',
    'Hyundai',
    'PU001140',
    'Valid',
  ]);
  await expect(field(desktop)).toBeFocused();
  await expect(field(desktop)).toHaveValue('');
  await expectAccessible(desktop);
  for (const page of [desktop, phone]) {
    await expect(recent(page).getByRole('listitem')).toHaveCount(1);
    await expect(recent(page)).toContainText('2023 Hyundai · Typed');
  }
  await enter(phone, 'RO 123456');
  await expect(recent(desktop).getByRole('listitem')).toHaveCount(2);
  await recent(desktop)
    .getByRole('button', { name: /^RO|^123456/ })
    .click();
  await expect(result(desktop)).toContainText('Repair order');
  await recent(desktop).getByRole('button', { name: 'Remove 123456' }).click();
  await expect(recent(phone).getByRole('listitem')).toHaveCount(1);
  await recent(phone).getByRole('button', { name: 'Clear' }).click();
  await phone.getByRole('button', { name: 'Clear scans' }).click();
  for (const page of [desktop, phone]) {
    await expect(recent(page).getByText('No scans yet')).toBeVisible();
  }

  await test.step('an offline scan waits to be synced, across a reload', async () => {
    await desktop.route('**/api/scans', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await enter(desktop, 'HC327A');
    await expect(recent(desktop).getByText('Not synced yet')).toBeVisible();
    await expect(result(desktop).getByText('Not synced yet')).toBeVisible();
    await desktop.reload();
    await expect(recent(desktop).getByText('Not synced yet')).toBeVisible();
    await desktop.unroute('**/api/scans');
    await desktop.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(recent(desktop).getByText('Not synced yet')).toHaveCount(0);
    await desktop.reload();
    await expect(recent(desktop)).toContainText('HC327A');
  });
});

test('corrects or overrides an invalid VIN, accepts a hand scanner, and links a known vehicle', async ({
  person,
}) => {
  const page = await open(person, 'employee');
  await enter(page, 'KM8K2CA84PU001140');
  await expect(result(page).getByRole('alert')).toContainText('Invalid check digit');
  await expect(recent(page).getByText('No scans yet')).toBeVisible();
  await expectAccessible(page);
  await result(page).getByRole('button', { name: vin }).click();
  await expect(result(page).getByRole('definition').last()).toHaveText('Valid');

  await enter(page, wrongVin);
  await result(page).getByRole('button', { name: 'Use anyway' }).click();
  const reason = result(page).getByLabel('Reason for accepting this VIN');
  await expect(reason).toBeFocused();
  await reason.press('Enter');
  await expect(result(page)).toContainText('Enter a reason for accepting this VIN.');
  await reason.fill('Imported, as on the title');
  await reason.press('Enter');
  await expect(result(page).getByRole('definition').last()).toHaveText(
    'Overridden: Imported, as on the title',
  );

  await enter(page, wrongVin);
  await result(page).getByRole('button', { name: 'Not a VIN' }).click();
  await expect(result(page)).toContainText('Text');

  await enter(page, 'KM8K2CAB4PUOO1I40');
  await expect(result(page).getByRole('alert')).toContainText('I, O or Q');
  await expect(result(page).getByRole('button', { name: 'Use anyway' })).toHaveCount(0);
  await expect(recent(page).getByRole('listitem')).toHaveCount(3);

  await test.step('accepts a hand scanner wherever the focus is', async () => {
    await start(page).focus();
    await scan(page, 'HC325A', 'Enter');
    await expect(result(page)).toContainText('Stock number');
    await expect(recent(page)).toContainText('Stock number · Hand scanner');
    await expect(start(page)).toBeVisible();
    await field(page).focus();
    await scan(page, `]C1${vin}`, 'Tab');
    await expect(field(page)).toBeFocused();
    await expect(result(page)).toContainText('Hand scanner');
    await expect(result(page)).toContainText(vin);
    await expect(recent(page).getByRole('listitem')).toHaveCount(5);
  });

  await test.step('links a known vehicle and offers to add an unknown one', async () => {
    let linkFields: object = {
      target: { title: 'HC325A', subtitle: '2023 Hyundai', href: '/fleet?stock=HC325A' },
    };
    await page.route(/\/api\/scans(\/|$)/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: body.scan ? { ...body, ...linkFields } : body });
    });
    await enter(page, 'HC325A');
    const link = result(page).getByRole('link', { name: 'Open HC325A, 2023 Hyundai' });
    await expect(link).toHaveAttribute('href', '/fleet?stock=HC325A');
    linkFields = { addHref: `/fleet?add=${vin}` };
    await enter(page, vin);
    await result(page).getByRole('link', { name: 'Add vehicle' }).click();
    await expect(page).toHaveURL(/\/fleet\?add=/);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('reads one or several codes from a pasted or chosen image', async ({ person }) => {
  const page = await open(person, 'gm');
  await test.step('does not save the back of a driver license', async () => {
    const bytes = await image({ bcid: 'pdf417', text: '@\n\x1e\rANSI 636015080002DL00410278' });
    await page.evaluate(async (base64) => {
      const raw = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([raw], 'shot.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true });
      document.body.dispatchEvent(event);
    }, bytes.toString('base64'));
    await expect(result(page)).toContainText('Forecourt doesn’t save driver license data.');
    await expect(recent(page).getByText('No scans yet')).toBeVisible();
  });

  await upload(page, { bcid: 'qrcode', text: 'https://ford.example/tsb/1' });
  await expect(result(page)).toContainText('Image, QR code');
  await expect(recent(page)).toContainText('https://ford.example/tsb/1');

  await recent(page)
    .getByRole('button', { name: /^https/ })
    .click();
  const link = result(page).getByRole('link', { name: 'Open ford.example' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');

  await upload(page, { bcid: 'code128', text: vin }, { bcid: 'qrcode', text: 'HC325A' });
  const choices = tool(page).getByRole('region', { name: '2 codes found. Choose one.' });
  await expect(choices).toBeVisible();
  await choices.getByRole('button', { name: /HC325A/ }).click();
  await expect(result(page)).toContainText('Image, QR code');
  await expectAccessible(page);
  await choices.getByRole('button', { name: new RegExp(vin) }).click();
  await expect(result(page)).toContainText('Image, Code 128');

  const input = tool(page).getByLabel('Barcode image');
  await input.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(tool(page).getByRole('alert')).toContainText('not a readable image');
  await upload(page);
  await expect(tool(page).getByRole('alert')).toContainText('No code found');
});

test('keeps scanning with the camera when asked to and records each code once', async ({
  camera,
}) => {
  const page = await camera(
    'executive',
    [
      { bcid: 'code128', text: 'STK KS501' },
      { bcid: 'code128', text: vin },
    ],
    { keepsOn: true, sound: false },
  );
  await allowCamera(page);
  await start(page).click();
  await expect(tool(page).getByText('2 scanned, last:')).toBeVisible();
  await expect(tool(page).getByLabel('Camera preview')).toBeVisible();
  await expect(recent(page)).toContainText('KS501');
  await expect(recent(page)).toContainText(vin);
  await expectAccessible(page);
  const keepScanning = tool(page).getByRole('switch', { name: 'Keep scanning' });
  await expect(keepScanning).toBeChecked();
  await keepScanning.click();
  await tool(page).getByRole('button', { name: 'Stop' }).click();
  await start(page).click();
  await expect(start(page)).toBeVisible();
  await expect(result(page)).toContainText('Camera');
});

test('releases the camera when it is stopped, hidden or disconnected', async ({ camera }) => {
  const page = await camera('employee', [{ bcid: 'code128', text: ' ' }]);
  await allowCamera(page);
  const preview = tool(page).getByLabel('Camera preview');
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await start(page).click();
  await expect(preview).toBeVisible();
  await expectAccessible(page);
  const track = await preview.evaluateHandle((video: HTMLVideoElement) => {
    return (video.srcObject as MediaStream).getVideoTracks()[0];
  });
  await setHidden(true);
  await expect(preview).toHaveCount(0);
  expect(await track.evaluate((videoTrack) => videoTrack?.readyState)).toBe('ended');
  await setHidden(false);
  await expect(preview).toBeVisible();
  await preview.evaluate((video: HTMLVideoElement) => {
    (video.srcObject as MediaStream).getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
  });
  await expect(tool(page).getByRole('alert')).toContainText('The camera was disconnected');
  await start(page).click();
  await expect(preview).toBeVisible();
  const setToolHidden = (hidden: boolean) =>
    tool(page).evaluate((element: HTMLElement, value) => {
      element.hidden = value;
    }, hidden);
  await setToolHidden(true);
  await expect(preview).toHaveCount(0);
  await setToolHidden(false);
  await start(page).click();
  await tool(page).getByRole('button', { name: 'Stop' }).click();
  await expect(start(page)).toBeVisible();
  await expect(tool(page).getByRole('alert')).toHaveCount(0);
});

test('explains camera problems, accepts typed codes without a camera, and reads a code with one', async ({
  camera,
}) => {
  const page = await camera('gm', [{ bcid: 'qrcode', text: `https://dealer.example/?vin=${vin}` }]);
  await start(page).click();
  await expect(tool(page).getByRole('alert')).toContainText('The camera is blocked');
  await expectAccessible(page);
  await enter(page, 'HC325A');
  await expect(result(page)).toContainText('Stock number');

  await allowCamera(page);
  // The error of a browser on a machine without a camera.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('Requested device not found', 'NotFoundError'));
  });
  await start(page).click();
  await expect(tool(page).getByRole('alert')).toContainText('No camera found');
  await enter(page, 'HC326A');
  await expect(result(page)).toContainText('HC326A');
  await expect(result(page)).toContainText('Stock number');
  await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));

  await page.route('**/*.wasm', (route) => route.abort());
  await start(page).click();
  await expect(tool(page).getByRole('alert')).toContainText('load the barcode reader');

  await page.unroute('**/*.wasm');
  await start(page).click();
  await expect(result(page)).toContainText('Camera');
  await expect(result(page)).toContainText(vin);
  await expect(tool(page).getByLabel('Camera preview')).toHaveCount(0);
  await expect(start(page)).toBeVisible();
  await expect(tool(page).getByRole('heading', { name: 'Result' })).toBeFocused();
});
