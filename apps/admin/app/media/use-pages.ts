import type { FileDescriptor } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { type Asked, type FilePage, readFiles } from './read.ts'

interface State {
  readonly of: FilePage | undefined
  readonly files: readonly FileDescriptor[]
  readonly next: string | undefined
}

/** The files of a first page, and of those that somebody asked for after it. */
export function usePages(asked: Asked, first: FilePage | undefined) {
  const begin = (of: FilePage | undefined): State => ({ of, files: of?.files ?? [], next: of?.next })
  const [state, setState] = useState(() => begin(first))
  const [reading, setReading] = useState<AbortController>()
  const [failed, setFailed] = useState(false)
  useEffect(() => () => reading?.abort(), [reading])
  const now = state.of === first ? state : begin(first)
  async function more(): Promise<void> {
    if (now.next === undefined || (reading && !reading.signal.aborted)) return
    const gone = new AbortController()
    setReading(gone)
    setFailed(false)
    try {
      const page = await readFiles(asked, now.next, gone.signal)
      if (!gone.signal.aborted) setState({ of: first, files: [...now.files, ...page.files], next: page.next })
    } catch {
      if (!gone.signal.aborted) setFailed(true)
    }
    setReading(undefined)
  }
  return {
    files: now.files,
    hasMore: now.next !== undefined,
    reading: reading !== undefined,
    failed,
    more,
    /** One of them is another one now. */
    change: (file: FileDescriptor) => setState({ ...now, files: now.files.map((one) => (one.id === file.id ? file : one)) }),
  }
}
