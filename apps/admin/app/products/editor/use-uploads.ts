import { useEffect, useRef, useState } from 'react'
import { useSay } from '../../parts/toasts.tsx'
import { NotUploaded, pictureTypes, uploadMedium } from './upload.ts'
import type { Medium } from './values.ts'

/** A file that is on its way to the shop. */
export interface Underway {
  readonly id: number
  readonly name: string
  readonly bytes: number
  /** From 0 to 1. */
  readonly share: number
}

const atOnce = 3
let count = 0

/** Uploads pictures, a few at once, and hands them over in the order in which they were chosen. Files that were not taken are told by name. */
export function useUploads(onPicture: (picture: Medium, fileName: string) => void, types = pictureTypes) {
  const say = useSay()
  const [underway, setUnderway] = useState<readonly Underway[]>([])
  const hear = useRef(onPicture)
  useEffect(() => {
    hear.current = onPicture
  })
  const [gone] = useState(() => new AbortController())
  useEffect(() => () => gone.abort(), [gone])

  async function one(file: File, id: number): Promise<Medium | undefined> {
    try {
      const tell = (share: number) => setUnderway((all) => all.map((each) => (each.id === id ? { ...each, share } : each)))
      return await uploadMedium(file, types, tell, gone.signal)
    } catch (error) {
      if (gone.signal.aborted) return undefined
      const why = error instanceof NotUploaded ? error.message : 'did not get to the shop'
      say({ text: `${file.name} ${why}.`, bad: true })
      return undefined
    }
  }

  return {
    underway,
    async upload(files: readonly File[]): Promise<void> {
      const waiting = files.map((file) => ({ file, id: ++count }))
      setUnderway((all) => [...all, ...waiting.map(({ file, id }) => ({ id, name: file.name, bytes: file.size, share: 0 }))])
      // A picture waits for those before it, so that all come in the order in which they were chosen.
      const come = new Map<number, Medium | undefined>()
      const order = waiting.map(({ id }) => id)
      const nameOf = new Map(waiting.map(({ id, file }) => [id, file.name]))
      const next = async (): Promise<void> => {
        const first = waiting.shift()
        if (!first || gone.signal.aborted) return
        come.set(first.id, await one(first.file, first.id))
        while (order[0] !== undefined && come.has(order[0])) {
          const id = order.shift()!
          const picture = come.get(id)
          if (picture) hear.current(picture, nameOf.get(id)!)
          setUnderway((all) => all.filter((each) => each.id !== id))
        }
        await next()
      }
      await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, next))
    },
  }
}
