import { readdirSync, readFileSync } from 'node:fs'

const tickMs = 10

interface Times {
  readonly parent: number
  /** CPU of the process itself, in milliseconds. */
  readonly own: number
  /** CPU of those of its children that have ended. */
  readonly ended: number
}

function timesOf(pid: number): Times | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1]!, own: (fields[11]! + fields[12]!) * tickMs, ended: (fields[13]! + fields[14]!) * tickMs }
}

/** CPU of a process so far, in milliseconds. */
export const cpuOf = (pid: number): number => timesOf(pid)?.own ?? 0

/** CPU of a process, of its children and of what those were before. */
export function cpuOfFamily(pid: number): number {
  const head = timesOf(pid)
  if (!head) return 0
  let sum = head.own + head.ended
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const times = timesOf(Number(name))
    if (times?.parent === pid) sum += times.own
  }
  return sum
}

/** Resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
}
