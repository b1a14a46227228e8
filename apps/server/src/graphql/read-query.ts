import { type DocumentNode, GraphQLError, Kind, parse, visit } from 'graphql'
import { graphqlLimits } from './limits.ts'

const longest = 64 * 1024

/** The longest path from the document to a value or a field: three steps for each level. */
const deepest = 200

/** Parses a query, or says why it is refused. Fields are counted in the text, with those of unused fragments: validating more takes too long. */
export function readQuery(query: string): DocumentNode | GraphQLError {
  if (query.length > longest) return refusal(`A query has ${longest} characters at most.`)
  let document: DocumentNode
  try {
    document = parse(query)
  } catch (error) {
    return error instanceof GraphQLError ? error : tooDeep()
  }
  let isDeep = false
  let fields = 0
  visit(document, {
    enter(node, _key, _parent, path) {
      isDeep ||= path.length > deepest
      if (node.kind === Kind.FIELD) fields += 1
      return isDeep ? false : undefined
    },
  })
  if (isDeep) return tooDeep()
  return fields > graphqlLimits.fields
    ? refusal(`The request has ${fields} fields; ${graphqlLimits.fields} are allowed.`, 'QUERY_TOO_LARGE')
    : document
}

/** Whether variables are nested deeper than any input of the contract. */
export function areTooDeep(variables: unknown): boolean {
  let level: unknown[] = [variables]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return false
}

export const tooDeep = (): GraphQLError => refusal('The request is nested too deeply.', 'QUERY_TOO_LARGE')

const refusal = (message: string, code = 'MALFORMED_REQUEST') => new GraphQLError(message, { extensions: { code } })
