// A reporter that writes only what failed: the name of each test, where it is and its error, one
// line each. What the runner says of asynchronous work that fails after its test is among it.
const LINE_CHARS = 400;

export default async function* failedTests(source) {
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.details.error.failureType !== 'subtestsFailed') {
      yield lineOf(`${data.file ?? ''}: ${data.name}: ${causeOf(data.details.error)}`);
    }
    if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) {
      yield lineOf(`${data.file ?? ''}: ${data.message}`);
    }
  }
}

const causeOf = (error) => String(error.cause?.message ?? error.cause ?? error.message);
const lineOf = (text) => `${text.replace(/\s+/g, ' ').slice(0, LINE_CHARS)}\n`;
