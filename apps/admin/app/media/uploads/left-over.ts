import { useState } from 'react'

/** An upload that a closed window has broken off: the same file goes on where it was. */
export interface LeftOver {
  readonly key: string
  readonly name: string
}

const prefix = 'tus::vitrine:'
const lastsMs = 3 * 24 * 3600 * 1000

interface Stored {
  readonly creationTime?: string
  readonly metadata?: { readonly filename?: string }
}

/** What this browser knows of uploads that were not ended; what the shop has forgotten meanwhile is forgotten here, too. */
function readLeftOver(): readonly LeftOver[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const { creationTime = '', metadata } = JSON.parse(localStorage.getItem(key) ?? '{}') as Stored
        if (Date.now() - Date.parse(creationTime) < lastsMs) return [{ key, name: metadata?.filename ?? 'A file' }]
        localStorage.removeItem(key)
        return []
      })
  } catch {
    return []
  }
}

/** Uploads of an earlier visit; those that go on now are none. */
export function useLeftOver(underWay: boolean): { readonly files: readonly LeftOver[]; readonly forget: () => void } {
  const [files, setFiles] = useState(readLeftOver)
  const forget = () => {
    for (const { key } of files) localStorage.removeItem(key)
    setFiles([])
  }
  return { files: underWay ? [] : files.filter(({ key }) => localStorage.getItem(key) !== null), forget }
}
