/** `rowhouse mcp`: the bridge for agent programs that start a command and cannot send headers. */
import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import { addCallerOptions, type CallerSettings, readCaller } from './caller-options.js';
import { runBridge } from './mcp-bridge.js';
import type { Terminal } from './run-search.js';

const HELP = `
Example, for the configuration of a client that starts commands:
  { "command": "rowhouse", "args": ["mcp", "--url", "https://listings.example.com"],
    "env": { "ROWHOUSE_API_KEY": "rh_live_…" } }

Standard output carries the protocol only; errors are also on standard error.`;

/** Adds the command to the program. */
export function addMcp(
  root: Command,
  caller: CallerSettings,
  terminal: Terminal,
  input: Readable,
): void {
  const command = root
    .command('mcp')
    .description('connect an MCP client to a service over standard input and output');
  addCallerOptions(command, caller, '--url, --base-url <url>')
    .addHelpText('after', HELP)
    .action(async () => {
      terminal.setExitCode(await runBridge(readCaller(command, caller), terminal, input));
    });
}
