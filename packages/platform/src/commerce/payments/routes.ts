/** Where Stripe sends what it tells by itself: to be set as the address of the webhook there. */
export const stripeEventsPath = '/payments/stripe/events'

export interface EventRequest {
  /** The shop whose name was called. */
  readonly site: string
  readonly method: string
  /** As it came over the wire: the signature is of these bytes. */
  readonly body: Uint8Array | undefined
  readonly signature: string | undefined
}

export interface EventAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type EventRoute = (request: EventRequest) => Promise<EventAnswer>

/** Anything but 200 and Stripe sends it again, for up to three days. */
export const stripeEvents =
  (
    hear: (site: string, body: Uint8Array, signature: string | undefined) => Promise<boolean>,
    report: (fault: unknown, where: string) => void,
  ): EventRoute =>
  async ({ site, method, body, signature }) => {
    const say = (status: number, said: object, more: Readonly<Record<string, string>> = {}): EventAnswer => ({
      status,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...more },
      body: JSON.stringify(said),
    })
    if (method !== 'POST') return say(405, { error: 'events are posted here' }, { allow: 'POST' })
    try {
      return (await hear(site, body ?? new Uint8Array(), signature))
        ? say(200, { received: true })
        : say(400, { error: 'the signature is not Stripe’s' })
    } catch (error) {
      report(error, 'stripe event')
      return say(500, { error: 'it could not be taken in; send it again' })
    }
  }
