// Compresses the built site once, so that the server only has to send it.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

const folder = process.argv[2];
const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } };

for (const name of fs.readdirSync(folder, { recursive: true })) {
  if (!/\.(js|css|svg|json|wasm)$/.test(name) || name === 'index.html') continue;
  const file = path.join(folder, name);
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, quality));
  fs.writeFileSync(`${file}.gz`, zlib.gzipSync(bytes, { level: 9 }));
}
