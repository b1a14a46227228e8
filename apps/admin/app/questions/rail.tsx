import type { QuestionInQueue } from '@vitrine/contract'
import { Author, Marks } from '../moderation/marks.tsx'
import { askerOf, reasonsText } from './text.ts'

/** What there is to know of a question and of who asks. */
export function Rail({ of }: { readonly of: QuestionInQueue }) {
  const { asker, reasons, question } = of
  const why = reasonsText(reasons)
  const isShown = question.status === 'PUBLISHED'
  return (
    <aside className="rail" aria-label="Marks">
      <Marks
        of={[
          { says: why || 'No links, and none of the words', good: !why },
          { says: isShown ? 'Everybody sees it' : 'Only its asker and you see it', good: isShown },
        ]}
      />
      <Author
        name={askerOf(of)}
        facts={
          asker
            ? [
                [asker.orders, asker.orders === 1 ? 'order' : 'orders'],
                [asker.questions, asker.questions === 1 ? 'question' : 'questions'],
              ]
            : []
        }
        memberId={asker?.memberId}
      >
        {!asker && <p className="small soft">Not a member any more: nobody is told of the answer.</p>}
      </Author>
    </aside>
  )
}
