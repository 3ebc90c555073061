import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { image } from '../../../../test/e2e/codes.ts';
import { classify } from '../contract/classify.ts';
import type { Code, DecodeReply, DecodeRequest } from '../web/decoding/code.ts';
import { formatNames } from '../web/state/labels.ts';

const vin = 'KM8K2CAB4PU001140';
const root = path.resolve(import.meta.dirname, '../../../..');

type Listener = (event: { data: DecodeRequest }) => void;
let send: Listener;
let onReply: (reply: DecodeReply) => void;

/** Stubs the worker scope and the fetch of the WebAssembly file. */
beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: Listener) => {
      send = listener;
    },
    postMessage: (reply: DecodeReply) => onReply(reply),
  });
  vi.stubGlobal('fetch', async (url: string) => {
    const body = fs.readFileSync(path.join(root, url));
    return new Response(body, { headers: { 'content-type': 'application/wasm' } });
  });
  await import('../web/decoding/barcodeWorker.ts');
});

async function read(png: Buffer, thorough: boolean): Promise<Code[] | undefined> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = { width, height, data: new Uint8ClampedArray(data), colorSpace: 'srgb' };
  const reply = new Promise<DecodeReply>((resolve) => {
    onReply = resolve;
  });
  send({ data: { id: 1, image: pixels as unknown as ImageData, thorough } });
  return (await reply).codes;
}

describe.each([
  ['the camera', false],
  ['an image file', true],
])('decoding %s', (_source, thorough) => {
  test.each([
    ['code39', `I${vin}`, 'Code 39', `vin ${vin}`],
    ['code128', vin, 'Code 128', `vin ${vin}`],
    ['code128', 'STK HC325A', 'Code 128', 'stock_number HC325A'],
    ['qrcode', `https://dealer.example/?vin=${vin}`, 'QR code', `vin ${vin}`],
    ['datamatrix', 'HC325A', 'Data Matrix', 'stock_number HC325A'],
    ['datamatrix', '26300-35505', 'Data Matrix', 'part_number 26300-35505'],
    ['pdf417', 'STK HC325A', 'PDF417', 'stock_number HC325A'],
    ['pdf417', 'RO 123456', 'PDF417', 'repair_order 123456'],
    ['ean13', '4006381333931', 'EAN-13', 'part_number 4006381333931'],
  ])('reads %s: %s', async (bcid, text, format, expected) => {
    const codes = (await read(await image({ bcid, text }), thorough)) ?? [];
    expect(codes.map((code) => [code.text, formatNames[code.format]])).toEqual([[text, format]]);
    const { kind, value } = classify(text, codes[0]?.format ?? null);
    expect(`${kind} ${value}`).toBe(expected);
  });
});

test('an image without a code has no results', async () => {
  expect(await read(await image(), true)).toEqual([]);
});
