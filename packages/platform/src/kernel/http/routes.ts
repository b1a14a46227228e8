import { areaOf, type Cost, contract, costOf, isWrite, type Operation, type Right, type Route, rightFor } from '@vitrine/contract'
import findMyWay from 'find-my-way'
import { type Serialise, serialiserOf } from './serialise.ts'
import { type Path, pathsOf } from './shop-fields.ts'

export interface Entry {
  readonly line: Route
  readonly operation: Operation
  readonly serialise: Serialise
  /** Of our own, which no published client calls. */
  readonly ours: boolean
  /** Whether the payload is read from the query. */
  readonly inQuery: boolean
  /** Whether it may change something; decides the transaction and the Idempotency-Key. */
  readonly writes: boolean
  /** What makes staff and programs its merchant. */
  readonly right: Right
  /** Where a value of anybody but its merchant is refused. */
  readonly refused: readonly Path[]
  readonly cost: Cost
  /** How each of its calls is counted before it is looked at. */
  readonly counted: 'read' | 'price' | 'write'
  /** Whether it reads what of the catalogue is the same for all who may only look. */
  readonly everybodys: boolean
  /** For each hole of the path, where its text belongs in the input: `['checkout', 'id']`. */
  readonly holes: readonly (readonly string[])[]
}

/** An operation at one of its addresses. */
interface Place {
  readonly entry: Entry
  /** Where the address has ids, and the address before each, with `*` for its holes. */
  readonly ids: readonly { readonly at: number; readonly before: string }[]
}

export interface Match {
  readonly entry: Entry
  readonly segments: readonly string[]
}

export interface Router {
  find(method: string, path: string): Match | undefined
  /** The methods that answer at a path. */
  methodsAt(path: string): readonly string[]
  /** Whether a path belongs to the API, so that an unknown one is refused in the wire's form and not as a page. */
  claims(path: string): boolean
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

let made: Router | undefined

/** The addresses of the contract, put together once for all platforms of a process. */
export const contractRouter = (): Router => (made ??= makeRouter())

function makeRouter(): Router {
  const router = findMyWay({ caseSensitive: true, maxParamLength: 512 })
  const roots = new Set<string>([
    '_api',
    'ecom',
    'stores',
    'stores-reader',
    'members',
    'reviews',
    'site-media',
    'oauth2',
    'iam',
    'vitrine',
    'v1',
    'v2',
  ])

  /** The fixed words of all addresses, each behind what leads to it. */
  const words = new Set<string>()

  const add = (method: string, template: string, entry: Entry) => {
    let position = 0
    const steps = template.split('/')
    const shape = steps.map((step) => (step.startsWith('{') ? '*' : step))
    const before = (at: number) => shape.slice(0, at).join('/')
    shape.forEach((step, at) => step !== '*' && words.add(`${before(at)}/${step}`))
    const place: Place = { entry, ids: steps.flatMap((step, at) => (/id\}$/i.test(step) ? [{ at, before: before(at) }] : [])) }
    const pattern = template.replace(/\{[^}]+\}/g, () => `:p${position++}`)
    router.on(method as 'GET', pattern, () => {}, place)
    roots.add(template.split('/')[1]!)
  }

  for (const [line, operation] of Object.entries(contract) as [Route, Operation][]) {
    const [method, template] = line.split(' ') as [string, string]
    const writes = isWrite(line, operation)
    const cost = costOf(line, operation)
    const entry: Entry = {
      line,
      operation,
      serialise: serialiserOf(operation.ok),
      ours: template.startsWith('/vitrine/'),
      inQuery: method === 'GET' || method === 'DELETE',
      right: rightFor(line, operation),
      refused: pathsOf(line, 'REFUSED'),
      writes,
      cost,
      counted: writes ? 'write' : cost === 'price' ? 'price' : 'read',
      everybodys: !writes && (operation.as === 'anyone' || operation.as === 'visitor') && areaOf(line) === 'products',
      holes: [...template.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!.split('.')),
    }
    add(method, template, entry)
    for (const alias of operation.aliases ?? []) add(method, alias, entry)
    if (operation.twin) add('POST', operation.twin, { ...entry, inQuery: false })
    if (operation.alsoGet) add('GET', template, { ...entry, inQuery: true })
  }

  /** No id is spelled like a fixed word at its place: `POST /ecom/v1/orders/search` never means the order of the id `search`, whatever the method. */
  function takesWord(ids: Place['ids'], path: string): boolean {
    const steps = path.split('/')
    return ids.some(({ at, before }) => words.has(`${before}/${steps[at]}`))
  }

  const find = (method: string, path: string): Match | undefined => {
    const found = router.find((method === 'HEAD' ? 'GET' : method) as 'GET', path)
    if (!found?.store) return undefined
    const { entry, ids } = found.store as Place
    if (method === 'HEAD' && entry.writes) return undefined
    if (ids.length > 0 && takesWord(ids, path)) return undefined
    return { entry, segments: entry.holes.map((_, i) => found.params[`p${i}`]!) }
  }
  return {
    find,
    methodsAt: (path) => methods.filter((method) => find(method, path) !== undefined),
    claims: (path) => roots.has(path.split('/', 2)[1]!),
  }
}
