/** Opens tracing; OpenTelemetry's packages are loaded only if the operator set an endpoint. */
import { OperatorError } from '#base/operator-error.js';
import { type Traces, UNTRACED } from '#base/traces.js';
import type { TraceSettings } from './config-traces.js';
import type { TraceParts } from './opentelemetry.js';

/** Traces to the endpoint; `UNTRACED` if none is set. Throws OperatorError without the packages. */
export async function openTraces(
  settings: TraceSettings | null,
  parts: TraceParts,
): Promise<Traces> {
  if (settings === null) return UNTRACED;
  const { collectTraces } = await import('./opentelemetry.js').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new OperatorError(
      'OTEL_EXPORTER_OTLP_ENDPOINT is set, but the packages of OpenTelemetry are not installed. Install without --omit=optional, or unset it.',
    );
  });
  return collectTraces(settings, parts);
}
