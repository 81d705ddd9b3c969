/** An OTLP/HTTP collector that stores what it gets, decoded by the protobuf of trace.proto (v1). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Trace and span that a link names. */
  readonly links: readonly string[];
  /** 2 for an error. */
  readonly status: number;
}

export interface TraceCollector {
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  readonly resource: Readonly<Record<string, string | number>>;
  /** All bodies as they came. */
  readonly bytes: () => string;
  readonly headers: readonly IncomingHttpHeaders[];
  readonly paths: readonly string[];
  /** What the next calls get. */
  status: number;
  /** Calls are answered when this has resolved. */
  gate: Promise<void>;
  close(): void;
}

export async function collectSpans(): Promise<TraceCollector> {
  const bodies: Buffer[] = [];
  const spans: CollectedSpan[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const paths: string[] = [];
  const resource: Record<string, string | number> = {};
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    bodies.push(body);
    headers.push(request.headers);
    paths.push(request.url ?? '');
    await collector.gate;
    response.writeHead(collector.status, { 'content-type': 'application/x-protobuf' }).end();
    if (collector.status !== 200) return;
    for (const resourceSpans of messages(body, 1)) {
      for (const one of messages(resourceSpans, 1)) Object.assign(resource, attributesIn(one, 1));
      for (const scope of messages(resourceSpans, 2)) spans.push(...messages(scope, 2).map(spanOf));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    bytes: () => Buffer.concat(bodies).toString('latin1'),
    headers,
    paths,
    status: 200,
    gate: Promise.resolve(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return collector;
}

function spanOf(span: Buffer): CollectedSpan {
  const [status] = messages(span, 15);
  return {
    traceId: hexIn(span, 1),
    spanId: hexIn(span, 2),
    parentId: hexIn(span, 4),
    name: messages(span, 5)[0]?.toString() ?? '',
    kind: numberIn(span, 6),
    startMs: numberIn(span, 7) / 1e6,
    endMs: numberIn(span, 8) / 1e6,
    attributes: attributesIn(span, 9),
    links: messages(span, 13).map((link) => `${hexIn(link, 1)} ${hexIn(link, 2)}`),
    status: status === undefined ? 0 : numberIn(status, 3),
  };
}

function attributesIn(message: Buffer, field: number): Record<string, string | number> {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [key] = messages(pair, 1);
      const [value] = messages(pair, 2);
      assert.ok(key !== undefined && value !== undefined);
      const [words] = messages(value, 1);
      return [key.toString(), words?.toString() ?? numberIn(value, 3)];
    }),
  );
}

const hexIn = (message: Buffer, field: number): string =>
  messages(message, field)[0]?.toString('hex') ?? '';

const messages = (message: Buffer, field: number): Buffer[] =>
  fieldsOf(message).flatMap((one) =>
    one.field === field && typeof one.value !== 'number' ? [one.value] : [],
  );

function numberIn(message: Buffer, field: number): number {
  const found = fieldsOf(message).find((one) => one.field === field)?.value;
  return typeof found === 'number' ? found : 0;
}

/** The fields of a wire message: varints and fixed numbers, and bytes of strings and messages. */
function fieldsOf(message: Buffer): { readonly field: number; readonly value: number | Buffer }[] {
  const fields: { field: number; value: number | Buffer }[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at];
      assert.ok(byte !== undefined, 'a message ends between its fields');
      at += 1;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) fields.push({ field, value: varint() });
    else {
      const bytes = wire === 2 ? varint() : wire === 1 ? 8 : 4;
      assert.ok(wire === 1 || wire === 2 || wire === 5, `wire type ${wire}`);
      const value = message.subarray(at, at + bytes);
      assert.equal(value.length, bytes);
      fields.push({
        field,
        value:
          wire === 2 ? value : wire === 1 ? Number(value.readBigUInt64LE()) : value.readUInt32LE(),
      });
      at += bytes;
    }
  }
  return fields;
}
