import { type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode, type ValidationRule } from 'graphql'

/** What one request may ask for. */
export interface GraphqlLimits {
  /** Levels of nested fields. */
  readonly depth: number
  /** All fields; those of a fragment count each time it is spread. */
  readonly fields: number
  /** Operations of the API in one request; each counts against the rate limits. */
  readonly calls: number
}

export const graphqlLimits: GraphqlLimits = { depth: 16, fields: 3000, calls: 20 }

/**
 * Refuses aliases in introspection: with them one request could list the fields of every type many times. GraphQL's own rules limit
 * how deep introspection goes.
 */
export const introspectionWithoutAliases: ValidationRule = (context) => ({
  Field(node) {
    const { value: name } = node.name
    const introspects = name === '__schema' || name === '__type' || context.getParentType()?.name.startsWith('__')
    if (node.alias && introspects)
      context.reportError(new GraphQLError('Introspection has no aliases.', { nodes: [node], extensions: { code: 'QUERY_TOO_LARGE' } }))
  },
})

/**
 * Refuses queries that are too deep or too large before anything runs. A fragment is measured once, however often it is spread, so that
 * fragments that spread each other cost no extra time. Introspection has the same limits.
 */
export const withinLimits =
  ({ depth, fields, calls }: GraphqlLimits): ValidationRule =>
  (context) => {
    const measured = new Map<string, Measure>()
    const measuring = new Set<string>()
    const ofFragment = (name: string): Measure => {
      const known = measured.get(name)
      if (known) return known
      const fragment: FragmentDefinitionNode | undefined | null = context.getFragment(name)
      // GraphQL's own rules refuse a fragment that spreads itself.
      if (!fragment || measuring.has(name)) return none
      measuring.add(name)
      const measure = of(fragment.selectionSet)
      measuring.delete(name)
      measured.set(name, measure)
      return measure
    }
    const of = ({ selections }: SelectionSetNode): Measure => {
      let deepest = 0
      let count = 0
      let here = 0
      for (const selection of selections) {
        if (selection.kind === Kind.FIELD) {
          const inner = selection.selectionSet ? of(selection.selectionSet) : none
          deepest = Math.max(deepest, 1 + inner.depth)
          count += 1 + inner.fields
          here += 1
        } else {
          const inner = selection.kind === Kind.FRAGMENT_SPREAD ? ofFragment(selection.name.value) : of(selection.selectionSet)
          deepest = Math.max(deepest, inner.depth)
          count += inner.fields
          here += inner.here
        }
      }
      return { depth: deepest, fields: count, here }
    }
    return {
      OperationDefinition(node) {
        const asked = of(node.selectionSet)
        const refuse = (limit: string, most: number, found: number) =>
          context.reportError(
            new GraphQLError(`The request has ${found} ${limit}; ${most} are allowed.`, {
              nodes: [node],
              extensions: { code: 'QUERY_TOO_LARGE' },
            }),
          )
        if (asked.depth > depth) refuse('levels of fields', depth, asked.depth)
        if (asked.fields > fields) refuse('fields', fields, asked.fields)
        if (asked.here > calls) refuse('operations', calls, asked.here)
      },
    }
  }

interface Measure {
  readonly depth: number
  readonly fields: number
  /** Fields of this level. */
  readonly here: number
}

const none: Measure = { depth: 0, fields: 0, here: 0 }
