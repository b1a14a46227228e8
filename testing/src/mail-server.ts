import { SMTPServer } from 'smtp-server'

export interface Delivered {
  readonly to: string
  readonly raw: string
}

/** What becomes of an email before it counts as delivered: refused with an error, or never answered. */
export type Fate = (recipient: string) => Error | 'never' | undefined

/** A real mail server. `counts` tells which emails a test is about; the others are taken, and nothing is said of them. */
export async function startMailServer(counts: (raw: string) => boolean = () => true) {
  const delivered: Delivered[] = []
  let fateOf: Fate = () => undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const to = envelope.rcptTo[0]!.address
        const raw = Buffer.concat(parts).toString('utf8')
        if (!counts(raw)) return done()
        const fate = fateOf(to)
        if (fate === 'never') return
        if (!fate) delivered.push({ to, raw: raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') })
        done(fate)
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
    /** In the order in which they came. */
    delivered: delivered as readonly Delivered[],
    decide(next: Fate) {
      fateOf = next
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
