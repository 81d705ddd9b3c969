/** `rowhouse endpoints …`: the URLs that receive events, and their deliveries. */
import { type Command, Option } from 'commander';
import type { NewEndpoint } from '#client/index.js';
import { DELIVERY_STATUSES, ENDPOINT_TYPES } from '#contract/webhooks.js';
import { type CallerSettings, idFrom, listOf, whole, wrongUse } from './caller-options.js';
import { addOne, type ResourceCommand, row } from './resource-commands.js';
import type { Terminal } from './run-search.js';
import { counted, describeError } from './search-messages.js';
import { showValue } from './show.js';
import { showDeliveries, showEndpointList, showNewEndpoint, showSecret } from './show-endpoints.js';

const ID = {
  name: 'endpoint',
  description: 'the id of the endpoint',
  read: idFrom('endpoints list'),
};

const EXAMPLES = `
Examples:
  rowhouse endpoints create https://hooks.example.com/rowhouse --types watch.changed,watch.paused
  rowhouse endpoints create mailto:somebody@example.com
  rowhouse endpoints create https://hooks.example.com/rowhouse --json | jq -r .secret > secret

The secret verifies deliveries. It is shown once; "rowhouse endpoints rotate" creates another.`;

const after = () =>
  new Option('--after <n>', 'number of an event; all later events are sent again')
    .argParser(whole(0, Number.MAX_SAFE_INTEGER))
    .makeOptionMandatory();

const SEQ_MAX = 999_999_999_999_999;

const COMMANDS: readonly ResourceCommand[] = [
  row(
    'list',
    'list all endpoints with their last attempts',
    ({ endpoints }) => endpoints.list(),
    ({ endpoints }) => showEndpointList(endpoints),
    { argument: null },
  ),
  row(
    'create',
    'create an endpoint: a URL that receives new events',
    ({ endpoints }, url, { name, types }) =>
      endpoints.create({
        url,
        ...(name !== undefined && { name }),
        ...(types !== undefined && { types }),
      } as NewEndpoint),
    showNewEndpoint,
    {
      argument: {
        name: 'url',
        description: 'where events are sent: https, port 443 or 8443; or mailto: and an address',
      },
      options: () => [
        new Option('--name <text>', 'a display name'),
        new Option(
          '--types <types>',
          `event types to send, separated by commas: ${ENDPOINT_TYPES.join(',')} (default: all watch.*)`,
        ).argParser(listOf(ENDPOINT_TYPES)),
      ],
      help: EXAMPLES,
    },
  ),
  row(
    'show',
    'show an endpoint with its last attempt',
    ({ endpoints }, id) => endpoints.get(id),
    ({ meta: _meta, ...endpoint }) => showValue({ ...endpoint }),
  ),
  row(
    'enable',
    'enable an endpoint; it resumes where it stopped',
    ({ endpoints }, id) => endpoints.enable(id),
    ({ endpoint_id, next_seq, state }) =>
      state === 'enabled'
        ? `Endpoint ${endpoint_id} is enabled. It receives the events from number ${next_seq} on.`
        : `Endpoint ${endpoint_id} waits for the owner of the address, who gets another mail to confirm it.`,
  ),
  row(
    'disable',
    'stop sending to an endpoint until it is enabled',
    ({ endpoints }, id) => endpoints.disable(id),
    ({ endpoint_id }) =>
      `Endpoint ${endpoint_id} is disabled. Resume with: rowhouse endpoints enable ${endpoint_id}`,
  ),
  row(
    'rotate',
    'replace the secret; the old one also signs for another day',
    ({ endpoints }, id) => endpoints.rotate(id),
    showSecret,
  ),
  row(
    'test',
    'send a test event to an endpoint',
    async ({ endpoints }, id) => {
      const event = await endpoints.test(id);
      return { ...event, endpoint_id: id, state: (await endpoints.get(id)).state };
    },
    ({ seq, endpoint_id, state }) =>
      state === 'enabled'
        ? `Event ${seq} was written. Check its delivery with: rowhouse endpoints show ${endpoint_id}`
        : `Event ${seq} was written. It is sent once the endpoint is enabled: rowhouse endpoints enable ${endpoint_id}`,
  ),
  row(
    'deliveries',
    'list deliveries that needed more than one attempt, newest first',
    ({ endpoints }, id, { status }) =>
      endpoints.deliveries(id, typeof status === 'string' ? { status } : {}),
    ({ deliveries }) => showDeliveries(deliveries),
    {
      options: () => [
        new Option('--status <status>', 'only deliveries with this status').choices(
          DELIVERY_STATUSES,
        ),
      ],
    },
  ),
  row(
    'replay',
    'send all events after a number to an endpoint again',
    ({ endpoints }, id, given) => endpoints.replay(id, Number(given.after)),
    ({ endpoint_id, next_seq, state }) =>
      `Endpoint ${endpoint_id} receives the events from number ${next_seq} on${state === 'enabled' ? '' : ' once it is enabled'}.`,
    { options: () => [after()] },
  ),
  row(
    'redeliver',
    'send one event again to the enabled endpoints that receive its type',
    async ({ events }, seq) => ({ ...(await events.redeliver(Number(seq))), seq }),
    ({ deliveries, seq }) =>
      deliveries.length === 0
        ? `Nothing to send: no enabled endpoint for the type of event ${seq} is past it.`
        : `Event ${seq} is sent again to ${counted(deliveries.length, 'endpoint')}.`,
    {
      argument: {
        name: 'seq',
        description: 'the number of the event, as "rowhouse events" shows it',
        read: whole(1, SEQ_MAX),
      },
    },
  ),
  row(
    'remove',
    'delete an endpoint; the events stay in the log',
    async ({ endpoints }, id) => {
      await endpoints.remove(id);
      return { endpoint_id: id };
    },
    ({ endpoint_id }) => `Endpoint ${endpoint_id} was deleted. The events remain in the log.`,
    { alias: 'delete' },
  ),
];

const FLAGS: readonly string[] = ['name', 'types', 'status', 'after'];

/** Adds the commands to the program. */
export function addEndpoints(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const group = root
    .command('endpoints')
    .description('webhooks: URLs that receive the events of the log')
    .exitOverride(wrongUse);
  const describe = (error: unknown) =>
    describeError(error, (param) => {
      const [member = ''] = param.split('.');
      return FLAGS.includes(member) ? `, --${member}` : '';
    });
  for (const one of COMMANDS) addOne(group, caller, terminal, one, ID, describe);
}
