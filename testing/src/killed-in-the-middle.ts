import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestPlatform } from './platform.ts'

/** A process of its own that does what is due in a minute, and is killed when `reached` is, or ends by itself. */
export async function killedInTheMiddle(shop: TestPlatform, smtpUrl: string, reached: Promise<unknown>): Promise<void> {
  const program = `
    import { startPlatform } from ${JSON.stringify(import.meta.resolve('@vitrine/platform'))}
    const now = new Date(${shop.clock.now().getTime()})
    const platform = await startPlatform({
      databaseUrl: ${JSON.stringify(shop.databaseUrl)}, origin: ${JSON.stringify(shop.url)}, dataDir: ${JSON.stringify(shop.dataDir)},
      clock: { now: () => now }, connections: 2, schedules: false, smtpUrl: ${JSON.stringify(smtpUrl)}, inbox: false, sandbox: true,
      rateLimits: 'off', tell: () => {}, report: (fault) => console.error(fault),
    })
    await platform.everyMinute()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  await Promise.race([reached, ended])
  child.kill('SIGKILL')
  await ended
}
