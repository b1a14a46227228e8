// What a sign-in costs beside the password that it compares, and whether others wait meanwhile: eight at once, on a thread that only listens.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashPassword, isPassword } from '@vitrine/platform/people/credentials/passwords'
import { startTestPlatform } from '@vitrine/testing/platform'
import { send } from '@vitrine/testing/wire'

const password = 'slow mornings, 1 cup'
const atOnce = 8
const rounds = 5

interface Spent {
  readonly ms: number
  /** Of all threads of this process, a login or comparison. */
  readonly cpuMs: number
}

async function spent(times: number, work: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage()
  const from = performance.now()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (performance.now() - from) / times, cpuMs: (user + system) / 1000 / times }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const all = <T>(work: (nth: number) => Promise<T>) => Promise.all(Array.from({ length: atOnce }, (_, nth) => work(nth)))

await using shop = await startTestPlatform()
const hashed = await hashPassword(password)
const emails = await all(async (nth) => {
  const email = `bench-${nth}@example.com`
  const { status } = await send(shop, {
    method: 'POST',
    path: '/_api/iam/authentication/v2/register',
    headers: await visitor(),
    body: { loginId: { email }, password },
  })
  if (status !== 200) throw new Error(`an account was refused: ${status}`)
  return email
})

async function visitor(): Promise<Record<string, string>> {
  const { json } = await send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'anonymous', clientId: shop.clientId } })
  return { authorization: json.access_token }
}

async function logIn(email: string, headers: Record<string, string>): Promise<void> {
  const { status, text } = await send(shop, {
    method: 'POST',
    path: '/_api/iam/authentication/v2/login',
    headers,
    body: { loginId: { email }, password },
  })
  if (status !== 200 || !text.includes('SUCCESS')) throw new Error(`a login was answered ${status} ${text.slice(0, 200)}`)
}

const comparing: Spent[] = []
const loggingIn: Spent[] = []
const idle = monitorEventLoopDelay({ resolution: 1 })
const busy = monitorEventLoopDelay({ resolution: 1 })
for (let round = 0; round <= rounds; round++) {
  const visitors = await all(visitor)
  idle.enable()
  await sleep(300)
  idle.disable()
  const compared = await spent(atOnce, () => all(() => isPassword(hashed, password)))
  busy.enable()
  const loggedIn = await spent(atOnce, () => all((nth) => logIn(emails[nth]!, visitors[nth]!)))
  busy.disable()
  if (round === 0) {
    // The first round is for the compiler.
    idle.reset()
    busy.reset()
    continue
  }
  comparing.push(compared)
  loggingIn.push(loggedIn)
}

const figures = (of: readonly Spent[]) => ({ ms: median(of.map(({ ms }) => ms)), cpuMs: median(of.map(({ cpuMs }) => cpuMs)) })
const [bare, whole] = [figures(comparing), figures(loggingIn)]
const say = (what: string, { ms, cpuMs }: Spent) => console.log(`${what.padEnd(34)} ${ms.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU`)
const delay = (late: ReturnType<typeof monitorEventLoopDelay>) =>
  `${(late.percentile(50) / 1e6).toFixed(1)} ms, 1 in 20 more than ${(late.percentile(95) / 1e6).toFixed(1)}`
say(`comparing a password, ${atOnce} at once`, bare)
say(`a login, ${atOnce} at once`, whole)
console.log(`of a login's CPU is the password's  ${Math.round((100 * bare.cpuMs) / whole.cpuMs)} %`)
console.log(`the main thread's timers came late  ${delay(busy)} (idle: ${delay(idle)})`)
