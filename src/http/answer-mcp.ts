/** The MCP endpoint: one JSON-RPC message per call, answered by the tools of src/mcp. */
import { Readable } from 'node:stream';
import { assert } from '#base/assert.js';
import { MCP_PATH } from '#contract/routes.js';
import { apiError } from '#domain/api-error.js';
import type { ToolCall } from '#mcp/tool.js';
import { readmit } from '#service/accounts/admit-caller.js';
import { type Call, header } from './call.js';
import { isThere, silenceOf } from './presence.js';
import { checkBody, readJson } from './read-body.js';
import { readQuery } from './read-parameters.js';
import { boundWindow } from './steps/count-window.js';

/** Headers that the protocol defines or negotiates with; it gets no others. */
const PASSED = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

/**
 * Answers a message. Over the rate limit, a message that calls no tool gets a 429; a tool call gets
 * an answer that says so.
 */
export async function answerMcp(call: Call): Promise<void> {
  const message = await readJson(call);
  // A batch would be many calls counted as one.
  if (Array.isArray(message)) {
    throw apiError('invalid_body', {
      message: 'Send one JSON-RPC message per call, not an array.',
    });
  }
  if (!isToolCall(message)) boundWindow(call);
  const { mcp, reply } = call;
  assert(mcp !== undefined, 'the path is known where MCP is on');
  // Loaded with the first message: it takes a tenth of a start.
  const { serveMcp } = await import('#mcp/serve.js');
  const response = await serveMcp(toolCallOf(call), mcp.version, requestOf(call), message);
  reply.code(response.status).headers(Object.fromEntries(response.headers));
  const { body } = response;
  await reply.send(body === null ? undefined : Readable.fromWeb(body));
}

const isToolCall = (message: unknown): boolean =>
  typeof message === 'object' &&
  message !== null &&
  'method' in message &&
  message.method === 'tools/call';

function toolCallOf(call: Call): ToolCall {
  const { app, caller, requestId, request, reply } = call;
  assert(caller !== undefined, 'the key was admitted before');
  return {
    app,
    caller,
    requestId,
    boundWindow: () => boundWindow(call),
    isThere: () => isThere(request.raw),
    silent: silenceOf(request.raw, reply.raw),
    readmit: () => readmit(app, header(call, 'authorization')),
    checkBody: (name, body) => checkBody(call, name, body),
    readQuery,
  };
}

/** The call as the protocol's package reads it; its message is already parsed. */
function requestOf(call: Call): Request {
  const headers = new Headers();
  for (const name of PASSED) {
    const value = header(call, name);
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(new URL(MCP_PATH, 'http://localhost'), { method: 'POST', headers });
}
