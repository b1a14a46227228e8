import {
  GraphQLBoolean,
  GraphQLFloat,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
} from 'graphql'
import { nameOf, type Schema } from '../reference/fields.ts'

/** The scalar for what GraphQL has no type for: maps, unions, and filters of the query language. */
export const Json = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any JSON: a map, one of several forms, or a filter of a query.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => literal(node, variables ?? {}),
})

function literal(node: ValueNode, variables: Readonly<Record<string, unknown>>): unknown {
  switch (node.kind) {
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literal(value, variables)]))
    case Kind.LIST:
      return node.values.map((value) => literal(value, variables))
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.NULL:
      return null
    case Kind.VARIABLE:
      return variables[node.name.value]
    default:
      return node.value
  }
}

/** The input and output types of the contract, each made once, named as its schema. */
export class Types {
  readonly #schemas: Readonly<Record<string, Schema>>
  readonly #noteOf: (name: string) => string | undefined
  readonly #outputs = new Map<string, GraphQLObjectType>()
  readonly #inputs = new Map<string, GraphQLInputObjectType>()

  constructor(schemas: Readonly<Record<string, Schema>>, noteOf: (name: string) => string | undefined) {
    this.#schemas = schemas
    this.#noteOf = noteOf
  }

  /** `name` is used for an object without a name of its own. */
  output(schema: Schema, name: string): GraphQLOutputType {
    const { schema: own, name: given } = this.#named(schema, name)
    if (own.type === 'array') return new GraphQLList(this.output(own.items ?? {}, `${given}Item`))
    if (!hasFields(own)) return scalarOf(own)
    const known = this.#outputs.get(given)
    if (known) return known
    const made: GraphQLObjectType = new GraphQLObjectType({
      name: given,
      description: this.#noteOf(given) ?? null,
      fields: () =>
        Object.fromEntries(
          Object.entries(own.properties).map(([field, of]) => [
            field,
            { type: this.output(of, joined(given, field)), description: this.#noteOf(`${given}/${field}`) ?? null },
          ]),
        ),
    })
    this.#outputs.set(given, made)
    return made
  }

  input(schema: Schema, name: string): GraphQLInputType {
    const { schema: own, name: given } = this.#named(schema, name)
    if (own.type === 'array') return new GraphQLList(this.input(own.items ?? {}, `${given}Item`))
    if (!hasFields(own)) return scalarOf(own)
    const known = this.#inputs.get(given)
    if (known) return known
    const made: GraphQLInputObjectType = new GraphQLInputObjectType({
      name: given.endsWith('Input') ? given : `${given}Input`,
      description: this.#noteOf(given) ?? null,
      fields: () => this.inputFields(own, given),
    })
    this.#inputs.set(given, made)
    return made
  }

  /** The fields of an input object, which are also the arguments of an operation. */
  inputFields({ properties = {}, required = [] }: Schema, name: string): Record<string, GraphQLInputFieldConfig> {
    return Object.fromEntries(
      Object.entries(properties).map(([field, of]) => {
        const type = this.input(of, joined(name, field))
        const isRequired = required.includes(field) && of.default === undefined
        return [field, { type: isRequired ? new GraphQLNonNull(type) : type, description: this.#noteOf(`${name}/${field}`) ?? null }]
      }),
    )
  }

  /** Resolves references, and drops the null of fields that may be cleared. */
  #named(schema: Schema, name: string): { readonly schema: Schema; readonly name: string } {
    if (schema.$ref !== undefined) {
      const target = nameOf(schema.$ref)
      return this.#named(this.#schemas[target] ?? {}, target)
    }
    const some = schema.anyOf?.filter(({ type }) => type !== 'null')
    return some?.length === 1 ? this.#named(some[0]!, name) : { schema, name }
  }
}

const hasFields = (schema: Schema): schema is Schema & { readonly properties: Readonly<Record<string, Schema>> } =>
  schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0

const joined = (name: string, field: string): string => name + field[0]!.toUpperCase() + field.slice(1)

/** The largest value of GraphQL's Int. */
const largestInt = 2 ** 31 - 1

function scalarOf({ type, maximum = Infinity }: Schema): GraphQLScalarType {
  switch (type) {
    case 'string':
      return GraphQLString
    case 'boolean':
      return GraphQLBoolean
    case 'number':
      return GraphQLFloat
    case 'integer':
      return maximum <= largestInt ? GraphQLInt : GraphQLFloat
    default:
      return Json
  }
}
