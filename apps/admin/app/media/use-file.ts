import type { FileDescriptor } from '@vitrine/contract'
import { client } from '../client.ts'
import { useAnswer } from '../parts/answer.ts'

/** A file by its id: one of those that are shown, or read by itself where it is none of them. */
export function useFile(id: string | undefined, among: readonly FileDescriptor[]): FileDescriptor | undefined {
  const here = among.find((file) => file.id === id)
  const read = useAnswer({
    ask: id !== undefined && !here ? async (signal) => (await client.files.getFileDescriptor({ fileId: id }, { signal })).file : undefined,
    of: id,
    ms: 0,
  })
  return here ?? (read?.id === id ? read : undefined)
}
