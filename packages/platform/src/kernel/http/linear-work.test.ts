/** Twice the body costs no more than two and a half times the processor time, whatever the operation and whatever the body consists of. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { contract, type Operation, type Route } from '@vitrine/contract'
import type * as z from 'zod'
import type { Database } from '../db/pool.ts'
import { refuse } from '../refusal.ts'
import type { AllHandlers } from './handlers.ts'
import { serve } from './serve.ts'

const half = 450_000
const most = 2.5
const rounds = 10
/** Below this a ratio tells more of the processor's caches than of the work: what is not linear costs seconds at this size. */
const nothingMs = 100

const database: Database = {
  query: async () => [],
  transact: (work) => work(database, false),
  optimistic: (work) => database.transact(work),
  close: async () => {},
  [Symbol.asyncDispose]: async () => {},
}
const handlers = Object.fromEntries(
  Object.keys(contract).map((line) => [line, async () => refuse('PERMISSION_DENIED')]),
) as unknown as AllHandlers
const api = serve(handlers, {
  database,
  clock: { now: () => new Date('2026-11-21T09:00:00.000Z') },
  identify: async () => ({ kind: 'app', site: 'site', appId: 'a', name: 'a', rights: undefined }) as never,
  report: (fault) => assert.fail(fault as Error),
})

/** A value of about so many bytes of JSON. */
type Filling = (bytes: number) => string
const numbered = (bytes: number, width: number, make: (i: number) => string) =>
  Array.from({ length: Math.floor(bytes / width) }, (_, i) => make(i)).join(',')
const pad = (i: number) => String(i).padStart(6, '0')
const fillings: Readonly<Record<string, Filling>> = {
  // As many as a body may hold at that size, and wide ones, which are let through to the schema.
  'many keys': (bytes) => `{${numbered(bytes, 20, (i) => `"key${pad(i)}":"xxxx"`)}}`,
  'short keys': (bytes) => `{${numbered(bytes, 12, (i) => `"k${pad(i)}":1`)}}`,
  'a list of objects': (bytes) => `[${numbered(bytes, 30, (i) => `{"id":"${'x'.repeat(14)}${pad(i)}"}`)}]`,
  'a list of texts': (bytes) => `[${numbered(bytes, 40, (i) => `"${pad(i)}-0000-4000-8000-000000000000x"`)}]`,
  nesting: (bytes) => `[${numbered(bytes, 122, () => `${'['.repeat(58)}1${']'.repeat(58)}`)}]`,
  'long text': (bytes) => `"${'a'.repeat(bytes)}"`,
  'long text of an address': (bytes) => `"${'a@a.'.repeat(bytes / 4)}"`,
  'long text of digits': (bytes) => `"${'1'.repeat(bytes)}"`,
}

/** Made once for all fields that get as much. */
function remembered(filling: Filling): Filling {
  const made = new Map<number, string>()
  return (bytes) => {
    const known = made.get(bytes) ?? filling(bytes)
    made.set(bytes, known)
    return known
  }
}

/** The fields of an input, two levels down, so that what is sent reaches lists, maps and texts. */
function fieldsOf(schema: z.ZodType, depth = 2): [string, ...string[]][] {
  let inner: z.ZodType | undefined = schema
  while (inner && 'innerType' in inner._zod.def) inner = inner._zod.def.innerType as z.ZodType
  const { shape } = (inner?._zod.def ?? {}) as { shape?: Record<string, z.ZodType> }
  if (!shape) return []
  return Object.entries(shape).flatMap(([name, field]): [string, ...string[]][] => {
    const below = depth > 1 ? fieldsOf(field, depth - 1) : []
    return below.length > 0 ? below.map((path) => [name, ...path]) : [[name]]
  })
}

