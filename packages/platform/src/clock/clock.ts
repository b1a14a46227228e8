/** What time it is for the whole platform: codes, timers, prices and mails all ask here. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
