import { openApiDocument } from '#contract/openapi/document.js';
import { type Call, header } from '../call.js';
import { type FixedBody, sendFixed, toFixed } from '../fixed-body.js';
import { sendLayerDocument } from '../layers/answer-layers.js';

let made: FixedBody | undefined;

/** Made at the first call and cached: the document is the same for every caller. */
const document = (): FixedBody =>
  (made ??= toFixed(
    Buffer.from(JSON.stringify(openApiDocument())),
    'application/json; charset=utf-8',
  ));

/** Between steps 5 and 6: what describes the interface is for everyone, so no key is needed. */
export function sendDocument(call: Call): void | Promise<void> {
  if (call.target?.to === 'layers') return sendLayerDocument(call, call.target);
  if (call.target?.to !== 'openapi') return;
  void sendFixed(call.reply, document(), header(call, 'if-none-match'));
}