/** All fields filled alike, a share of the bytes each; `{ a: { b: … }, c: … }`. */
function bodyOf(paths: readonly (readonly string[])[], filling: Filling, bytes: number): string {
  const groups = Map.groupBy(paths, ([name]) => name!)
  const share = Math.max(200, Math.floor(bytes / Math.max(1, paths.length)))
  const fields = [...groups].map(([name, inner]) => {
    const value =
      inner[0]!.length === 1
        ? filling(share)
        : bodyOf(
            inner.map((path) => path.slice(1)),
            filling,
            share * inner.length,
          )
    return `${JSON.stringify(name)}:${value}`
  })
  return `{${fields.join(',')}}`
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function cost(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tries until one round is linear; what is not linear never is. */
async function isLinear(what: string, small: () => () => unknown, large: () => () => unknown): Promise<void> {
  const seen: string[] = []
  for (let round = 0; round < rounds; round++) {
    const two = await cost(large())
    if (two <= nothingMs) return
    const one = await cost(small())
    if (two <= one * most) return
    seen.push(`${one.toFixed(1)} ms, ${two.toFixed(1)} ms`)
    // What others have left on the heap, and what else the machine does now, is none of this operation's work.
    collectGarbage()
    await sleep(round * 20)
  }
  assert.fail(`${what}: ${seen.join('; ')}`)
}

const id = '0f0e0d0c-0000-4000-8000-000000000000'
const lines = (Object.entries(contract) as [Route, Operation][]).flatMap(([line, operation]) => {
  const [method, template] = line.split(' ') as [string, string]
  const bodied =
    method === 'GET' || method === 'DELETE'
      ? operation.twin
        ? { method: 'POST', template: operation.twin }
        : undefined
      : { method, template }
  return bodied ? [{ line, operation, method: bodied.method, path: bodied.template.replace(/\{[^}]+\}/g, id) }] : []
})

const sent = (method: string, path: string, content: string | Buffer, type = 'application/json') => {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  return async () => {
    const { status } = await api.answer({ method, path, search: '', headers: { 'content-type': type }, body, requestId: 'r' })
    assert.ok(status >= 400 && status < 500, `${path} ${status}`)
  }
}

// attack: Input, files, HTTP | each operation is sent 0.9 MB of keys, lists, nesting, long text or a form | twice the body costs at most 2.5 times the processor time
describe('the work of each operation is linear in what it is sent', () => {
  for (const [shape, filling] of Object.entries(fillings))
    test(shape, async () => {
      const fill = remembered(filling)
      for (const { line, operation, method, path } of lines) {
        const fields = fieldsOf(operation.input)
        const bodies = (bytes: number) => bodyOf(fields.length > 0 ? fields : [['any']], fill, bytes)
        const large = bodies(2 * half)
        assert.ok(large.length >= 800_000 && large.length < 1024 * 1024, `${line} ${shape}: ${large.length}`)
        await isLinear(
          `${line} with ${shape}`,
          () => sent(method, path, bodies(half)),
          () => sent(method, path, large),
        )
      }
    })

  test('a form', async () => {
    const keys = (count: number) => Buffer.from(Array.from({ length: count }, (_, i) => `k${pad(i)}=1`).join('&'))
    // The same for all operations: made once.
    const [small, large] = [keys(45_000), keys(90_000)]
    for (const { line, method, path } of lines) {
      const form = (body: Buffer) => sent(method, path, body, 'application/x-www-form-urlencoded')
      await isLinear(
        `${line} with a form`,
        () => form(small),
        () => form(large),
      )
    }
  })

  // What is refused unread shows nothing of what reading costs: this is the most that is read.
  test('a form of as many keys as are read', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `k${pad(i)}.x=1`).join('&')
    const again = (work: () => Promise<void>) => async () => {
      for (let i = 0; i < 20; i++) await work()
    }
    const form = (count: number) => again(sent('POST', '/oauth2/token', keys(count), 'application/x-www-form-urlencoded'))
    await isLinear(
      'the token endpoint',
      () => form(500),
      () => form(1000),
    )
  })
})
