/** `rowhouse endpoints …`: addresses that events are sent to, and what was sent. */
import { type Command, Option } from 'commander';
import type { NewEndpoint } from '#client/index.js';
import { DELIVERY_STATUSES, ENDPOINT_TYPES } from '#contract/webhooks.js';
import { type CallerSettings, listOf, whole } from './caller-options.js';
import { addOne, type ResourceCommand, row } from './resource-commands.js';
import type { Terminal } from './run-search.js';
import { counted, describeError } from './search-messages.js';
import { showValue } from './show.js';
import { showDeliveries, showEndpointList, showNewEndpoint, showSecret } from './show-endpoints.js';

const ID = { name: 'endpoint', description: 'the id of the endpoint' };

const EXAMPLES = `
Examples:
  rowhouse endpoints create https://hooks.example.com/rowhouse --types watch.changed,watch.paused
  rowhouse endpoints create https://hooks.example.com/rowhouse --json | jq -r .secret > secret

The secret verifies what arrives. It is shown once; "rowhouse endpoints rotate" makes another.`;

const after = () =>
  new Option('--after <n>', 'the number of an event; those that follow it are sent again')
    .argParser(whole(0, Number.MAX_SAFE_INTEGER))
    .makeOptionMandatory();

const SEQ_MAX = 999_999_999_999_999;

const COMMANDS: readonly ResourceCommand[] = [
  row(
    'list',
    'all endpoints with their last attempts',
    ({ endpoints }) => endpoints.list(),
    ({ endpoints }) => showEndpointList(endpoints),
    { argument: null },
  ),
  row(
    'create',
    'send the events that are written from now on to an address',
    ({ endpoints }, url, { name, types }) =>
      endpoints.create({
        url,
        ...(name !== undefined && { name }),
        ...(types !== undefined && { types }),
      } as NewEndpoint),
    showNewEndpoint,
    {
      argument: { name: 'url', description: 'where events are sent: https, port 443 or 8443' },
      options: () => [
        new Option('--name <text>', 'a name for people'),
        new Option(
          '--types <types>',
          `types of events to send, with commas: ${ENDPOINT_TYPES.join(',')} (all watch.* when left out)`,
        ).argParser(listOf(ENDPOINT_TYPES)),
      ],
      help: EXAMPLES,
    },
  ),
  row(
    'show',
    'one endpoint with its last attempt',
    ({ endpoints }, id) => endpoints.get(id),
    ({ meta: _meta, ...endpoint }) => showValue({ ...endpoint }),
  ),
  row(
    'enable',
    'send events again, from where the endpoint stood',
    ({ endpoints }, id) => endpoints.enable(id),
    ({ endpoint_id, next_seq }) =>
      `Endpoint ${endpoint_id} is enabled. It gets the events from number ${next_seq} on.`,
  ),
  row(
    'disable',
    'send nothing to an endpoint until it is enabled',
    ({ endpoints }, id) => endpoints.disable(id),
    ({ endpoint_id }) =>
      `Endpoint ${endpoint_id} is disabled. Send again with: rowhouse endpoints enable ${endpoint_id}`,
  ),
  row(
    'rotate',
    'replace the secret; the old one signs beside it for a day',
    ({ endpoints }, id) => endpoints.rotate(id),
    showSecret,
  ),
  row(
    'test',
    'send a test event to an endpoint',
    async ({ endpoints }, id) => ({ ...(await endpoints.test(id)), endpoint_id: id }),
    ({ seq, endpoint_id }) =>
      `Event ${seq} was written. See how it arrives with: rowhouse endpoints show ${endpoint_id}`,
  ),
  row(
    'deliveries',
    'events that needed more than one attempt, newest first',
    ({ endpoints }, id, { status }) =>
      endpoints.deliveries(id, typeof status === 'string' ? { status } : {}),
    ({ deliveries }) => showDeliveries(deliveries),
    {
      options: () => [
        new Option('--status <status>', 'only those of this status').choices(DELIVERY_STATUSES),
      ],
    },
  ),
  row(
    'replay',
    'send all events after a number to an endpoint again',
    ({ endpoints }, id, given) => endpoints.replay(id, Number(given.after)),
    ({ endpoint_id, next_seq, state }) =>
      `Endpoint ${endpoint_id} gets the events from number ${next_seq} on${state === 'enabled' ? '' : ' once it is enabled'}.`,
    { options: () => [after()] },
  ),
  row(
    'redeliver',
    'send one event again to the enabled endpoints that ask for its type',
    async ({ events }, seq) => ({ ...(await events.redeliver(Number(seq))), seq }),
    ({ deliveries, seq }) =>
      deliveries.length === 0
        ? `Nothing is sent again: no enabled endpoint that gets the type of event ${seq} has passed it.`
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
    ({ endpoint_id }) => `Endpoint ${endpoint_id} was deleted. The events stay in the log.`,
    { alias: 'delete' },
  ),
];

const FLAGS: readonly string[] = ['name', 'types', 'status', 'after'];

/** Adds the commands to the program. */
export function addEndpoints(root: Command, caller: CallerSettings, terminal: Terminal): void {
  const group = root
    .command('endpoints')
    .description('webhooks: addresses that the events of the log are sent to')
    .exitOverride();
  const describe = (error: unknown) =>
    describeError(error, (param) => {
      const [member = ''] = param.split('.');
      return FLAGS.includes(member) ? `, --${member}` : '';
    });
  for (const one of COMMANDS) addOne(group, caller, terminal, one, ID, describe);
}
