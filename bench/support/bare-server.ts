/**
 * Baseline: bare node:http that writes one buffer with three headers.
 * Arguments: file of the body, file of the same body in gzip.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [plainFile = '', gzipFile = ''] = process.argv.slice(2);
const JSON_TYPE = 'application/json; charset=utf-8';
const plain = readFileSync(plainFile);
const gzip = readFileSync(gzipFile);
const plainHead = {
  'content-type': JSON_TYPE,
  'content-length': plain.length,
  vary: 'Accept-Encoding',
};
const gzipHead = {
  'content-type': JSON_TYPE,
  'content-length': gzip.length,
  'content-encoding': 'gzip',
};

const server = createServer((request, response) => {
  const compressed = request.headers['accept-encoding'] === 'gzip';
  response.writeHead(200, compressed ? gzipHead : plainHead);
  response.end(compressed ? gzip : plain);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready ${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
