/** One call of a tool: its answer as text for a model, or its error. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { oneLine } from '#contract/one-line.js';
import { ApiError, apiError } from '#domain/api-error.js';
import { CallerGone } from '#service/caller-gone.js';
import { readArguments } from './arguments.js';
import { csvOf, dataOf } from './rows.js';
import type { Tool, ToolAnswer, ToolCall } from './tool.js';
import { TOOLS } from './tools.js';

/**
 * Runs a tool. A caller's mistake, or a failure of the source or the service, is an answer with
 * `isError`: the model reads the code, the message and when to retry. A failure is never an empty
 * list.
 */
export async function runTool(
  call: ToolCall,
  name: string,
  sent: unknown,
): Promise<CallToolResult> {
  const { app, requestId } = call;
  try {
    call.boundWindow();
    const tool = toolNamed(name);
    const { arguments: table, required } = tool;
    const answer = await tool.run(call, readArguments(tool.name, table, required, sent));
    app.log.info({ request_id: requestId, tool: tool.name }, 'tool');
    return {
      content: [{ type: 'text', text: answerText(answer) }],
      structuredContent: structuredOf(answer),
    };
  } catch (error) {
    if (error instanceof CallerGone) throw error;
    if (error instanceof ApiError) {
      app.log.info({ request_id: requestId, error: error.code }, 'tool');
      return errorResult(error);
    }
    app.log.error({ err: error, request_id: requestId }, 'a tool met an internal error');
    return errorResult(
      apiError('storage_unavailable', {
        message: `The service failed. Try again; the operator finds the cause in the log under ${requestId}.`,
      }),
    );
  }
}

function toolNamed(name: string): Tool {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  throw apiError('not_found', {
    message: `No tool with this name exists. The tools are ${TOOLS.map((one) => one.name).join(', ')}.`,
  });
}

const answerText = ({ facts, table }: ToolAnswer): string =>
  table === undefined ? jsonLine(facts) : `${jsonLine(facts)}\n${csvOf(table)}`;

/** The answer's facts with its table, as JSON; its texts are as harmless as those on one line. */
const structuredOf = ({ facts, table }: ToolAnswer): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify({ ...facts, ...(table !== undefined && dataOf(table)) }),
    (_name, value: unknown) => (typeof value === 'string' ? oneLine(value) : value),
  ) as Record<string, unknown>;

/** JSON does not escape U+2028, C1 controls and direction marks in text: oneLine replaces them. */
const jsonLine = (value: unknown): string => oneLine(JSON.stringify(value));

function errorResult(error: ApiError): CallToolResult {
  const { code, message, param, candidates } = error.body();
  const body = {
    code,
    message: inTools(message),
    ...(param !== null && { param }),
    ...(candidates !== undefined && { candidates }),
    ...(error.retryAfterS !== null && { retry_after_s: error.retryAfterS }),
  };
  return { isError: true, content: [{ type: 'text', text: jsonLine({ error: body }) }] };
}

/** Calls of the API to which messages point, and the tools in their place. */
const TOOL_WORDS: Readonly<Record<string, string>> = {
  'GET /v1/watches lists those of this account':
    'create_watch and list_events return each watch_id',
  'GET /v1/snapshots lists those of this account': 'keep_search returned its snapshot_id',
  'GET /v1/events?limit=1': 'list_events with limit 1',
};

const inTools = (message: string): string =>
  Object.entries(TOOL_WORDS).reduce((text, [call, words]) => text.replace(call, words), message);
