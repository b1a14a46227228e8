import type { FileDescriptor, FileProcessing } from '@vitrine/contract'
import { client } from '../client.ts'
import { useAnswer } from '../parts/answer.ts'

const thumbnailTexts: Readonly<Record<NonNullable<FileProcessing['thumbnailUnavailable']>, string>> = {
  UNSUPPORTED:
    'There is no picture of it: its compression, such as Draco, is not supported. The product page cannot show such a model either.',
  TOO_LARGE: 'There is no picture of it: it is too large to draw. The product page shows the picture that you choose as its poster.',
  BROKEN: 'There is no picture of it: parts of it cannot be read.',
  EMPTY: 'There is no picture of it: it shows nothing.',
  FAILED: 'There is no picture of it: drawing it failed. It can be retried on the jobs page.',
}

/** Which renditions are missing from a film or a model that is ready, and why. */
export function NotMade({ of }: { of: FileDescriptor }) {
  const found = useAnswer({
    ask: (signal) => client.mediaLibrary.getFileProcessing({ fileId: of.id }, { signal }),
    of: of.id,
    again: of.updatedDate,
    ms: 0,
  })
  const { thumbnailUnavailable, streamsUnavailable } = found?.processing ?? {}
  return (
    <>
      {thumbnailUnavailable && <p className="faint">{thumbnailTexts[thumbnailUnavailable]}</p>}
      {streamsUnavailable && (
        <p className="faint">It plays in its original size only: the server has no ffmpeg to make smaller versions and streams.</p>
      )}
    </>
  )
}
