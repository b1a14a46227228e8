import type { FileDescriptor } from '@vitrine/contract'
import { useEffect, useEffectEvent } from 'react'
import { whenSent } from './uploads/queue.ts'

/** Files that are being prepared are looked after so often. */
const preparedMs = 3000
/** Several that come in at once are read together. */
const togetherMs = 400

/** Reads again what stands here when a file came in, and for as long as one of them is being prepared. */
export function useFresh(files: readonly FileDescriptor[], read: () => void): void {
  const again = useEffectEvent(read)
  const isPending = files.some(({ operationStatus }) => operationStatus === 'PENDING')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = whenSent(() => {
      clearTimeout(timer)
      timer = setTimeout(() => again(), togetherMs)
    })
    return () => {
      end()
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(() => again(), preparedMs)
    return () => clearInterval(timer)
  }, [isPending])
}
