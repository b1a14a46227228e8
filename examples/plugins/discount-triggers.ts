// A service for discount triggers: a happy hour, from five to seven by the clock of this server.
import { type Asked, serveFromEnvironment } from './serve.ts'

interface Request {
  readonly triggers: readonly { readonly customTrigger: { readonly id: string }; readonly identifier: string }[]
}

export const discountTriggers = {
  '/v1/list-triggers': () => ({ customTriggers: [{ id: 'happy-hour', name: 'Happy hour' }] }),
  '/v1/get-eligible-triggers': ({ request }: Asked<Request>, hour = new Date().getHours()) => ({
    eligibleTriggers: request.triggers
      .filter(({ customTrigger }) => customTrigger.id === 'happy-hour' && hour >= 17 && hour < 19)
      .map(({ customTrigger, identifier }) => ({ customTriggerId: customTrigger.id, identifier })),
  }),
}

if (import.meta.main) serveFromEnvironment(discountTriggers)
