import type { PagePicture } from './messages.ts';

const pageWidth = 612;
const pageHeight = 792;

/** Photos as a PDF, one on each letter page, upright or across as the photo is. */
export function pdfOfPhotos(photos: readonly PagePicture[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    length += part.length;
  };
  const object = (content: string, stream?: string | Uint8Array<ArrayBuffer>) => {
    offsets.push(length);
    write(`${offsets.length} 0 obj\n${content}\n`);
    if (stream !== undefined) {
      write('stream\n');
      write(stream);
      write('\nendstream\n');
    }
    write('endobj\n');
  };
  const pageIds = photos.map((_, at) => 3 + at * 3);
  write('%PDF-1.4\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object(
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${photos.length} >>`,
  );
  photos.forEach(({ jpeg, width, height }, at) => {
    const id = 3 + at * 3;
    const isAcross = width > height;
    const [pageX, pageY] = isAcross ? [pageHeight, pageWidth] : [pageWidth, pageHeight];
    const scale = Math.min(pageX / width, pageY / height);
    const [x, y] = [width * scale, height * scale];
    const place = [x, 0, 0, y, (pageX - x) / 2, (pageY - y) / 2].map((one) => one.toFixed(2));
    const drawing = `q ${place.join(' ')} cm /Photo Do Q`;
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageX} ${pageY}] ` +
        `/Resources << /XObject << /Photo ${id + 1} 0 R >> >> /Contents ${id + 2} 0 R >>`,
    );
    object(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    );
    object(`<< /Length ${drawing.length} >>`, drawing);
  });
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
  write(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
