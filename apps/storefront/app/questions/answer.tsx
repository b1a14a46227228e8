import { classes } from '@vitrine/ui'
import { Link, useFetcher } from 'react-router'
import { ways } from '../account/ways.ts'
import { to } from '../shop/shop.ts'
import type { AnswerView } from './questions.ts'
import type { Votes } from './use-votes.ts'

interface Props {
  of: AnswerView
  shop: string
  slug: string
  questionId: string
  isOwn: boolean
  votes: Votes
}

/** What the shop, or somebody who has bought it, answers. */
export function Answer({ of: { id, text, author, page, day, helpful }, shop, slug, questionId, isOwn, votes }: Props) {
  const { isHelpful, count, not } = votes.of(id, helpful)
  return (
    <div className={classes('qa__a', author === undefined && 'qa__a--shop')}>
      <p>{text}</p>
      <div>
        {author === undefined ? (
          <strong>{shop}</strong>
        ) : page ? (
          <Link className="link" to={ways.person(page)}>
            {author}
          </Link>
        ) : (
          author
        )}
        {`, ${author === undefined ? day : 'bought it'}${count > 0 ? `, ${count} found it helpful` : ''} \u2002`}
        {isOwn ? (
          <Delete slug={slug} questionId={questionId} answerId={id} />
        ) : (
          <button className="text-button" form={votes.form} name={isHelpful ? 'unhelpful' : 'helpful'} value={id} aria-pressed={isHelpful}>
            Helpful<span className="sr">{`, ${author ?? shop}`}</span>
          </button>
        )}
        {not && <span role="alert"> {not}</span>}
      </div>
    </div>
  )
}

function Delete({ slug, questionId, answerId }: { slug: string; questionId: string; answerId: string }) {
  const { Form, state } = useFetcher()
  return (
    <Form method="post" action={to.questions(slug)} className="qa__own">
      <input type="hidden" name="question" value={questionId} />
      <input type="hidden" name="answer" value={answerId} />
      <button className="text-button" name="intent" value="delete-answer" disabled={state !== 'idle'}>
        Delete your answer
      </button>
    </Form>
  )
}
