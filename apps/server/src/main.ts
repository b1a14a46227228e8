import { SecretMismatch } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { Misconfigured, readConfig } from './config.ts'
import { openServer } from './open-server.ts'

async function main(): Promise<void> {
  // Heard from the first moment on, so that a start that is called off closes what it has opened.
  const stopping = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  await using _server = await openServer(readConfig(process.env), (line) => process.stdout.write(`${line}\n`))
  await stopping
  setTimeout(() => process.exit(1), 15_000).unref()
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(
      error instanceof Misconfigured || error instanceof SecretMismatch
        ? `${error.message}\n`
        : `${error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exit(1)
  },
)
