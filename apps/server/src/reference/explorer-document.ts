import { contract, type Route } from '@vitrine/contract'
import { fieldOf, type OpenApi, operationId } from '@vitrine/contract/openapi'
import { examples } from './examples.ts'
import { readNotes } from './notes.ts'

type Operation = OpenApi['paths'][string][string]

/**
 * The OpenAPI document for the explorer: each operation once, with its description and a valid example request. The other paths of an
 * operation are left out: generators and gateways need them, readers do not.
 */
export function explorerDocument({ paths, ...rest }: OpenApi): OpenApi {
  const notes = readNotes()
  const lineOf = new Map((Object.keys(contract) as Route[]).map((line) => [operationId(line), line]))
  const shown = (operation: Operation): Operation => {
    const line = lineOf.get(operation['operationId'] as string)
    if (line === undefined) return operation
    const note = notes.get(line)
    const example = examples[line] as Record<string, unknown>
    return {
      ...operation,
      ...(note !== undefined && { description: `${note}\n\n${String(operation['description'])}` }),
      parameters: parametersOf(operation).map((parameter) => ({ ...parameter, example: at(example, fieldOf(parameter)) })) as never,
      ...(operation['requestBody'] !== undefined && { requestBody: withExample(operation['requestBody'], bodyOf(operation, example)) }),
    }
  }
  const first = Object.entries(paths).flatMap(([path, methods]) => {
    const own = Object.entries(methods).filter(([, operation]) => operation['x-other-address-of'] === undefined)
    return own.length > 0 ? [[path, Object.fromEntries(own.map(([method, operation]) => [method, shown(operation)]))] as const] : []
  })
  return { ...rest, paths: Object.fromEntries(first) }
}

const parametersOf = (operation: Operation) => operation['parameters'] as unknown as readonly { readonly name: string }[]

const at = (example: object, field: string): unknown =>
  field.split('.').reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], example)

/** Without the fields that are path parameters. */
function bodyOf(operation: Operation, example: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const elsewhere = new Set(parametersOf(operation).map(fieldOf))
  return Object.fromEntries(Object.entries(example).filter(([name]) => !elsewhere.has(name)))
}

function withExample(requestBody: unknown, example: unknown): never {
  const body = requestBody as { content: Record<string, object> }
  return { ...body, content: { ...body.content, 'application/json': { ...body.content['application/json'], example } } } as never
}
