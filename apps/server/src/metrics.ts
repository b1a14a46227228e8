import type { LimitedClass, Platform } from '@vitrine/platform'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Operations with which members sign in, or prove who they are. */
const signIns: ReadonlySet<string> = new Set([
  'POST /_api/iam/authentication/v2/login',
  'POST /_api/iam/authentication/v2/{factorType}/verify',
  'POST /_api/iam/verification/v1/auth/verify',
  'POST /vitrine/v1/sign-in/passkey/finish',
])

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
  const failed = new Counter({
    name: 'vitrine_failed_sign_ins_total',
    help: 'Sign-ins that were refused, of members and of staff',
    labelNames: ['who'],
    registers: [registry],
  })
  for (const who of ['member', 'staff']) failed.labels(who).inc(0)
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const connections = gauge('vitrine_open_connections', 'Connections of clients that are open')
  const emails = gauge('vitrine_emails_waiting', 'Emails that were not delivered yet')
  const events = gauge('vitrine_outbox_waiting', 'Events that no job was made of yet')
  const lag = gauge('vitrine_outbox_lag_seconds', 'How long the oldest of these events waits')
  const unwritten = gauge('vitrine_products_to_rewrite', 'Products that are still written as an older version wrote them')

  /** Looks again; what cannot be looked at now keeps the value it had. */
  async function look({ backlog }: Pick<Platform, 'backlog'>, countConnections: () => Promise<number>): Promise<void> {
    connections.set(await countConnections())
    const found = await backlog().catch(() => undefined)
    if (!found) return
    emails.set(found.emails)
    events.set(found.events)
    lag.set(found.eventsLagSeconds)
    unwritten.set(found.unwrittenProducts)
  }

  return {
    look,
    failedStaffSignIn: () => failed.labels('staff').inc(),
    limited: (what: LimitedClass) => limited.labels(what).inc(),
    observe(operation: string, status: number, milliseconds: number) {
      answers.labels(operation, String(status)).observe(milliseconds / 1000)
      if (status >= 400 && status < 500 && signIns.has(operation)) failed.labels('member').inc()
    },
    print: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
