import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** How long a client may take, and how many of them may be there at once. */
export interface ConnectionLimits {
  /** From the first byte of a request to its last. */
  readonly requestMs: number
  /** To the end of its headers, and on a new connection to the first request. */
  readonly headersMs: number
  /** How often it is looked who has taken longer. */
  readonly checkMs: number
  /** How long a connection may stay without a request. */
  readonly idleMs: number
  readonly mostConnections: number
}

export const connectionLimits: ConnectionLimits = {
  requestMs: 30_000,
  headersMs: 15_000,
  checkMs: 1000,
  idleMs: 72_000,
  mostConnections: 10_000,
}

/** What the server of Node is told at its making. */
export const timings = ({ requestMs, headersMs, checkMs, idleMs }: ConnectionLimits) => ({
  requestTimeout: requestMs,
  connectionTimeout: 0,
  keepAliveTimeout: idleMs,
  http: { headersTimeout: headersMs, requestTimeout: requestMs, connectionsCheckingInterval: checkMs },
})

/**
 * Beyond the most a connection is closed as it comes. Before that, from nine tenths of it on, those that wait for their next request make room:
 * their browsers open another when they need it.
 */
export function boundConnections({ server }: FastifyInstance, { mostConnections }: ConnectionLimits, log: FastifyBaseLogger): void {
  server.maxConnections = mostConnections
  const step = Math.ceil(mostConnections / 100)
  let open = 0
  let whenRoomWasMade = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => {
      open--
      whenRoomWasMade = Math.min(whenRoomWasMade, open)
    })
    // To look at all of them once for a hundredth that came is cheap.
    if (open <= mostConnections * 0.9 || open < whenRoomWasMade + step) return
    whenRoomWasMade = open
    server.closeIdleConnections()
  })
  let refused = 0
  server.on('drop', () => {
    if (refused++ % step === 0) log.warn({ open, refused }, 'connections are refused: there are as many as there may be')
  })
}

const unhurried = new WeakSet<Socket>()

/** Whether a connection may take longer than a request usually may. */
export const takesTime = (socket: Socket): boolean => unhurried.has(socket)

/**
 * Lets one request take as long as its body comes, as large files do over a thin line; where nothing comes for `silentMs`, its connection is closed.
 * The answer ends that.
 */
export function letTakeTime(request: IncomingMessage, silentMs = connectionLimits.requestMs): () => void {
  const { socket } = request
  unhurried.add(socket)
  let seen = socket.bytesRead
  const timer = setInterval(() => {
    if (!request.complete && socket.bytesRead === seen) socket.destroy()
    seen = socket.bytesRead
  }, silentMs).unref()
  return () => {
    clearInterval(timer)
    unhurried.delete(socket)
  }
}
