import type { FileAuthor, FileDescriptor } from '@vitrine/contract'
import { client } from '../client.ts'
import { shortDate } from '../orders/text.ts'
import { useAnswer } from '../parts/answer.ts'
import { useShop } from '../shop.ts'

const others: Readonly<Record<FileAuthor['kind'], string>> = {
  USER: 'a former member of the staff',
  APP: 'a program',
  MEMBER: 'a customer',
  VISITOR: 'a visitor',
}

const byText = (author: FileAuthor | undefined): string => (author ? ` by ${author.name ?? others[author.kind]}` : '')

/** When a file came, and when its content was replaced, and by whom. */
export function History({ of }: { of: FileDescriptor }) {
  const { timeZone } = useShop()
  const found = useAnswer({
    ask: (signal) => client.mediaLibrary.getFileHistory({ fileId: of.id }, { signal }),
    of: of.id,
    again: of.updatedDate,
    ms: 0,
  })
  if (!of.createdDate) return null
  const { uploadedBy, replacedBy, replacedDate } = found?.history ?? {}
  return (
    <>
      <div>
        <dt>Added</dt>
        <dd>{shortDate(of.createdDate, timeZone) + byText(uploadedBy)}</dd>
      </div>
      {replacedDate !== undefined && (
        <div>
          <dt>Replaced</dt>
          <dd>{shortDate(replacedDate, timeZone) + byText(replacedBy)}</dd>
        </div>
      )}
    </>
  )
}
