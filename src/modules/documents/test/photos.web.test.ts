import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { titleOfFile } from '../web/state/labels.ts';
import { pdfOfPhotos } from '../web/upload/photos/photoPdf.ts';

async function photo(width: number, height: number) {
  const image = sharp({ create: { width, height, channels: 3, background: '#fc0' } });
  return { jpeg: new Uint8Array(await image.jpeg().toBuffer()), width, height };
}

test('photos become one PDF, a letter page each, across where the photo is', async () => {
  const pdf = pdfOfPhotos([await photo(300, 400), await photo(400, 300)]);
  const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()));
  expect(document.numPages).toBe(2);
  const [upright, across] = await Promise.all([document.getPage(1), document.getPage(2)]);
  expect(upright.view).toEqual([0, 0, 612, 792]);
  expect(across.view).toEqual([0, 0, 792, 612]);
  expect((await upright.getOperatorList()).fnArray.length).toBeGreaterThan(2);
  expect((await extractText(document)).text).toEqual(['', '']);
});

test.each([
  ['buyers_order_10234.pdf', 'buyers order 10234'],
  ['Договор купли.PDF', 'Договор купли'],
  ['2026.11.20 título.docx', '2026.11.20 título'],
  ['.pdf', '.pdf'],
  ['README', 'README'],
])('%s suggests the title %s', (fileName, title) => {
  expect(titleOfFile(fileName)).toBe(title);
});
