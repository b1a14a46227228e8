// The floor: what a server costs that only hands on one row of 2 kB. Fastify and postgres.js as their manuals show them.
import Fastify from 'fastify'
import postgres from 'postgres'

const sql = postgres(process.env['DATABASE_URL']!, { max: Number(process.env['DATABASE_CONNECTIONS']) })
const app = Fastify()

app.get<{ Params: { key: string } }>('/documents/:key', async (request, reply) => {
  const [row] = await sql<{ body: string }[]>`select body from document where key = ${request.params.key}`
  return reply.type('application/json; charset=utf-8').send(row!.body)
})
app.get('/health', async () => ({ status: 'ok' }))

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
