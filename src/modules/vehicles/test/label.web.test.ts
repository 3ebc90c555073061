import fs from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { code128 } from '../web/label/code128.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(fs.readFileSync(wasm)).buffer } });

/** Renders the bars and reads them with a barcode reader. */
async function scan(text: string) {
  const { bars, width } = code128(text);
  const rects = bars.map((bar) => `<rect x="${bar.x}" width="${bar.width}" height="40"/>`).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40" width="${width * 3}" height="120">
    <rect width="${width}" height="40" fill="white"/>${rects}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  const [found] = await readBarcodes(new Uint8Array(png), { formats: ['Code128'] });
  return found?.text;
}

describe('a barcode', () => {
  test.each(['FN260017', 'HC325A', '1FTFW3L51RK910594', 'KM8K2CAB4PU001140', ' ~ A-1'])(
    'is readable: %s',
    async (text) => {
      expect(await scan(text)).toBe(text);
    },
  );

  test('rejects characters outside the code set', () => {
    expect(() => code128('Ü')).toThrow('no such character');
  });
});
