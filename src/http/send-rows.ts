import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { ROW_FORMATS } from '#contract/routes.js';
import type { RowsFile } from '#service/search/job-rows.js';
import { type Call, header } from './call.js';
import { holds } from './if-none-match.js';
import { NOT_MODIFIED, vary, weakEtag } from './send-answer.js';
import { takesGzip } from './write-body.js';

const compress = promisify(gzip);

/** Sends the rows of a job as a file. */
export async function sendRows(call: Call, file: RowsFile): Promise<void> {
  const { reply } = call;
  const etag = weakEtag(file.version);
  reply.headers({
    'x-credits-charged': String(file.credits),
    etag,
    vary: vary(call),
  });
  if (holds(header(call, 'if-none-match'), etag)) {
    await reply.code(NOT_MODIFIED).send();
    return;
  }
  reply.code(200).headers({
    'content-type': ROW_FORMATS[file.format],
    'content-disposition': `attachment; filename="${file.requestId}.${file.format}"`,
  });
  await sendGzip(call, file.body);
}

/** Sends a 200 with a body of this type, compressed where the caller accepts that. */
export async function sendCompressed(
  call: Call,
  body: string | Uint8Array,
  type: string,
): Promise<void> {
  call.reply.code(200).headers({ 'content-type': type, vary: vary(call) });
  await sendGzip(call, body);
}

async function sendGzip({ request, reply }: Call, body: string | Uint8Array): Promise<void> {
  if (takesGzip(request.headers['accept-encoding'])) {
    await reply.header('content-encoding', 'gzip').send(await compress(body));
    return;
  }
  await reply.send(Buffer.from(body));
}
