/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function pdfOf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.4\n';
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(text.length).padStart(10, '0')} 00000 n \n`);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
      `trailer << /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

interface TextPdf {
  size?: [width: number, height: number];
  /** What is declared, if not the truth. */
  count?: number;
  trailer?: string;
}

/** A PDF with a page per list of lines. */
export function textPdf(pages: readonly (readonly string[])[], options: TextPdf = {}): Buffer {
  const { size = [612, 792], count = pages.length, trailer } = options;
  const objects = pages.flatMap((lines, index) => {
    const shown = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
    const content = `BT /F1 12 Tf 15 TL 72 ${size[1] - 72} Td ${shown} ET`;
    const resources = '<< /Font << /F1 3 0 R >> >>';
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.join(' ')}] /Contents ${5 + 2 * index} 0 R /Resources ${resources} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...objects,
    ],
    trailer,
  );
}

/** A scan of these JPEG images, each a page of 612 times 792 points, on which its program printed this line. */
export function stampedScan(
  images: readonly { bytes: Buffer; width: number; height: number }[],
  stamp: string,
): Buffer {
  const kids = images.map((_, index) => `${4 + 3 * index} 0 R`).join(' ');
  const streamOf = (dictionary: string, bytes: string) =>
    `<< ${dictionary} /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${images.length} /Kids [${kids}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...images.flatMap(({ bytes, width, height }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 3 * index} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Scan ${6 + 3 * index} 0 R >> >> >>`,
      streamOf('', `q 612 0 0 792 0 0 cm /Scan Do Q BT /F1 8 Tf 20 12 Td (${stamp}) Tj ET`),
      streamOf(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
        bytes.toString('latin1'),
      ),
    ]),
  ]);
}

/** A form whose program leaves it to the reader to draw the value of its field. */
export const formPdf = (value: string): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] /NeedAppearances true /DR << /Font << /Helv 5 0 R >> >> >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Annots [4 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (Buyer) /V (${value}) /F 4 /DA (/Helv 12 Tf 0 g) /Rect [50 50 350 100] /P 3 0 R >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);

/** With an unknown password: its check values fit none. */
export const protectedPdf = (): Buffer => {
  const check = `<${'5a'.repeat(32)}>`;
  const id = `<${'00'.repeat(16)}>`;
  return textPdf([['Secret']], {
    trailer: `/ID [${id} ${id}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${check} /U ${check} /P -4 >>`,
  });
};
