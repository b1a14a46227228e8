import type { LimitedClass } from '@vitrine/platform'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What the process counts of itself, in the words of Prometheus. */
export function metrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'vitrine_api_answer_seconds',
    help: 'Time to answer an operation of the API',
    labelNames: ['operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const limited = new Counter({
    name: 'vitrine_rate_limited_total',
    help: 'Requests that were answered 429 by a rate limit',
    labelNames: ['class'],
    registers: [registry],
  })
  return {
    limited: (what: LimitedClass) => limited.labels(what).inc(),
    observe: (operation: string, status: number, milliseconds: number) =>
      answers.labels(operation, String(status)).observe(milliseconds / 1000),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
