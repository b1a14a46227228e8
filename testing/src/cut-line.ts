import { connect, createServer, type Socket } from 'node:net'

export interface CutLine extends AsyncDisposable {
  readonly url: string
  /** How often the line was cut so far. */
  readonly cuts: () => number
}

/** A line to a server of this machine that breaks whenever it has carried so many bytes there: once for each of the numbers. */
export async function cutLine(to: string, afterBytes: readonly number[]): Promise<CutLine> {
  const { hostname, port } = new URL(to)
  const left = [...afterBytes]
  const open = new Set<Socket>()
  let carried = 0
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    const both = [near, far]
    const end = () => {
      for (const socket of both) {
        open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of both) {
      open.add(socket)
      socket.on('error', end).on('close', end)
    }
    near.on('data', (bytes) => {
      carried += bytes.length
      if (carried < (left[0] ?? Number.POSITIVE_INFINITY)) return
      left.shift()
      carried = 0
      cuts++
      end()
    })
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
