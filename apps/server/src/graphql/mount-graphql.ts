import type { Platform } from '@vitrine/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DocumentNode, execute, GraphQLError, type GraphQLSchema, getOperationAST, specifiedRules, validate } from 'graphql'
import { sendBytes } from '../developer-pages.ts'
import { type Dispatch, flat } from '../mount-api.ts'
import type { Documents } from '../reference/documents.ts'
import { callsOf } from './call.ts'
import { graphiqlPage } from './graphiql.ts'
import { graphqlLimits, introspectionWithoutAliases, withinLimits } from './limits.ts'
import { areTooDeep, readQuery, tooDeep } from './read-query.ts'
import { graphqlSchema } from './schema.ts'

/** The path of the published client, and the one for everybody else. */
const paths = ['/graphql', '/graphql/alpha'] as const

interface GraphqlDeps {
  readonly platform: Pick<Platform, 'api' | 'limitAddress'>
  readonly documents: () => Promise<Pick<Documents, 'described'>>
  /** Answers preflight requests of browsers. */
  readonly api: Dispatch
  readonly report: (fault: unknown, where: string, requestId: string) => void
}

/** GraphQL over HTTP, with the callers, rights, limits and refusals of the API. The schema is built at the first request. */
export function mountGraphql(app: FastifyInstance, { platform, documents, api, report }: GraphqlDeps): void {
  let built: GraphQLSchema | undefined

  const answer = async (request: FastifyRequest, reply: FastifyReply, asked: Asked) => {
    const call = callsOf(platform, { headers: flat(request), requestId: request.id })
    const shown = (error: unknown) => {
      if (isTheirs(error)) return error
      report(error, 'graphql', request.id)
      return new GraphQLError('Something went wrong.', { extensions: { code: 'INTERNAL', status: 500, requestId: request.id } })
    }
    try {
      const { described } = await documents()
      const schema = (built ??= graphqlSchema(described()))
      const { document, variables: variableValues, operationName } = asked
      const invalid = validate(schema, document, rules)
      if (invalid.length > 0) return send(reply, request.id, 400, { errors: invalid })
      const { data, errors } = await execute({ schema, document, variableValues, operationName, contextValue: { call } })
      return send(reply, request.id, 200, { data, ...(errors && { errors: errors.map(shown) }) })
    } catch (error) {
      return send(reply, request.id, 500, { errors: [shown(error)] })
    }
  }

  /** Parsing and validating cost time too, so each request counts as a read of its network address. */
  const answerTo = async (request: FastifyRequest, reply: FastifyReply, read: () => Asked | GraphQLError) => {
    const limited = platform.limitAddress('read', request.ip)
    if (limited) return refuse(reply.headers(limited.headers), request.id, tooMany(limited.retryAfterSeconds), 429)
    const asked = read()
    if (asked instanceof GraphQLError) return refuse(reply, request.id, asked)
    if (request.method === 'GET' && changesSomething(asked))
      return refuse(reply.header('allow', 'POST'), request.id, malformed('A mutation is sent by POST.'), 405)
    return answer(request, reply, asked)
  }

  for (const path of paths) {
    app.options(path, api)
    app.post(path, async (request, reply) => answerTo(request, reply, () => askedBy(request.body)))
    app.get(path, async (request, reply) => {
      const { query, variables, operationName } = request.query as Record<string, string | undefined>
      if (query === undefined && /\btext\/html\b/.test(request.headers.accept ?? '')) return page(request, reply)
      return answerTo(request, reply, () =>
        checked({ query, operationName, variables: variables === undefined ? undefined : jsonIn(variables) }),
      )
    })
  }

  let graphiql: ReturnType<typeof graphiqlPage> | undefined
  async function page(request: FastifyRequest, reply: FastifyReply) {
    const { body, headers } = await (graphiql ??= graphiqlPage(paths[0]))
    return sendBytes(request, reply.headers(headers), 'text/html; charset=utf-8', body)
  }
}

const rules = [...specifiedRules, withinLimits(graphqlLimits), introspectionWithoutAliases]

/** Refusals of GraphQL and of the API are shown; everything else is a fault, of which the caller learns only the request id. */
const isTheirs = (error: unknown): boolean =>
  error instanceof GraphQLError && (error.originalError == null || error.originalError instanceof GraphQLError)

interface Asked {
  readonly document: DocumentNode
  readonly variables: Record<string, unknown> | undefined
  readonly operationName: string | undefined
}

/** The query of a request, or why it cannot be read. */
const askedBy = (body: unknown): Asked | GraphQLError => {
  const json = Buffer.isBuffer(body) ? jsonIn(body.toString()) : undefined
  return isObject(json) ? checked(json) : malformed('The body is a JSON object with a query.')
}

function checked({ query, variables, operationName }: Readonly<Record<string, unknown>>): Asked | GraphQLError {
  if (typeof query !== 'string' || query.trim() === '') return malformed('A query is missing.')
  if (variables !== undefined && variables !== null && !isObject(variables)) return malformed('The variables are a JSON object.')
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return malformed('The operation name is text.')
  if (areTooDeep(variables)) return tooDeep()
  const document = readQuery(query)
  if (document instanceof GraphQLError) return document
  return { document, variables: variables ?? undefined, operationName: operationName ?? undefined }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return false
  }
}

const changesSomething = ({ document, operationName }: Asked): boolean => getOperationAST(document, operationName)?.operation !== 'query'

const tooMany = (retryAfterSeconds: number): GraphQLError =>
  new GraphQLError('Too many requests; wait before the next one.', { extensions: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds } })

const malformed = (message: string): GraphQLError => new GraphQLError(message, { extensions: { code: 'MALFORMED_REQUEST' } })

const refuse = (reply: FastifyReply, requestId: string, error: GraphQLError, status = 400) =>
  send(reply, requestId, status, { errors: [error] })

const send = (reply: FastifyReply, requestId: string, status: number, body: unknown) =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*', 'x-wix-request-id': requestId })
    .send(JSON.stringify(body))
