/** Per file; text beyond is not indexed. */
export const textMaxBytes = 200_000;
/** Larger PDFs are mostly images. */
export const pdfMaxBytes = 25 * 1024 * 1024;
