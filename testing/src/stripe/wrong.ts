/** What is answered in place of an object: Stripe’s error with its status. */
export class Wrong {
  readonly status: number
  readonly error: object
  constructor(status: number, error: { type?: string; code?: string; message: string; param?: string }) {
    this.status = status
    this.error = { type: 'invalid_request_error', ...error }
  }
}

export function known<T>(map: ReadonlyMap<string, T>, key: string, kind: string): T {
  const found = map.get(key)
  if (found === undefined) throw new Wrong(404, { code: 'resource_missing', message: `No such ${kind}: '${key}'`, param: 'id' })
  return found
}
