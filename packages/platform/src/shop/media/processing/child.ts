import { inspect, Unfit } from '../inspect.ts'
import { type Answer, type Answered, type Asked, type Task, Unreadable } from './task.ts'

// The process in which files of strangers are opened. It is given few means, may die of what it opens, and ends with whoever started it.

async function carryOut(task: Task): Promise<Answer> {
  if (task.task === 'inspect') {
    const facts = await inspect(task.source)
    return facts instanceof Unfit ? { unfit: { reason: facts.reason, message: facts.message } } : { facts }
  }
  if (task.task === 'render') {
    const { render } = await import('../render.ts')
    return { rendition: await render(task) }
  }
  const { process: work } = await import('./work/process.ts')
  return { outcome: await work(task) }
}

process.on('message', ({ id, task }: Asked) => {
  void carryOut(task)
    .catch((error: unknown): Answer => {
      if (error instanceof Unreadable) return { unreadable: error.message }
      return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    })
    .then((answer) => process.send?.({ id, answer } satisfies Answered))
})

// What it has started itself is in the same group.
process.on('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } finally {
    process.exit(1)
  }
})
