import { type Contract, contract, type Operation, type Route } from '@vitrine/contract'
import { fieldOf, type OpenApi, operationId, operationsOf } from '@vitrine/contract/openapi'
import { type GraphQLFieldConfig, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { placesOf } from '../reference/calls.ts'
import type { Schema } from '../reference/fields.ts'
import { readNotes } from '../reference/notes.ts'
import { Types } from './types.ts'

/** How a field calls its operation. */
export interface GraphqlContext {
  /** `field` is the name of the answer in the response. */
  readonly call: (line: Route, payload: Readonly<Record<string, unknown>>, field: string) => Promise<unknown>
}

type Field = GraphQLFieldConfig<unknown, GraphqlContext>

/**
 * The contract as a schema: reads are queries, writes are mutations, and a field has the name of the client's method, `currentCart.getCurrentCart`
 * as `currentCart_getCurrentCart`, with the fields of the operation's input as its arguments.
 */
export function graphqlSchema(document: OpenApi): GraphQLSchema {
  const notes = readNotes()
  const types = new Types(document.components.schemas as never, (name) => notes.get(name))
  const places = placesOf()
  const printed = operationsOf(document)
  const queries: Record<string, Field> = {}
  const mutations: Record<string, Field> = {}
  for (const [line, operation] of Object.entries(contract) as [keyof Contract, Operation][]) {
    const place = places.get(line)
    const own = printed.get(operationId(line))?.operation as unknown as Printed | undefined
    if (!place || !own) throw new Error(`${line} is in the contract, and not in the client or not in what is printed of it`)
    const name = `${place.module}_${place.method}`
    const isRead = line.startsWith('GET ') || (operation.reads === true && line !== 'POST /oauth2/token')
    const fields = isRead ? queries : mutations
    fields[name] = {
      description: [operation.summary, notes.get(line)].filter(Boolean).join('\n\n'),
      type: types.output(own.responses[200].content['application/json'].schema, `${upper(name)}Answer`),
      args: types.inputFields(inputOf(own), upper(name)),
      resolve: (_source, args, { call }, { path }) => call(line, args, String(path.key)),
    }
  }
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: queries }),
    mutation: new GraphQLObjectType({ name: 'Mutation', fields: mutations }),
  })
}

interface Printed {
  readonly parameters: readonly {
    readonly name: string
    readonly 'x-field'?: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: Schema
    readonly content?: Json
  }[]
  readonly requestBody?: { readonly content: Json }
  readonly responses: { readonly 200: { readonly content: Json } }
}
interface Json {
  readonly 'application/json': { readonly schema: Schema }
}

/** All input: path, query and body. A path parameter that names a nested field of the body is given there. */
function inputOf({ parameters, requestBody }: Printed): Schema {
  const body = requestBody?.content['application/json'].schema
  const beside = parameters
    .map((parameter) => ({ ...parameter, name: fieldOf(parameter) }))
    .filter(({ name, in: place }) => place !== 'header' && !name.includes('.') && body?.properties?.[name] === undefined)
  return {
    properties: {
      ...Object.fromEntries(beside.map(({ name, schema, content }) => [name, schema ?? content?.['application/json'].schema ?? {}])),
      ...body?.properties,
    },
    required: [...beside.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
  }
}

const upper = (name: string): string => name[0]!.toUpperCase() + name.slice(1)
