import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Dialog } from '../parts/dialog.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { AskField } from './ask-field.tsx'
import type { Act, Ahead, Filter, Listing } from './listing.ts'
import { many } from './many.ts'

interface AheadQuestionProps<T> {
  act: Pick<Act<T>, 'name' | 'all' | 'asks'>
  of: Pick<Listing<T>, 'one' | 'more'>
  /** What the list finds, when it was asked. */
  filter: Filter
  value: string
  onValue: (value: string) => void
  onDo: (filter: Filter) => void
  onClose: () => void
}

/** The question before something is done to all that a list finds: how many it touches, and who some of them are. */
export function AheadQuestion<T>({ act: { name, all, asks }, of, filter, value, onValue, onDo, onClose }: AheadQuestionProps<T>) {
  const [seen, setSeen] = useState<Ahead | 'failed'>()
  useEffect(() => {
    const gone = new AbortController()
    all!.ahead(filter, gone.signal).then(setSeen, () => gone.signal.aborted || setSeen('failed'))
    return () => gone.abort()
  }, [all, filter])
  const ahead = typeof seen === 'object' ? seen : undefined
  const counted = ahead && `${ahead.orMore ? 'more than ' : ''}${many(ahead.touched, of.one, of.more)}`
  return (
    <Dialog
      wide
      title={`${name} all that the list finds?`}
      about={`Not only those on this page: every ${of.one} that the list finds as it stands.`}
      does={ahead ? `${name} ${counted}` : name}
      busy={false}
      disabled={!ahead || ahead.touched === 0 || (asks !== undefined && value.trim() === '')}
      onDo={() => onDo(filter)}
      onClose={onClose}
    >
      {asks && <AskField of={asks} hint={asks.about} value={value} onValue={onValue} />}
      <div className="stack" role="status">
        {seen === undefined && <p className="soft">Looking what it touches …</p>}
        {seen === 'failed' && <p className="soft">The shop did not say what it touches. Close this and try again.</p>}
        {ahead && (
          <>
            <p>
              {ahead.touched === 0 ? `It touches none of them.` : <b>{`It touches ${counted}.`}</b>} {ahead.says.join(' ')}
            </p>
            {ahead.examples.length > 0 && (
              <Table
                caption="Some of those that it touches"
                className="in"
                headHidden
                head={
                  <>
                    <Head>Name</Head>
                    <Head>{ahead.column ?? 'Email'}</Head>
                  </>
                }
              >
                {ahead.examples.map(({ id, name: called, about, to }) => (
                  <Tr key={id}>
                    <RowHead>
                      <Link to={to} target="_blank">
                        {called}
                      </Link>
                    </RowHead>
                    <Td className="soft">{about}</Td>
                  </Tr>
                ))}
              </Table>
            )}
            {ahead.touched > ahead.examples.length && (
              <p className="faint small">{`and ${(ahead.touched - ahead.examples.length).toLocaleString('en-GB')} more`}</p>
            )}
          </>
        )}
      </div>
    </Dialog>
  )
}
