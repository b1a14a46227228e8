import type { QuestionInQueue } from '@vitrine/contract'
import { CircleCheck, Info } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { askerOf, reasonsText } from './text.ts'

/** What there is to know of a question and of who asks. */
export function Rail({ of }: { readonly of: QuestionInQueue }) {
  const { asker, reasons, question } = of
  const why = reasonsText(reasons)
  return (
    <aside className="rail" aria-label="Marks">
      <section className="sec">
        <header className="sec-h">
          <h2>Marks</h2>
        </header>
        <ul className="marks">
          <li {...(!why && { 'data-ok': true })}>
            <Icon of={why ? Info : CircleCheck} />
            {why || 'No links, and none of the words'}
          </li>
          <li {...(question.status === 'PUBLISHED' && { 'data-ok': true })}>
            <Icon of={question.status === 'PUBLISHED' ? CircleCheck : Info} />
            {question.status === 'PUBLISHED' ? 'Everybody sees it' : 'Only its asker and you see it'}
          </li>
        </ul>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>{askerOf(of)}</h2>
        </header>
        {asker ? (
          <>
            <ul className="facts">
              <li>
                <b>{asker.orders}</b> {asker.orders === 1 ? 'order' : 'orders'}
              </li>
              <li>
                <b>{asker.questions}</b> {asker.questions === 1 ? 'question' : 'questions'}
              </li>
            </ul>
            <p className="small">
              <Link className="a" to={`/members/${asker.memberId}`}>
                Open member
              </Link>
            </p>
          </>
        ) : (
          <p className="small soft">Not a member any more: nobody is told of the answer.</p>
        )}
      </section>
    </aside>
  )
}
