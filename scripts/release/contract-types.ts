import { readNotes } from '../../apps/server/src/reference/notes.ts'
import * as everything from '../../packages/contract/src/index.ts'
import type { Operation } from '../../packages/contract/src/operation.ts'
import { comment, type Inner, property, typePrinter } from './print-types.ts'

const quoted = (codes: readonly string[]): string => (codes.length === 0 ? 'never' : codes.map((code) => JSON.stringify(code)).join(' | '))

const isSchema = (value: unknown): value is Inner => typeof value === 'object' && value !== null && '_zod' in value

/** The types of the contract that the client uses, as a declaration file that needs nothing: neither zod nor a schema. */
export function contractTypes(): string {
  const notes = readNotes()
  const named = new Map(Object.entries(everything).flatMap(([name, value]) => (isSchema(value) ? [[value, name] as const] : [])))
  const { print, declarations } = typePrinter(named, (path) => notes.get(path))

  const operations = Object.entries<Operation>(everything.contract).map(([route, { input, ok, errors, twin, reads, summary }]) => {
    const note = [`${summary}.`, notes.get(route)].filter((text) => text !== undefined).join('\n\n')
    const traits = `${twin === undefined ? '' : `\n    readonly twin: ${JSON.stringify(twin)}`}${reads ? '\n    readonly reads: true' : ''}`
    const typeOf = (schema: Inner, side: 'input' | 'output', part: string) =>
      print(schema, side, `${route}/${part}`).replaceAll('\n', '\n    ')
    return `${comment(note, '  ')}  ${JSON.stringify(route)}: {
    readonly input: ${typeOf(input, 'input', 'input')}
    readonly ok: ${typeOf(ok, 'output', 'ok')}
    readonly errors: ${quoted(errors)}${traits}
  }`
  })
  const refusals = Object.entries(
    everything.refusals as Readonly<Record<string, { readonly description: string; readonly data?: Inner }>>,
  ).map(
    ([code, { description, data }]) =>
      `${comment(description, '  ')}  ${property(code)}: ${data ? print(data, 'output', code).replaceAll('\n', '\n  ') : 'undefined'}`,
  )
  const events = Object.entries<{ readonly data: Inner }>(everything.events).map(
    ([type, { data }]) => `  ${JSON.stringify(type)}: ${print(data, 'output', type).replaceAll('\n', '\n  ')}`,
  )
  const { FieldViolation, Prompt, SignInAnswer } = everything
  for (const [schema, name] of [
    [FieldViolation, 'FieldViolation'],
    [Prompt, 'Prompt'],
    [SignInAnswer, 'SignInAnswer'],
  ] as const)
    print(schema, 'output', name)

  return `// Written by scripts/release from the contract.

/** Every operation by its method and path: what it takes, what it answers, and what it may refuse with. */
export interface Contract {
${operations.join('\n')}
}
export type Route = keyof Contract
/** What a caller sends: fields with a default may be left out. */
export type Input<R extends Route> = Contract[R]['input']
/** What comes back. */
export type Ok<R extends Route> = Contract[R]['ok']

/** The facts of each refusal. */
interface Refusals {
${refusals.join('\n')}
}
export type RefusalCode = keyof Refusals
/** The facts that a refusal carries, or \`undefined\` when its code says it all. */
export type RefusalData<C extends RefusalCode> = C extends RefusalCode ? Refusals[C] : never
/** What any operation may refuse with. */
export type CommonCode = ${quoted(everything.commonCodes)}
/** Why it may be refused. */
export type Code<R extends Route> = Contract[R]['errors'] | CommonCode

/** The data of each event. */
interface Events {
${events.join('\n')}
}
export type EventType = keyof Events
export type EventData<Type extends EventType> = Events[Type]

${declarations().join('\n\n')}
`
}
