import { type RefObject, useRef } from 'react'
import { type Chosen, chosenIn } from './uploads/dropped.ts'

export interface FileInputs {
  readonly files: RefObject<HTMLInputElement | null>
  readonly folder: RefObject<HTMLInputElement | null>
}

export function useFileInputs(): FileInputs {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  return { files, folder }
}

/** React has no property of this name. */
const wholeFolder = { webkitdirectory: '' }

/** What opens the browser's own dialogs for files, and for a whole folder. */
export function ChooseFiles({ of: { files, folder }, onChoose }: { of: FileInputs; onChoose: (chosen: readonly Chosen[]) => void }) {
  const props = {
    type: 'file',
    hidden: true,
    multiple: true,
    onChange({ target }: { target: HTMLInputElement }) {
      onChoose(chosenIn(target.files))
      target.value = ''
    },
  } as const
  return (
    <>
      <input {...props} ref={files} aria-label="Files to upload" />
      <input {...props} {...wholeFolder} ref={folder} aria-label="Folder to upload" />
    </>
  )
}
