import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { type Chosen, chosenFrom } from './uploads/dropped.ts'

/** What takes files and folders that are dropped on it, or pasted. */
export function useDrop(onChoose: ((chosen: readonly Chosen[]) => void) | undefined) {
  /** Files are held over it. */
  const [over, setOver] = useState(false)
  const take = (transfer: DataTransfer) => void chosenFrom(transfer).then((chosen) => chosen.length > 0 && onChoose?.(chosen))
  if (!onChoose) return { over: false, takes: {} }
  return {
    over,
    takes: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        take(event.dataTransfer)
      },
      onPaste(event: ClipboardEvent) {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        take(event.clipboardData)
      },
    },
  }
}
