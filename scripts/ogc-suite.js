// Runs the official test suite of OGC API - Features on a service (docs/layers.md#conformance).
// It is a Java program: OGC_SUITE_JAR names its all-in-one file. The suite sends no key, so a proxy
// on loopback adds it; links of answers begin with the proxy's address, since it passes Host.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { ROWHOUSE_BASE_URL, ROWHOUSE_API_KEY, OGC_SUITE_JAR } = process.env;
if (!ROWHOUSE_BASE_URL || !ROWHOUSE_API_KEY || !OGC_SUITE_JAR) {
  console.error('Set ROWHOUSE_BASE_URL, ROWHOUSE_API_KEY and OGC_SUITE_JAR.');
  process.exit(2);
}
const upstream = new URL(ROWHOUSE_BASE_URL);
const send = upstream.protocol === 'https:' ? requestHttps : requestHttp;

const proxy = createServer((incoming, outgoing) => {
  const headers = { ...incoming.headers, authorization: `Bearer ${ROWHOUSE_API_KEY}` };
  const options = { method: incoming.method, headers, servername: upstream.hostname };
  const call = send(new URL(incoming.url ?? '/', upstream), options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  call.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(call);
});

proxy.listen(0, '127.0.0.1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-ogc-'));
  const iut = `http://127.0.0.1:${proxy.address().port}/v1/ogc`;
  const properties = join(folder, 'run.xml');
  writeFileSync(
    properties,
    `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">
<properties version="1.0"><entry key="iut">${iut}</entry></properties>
`,
  );
  const suite = spawn('java', ['-jar', OGC_SUITE_JAR, '-o', folder, properties], {
    stdio: 'inherit',
  });
  suite.on('error', (error) => finish(`java could not be started: ${error.message}`));
  suite.on('exit', () => finish(failures(folder)));
});

/** What failed, as a text; empty when every test passed. */
function failures(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const results = files.filter((name) => name.endsWith('testng-results.xml'));
  if (results.length === 0) return `The suite left no results in ${folder}.`;
  const text = results.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const failed = [...text.matchAll(/<test-method\b[^>]*\bstatus="FAIL"[^>]*>/g)].map(
    ([method]) => /\bname="([^"]*)"/.exec(method)?.[1] ?? method,
  );
  return failed.length === 0 ? '' : `Failed: ${[...new Set(failed)].join(', ')} (${folder})`;
}

function finish(why) {
  console.log(why === '' ? 'Every test passed.' : why);
  process.exit(why === '' ? 0 : 1);
}
