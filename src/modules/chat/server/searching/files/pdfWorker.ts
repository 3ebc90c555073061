import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

const { bytes, maxLength } = workerData as { bytes: Uint8Array; maxLength: number };

const pdf = await getDocumentProxy(new Uint8Array(bytes));
const texts: string[] = [];
let length = 0;
for (let number = 1; number <= pdf.numPages && length < maxLength; number += 1) {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  const text = items
    .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
    .join('');
  texts.push(text);
  length += text.length;
  page.cleanup();
}
parentPort?.postMessage(texts.join('\n').slice(0, maxLength));
