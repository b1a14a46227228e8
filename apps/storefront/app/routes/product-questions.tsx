import { attempt } from '@vitrine/client'
import { Message } from '@vitrine/ui'
import { data, Link, redirect, useActionData } from 'react-router'
import { findProduct } from '../catalogue/read.server.ts'
import { findAccount } from '../member/member.server.ts'
import { questionOf, readMine, readQuestions } from '../questions/questions.server.ts'
import { mostAnswer, mostQuestion, type Said, type Voted } from '../questions/questions.ts'
import Questions from '../questions/section.tsx'
import { to } from '../shop/shop.ts'
import { signInFirst, visit } from '../shop.server.ts'
import type { Route } from './+types/product-questions.ts'

export const headers = () => ({ 'Cache-Control': 'no-store' })

export async function loader({ request, params: { slug }, context }: Route.LoaderArgs) {
  const here = visit(context)
  const product = await findProduct(here, slug)
  if (!product) throw data(null, { status: 404 })
  const [questions, mine] = await Promise.all([readQuestions(here, product.id), readMine(here, product.id)])
  if (!questions) throw data(null, { status: 503 })
  return {
    product: { name: product.name, slug: product.slug },
    questions,
    mine,
    /** What they wrote before they signed in. */
    text: (new URL(request.url).searchParams.get('ask') ?? '').slice(0, mostQuestion),
    shopName: here.shop.name,
  }
}

const words = {
  QUESTION_EXISTS: 'You have asked this already.',
  QUESTION_NOT_FOUND: 'It is not there any more.',
  QUESTION_ANSWERED: 'It is answered: it stays.',
  TOO_MANY_QUESTIONS: 'Many of your questions wait for an answer. Let us catch up first, please.',
  ANSWER_EXISTS: 'You have answered this already.',
  ANSWER_NOT_ALLOWED: 'Only those answer who have bought it.',
  ANSWER_NOT_FOUND: 'It is not there any more.',
  ANSWER_VOTE_OWN: 'This one is yours.',
  PRODUCT_NOT_FOUND: 'It is not sold any more.',
  INVALID_ARGUMENT: 'A few words more, please.',
  TOO_MANY_REQUESTS: 'Those were many at once. Wait a minute, please.',
} as const

const wordsFor = (code: string): string =>
  Object.hasOwn(words, code) ? words[code as keyof typeof words] : 'It could not be done. Try once more, please.'

/** Asks, answers and the rest. Without script it leads back to the page of the questions. */
export async function action({ request, params: { slug }, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const text = (most: number) =>
    String(form.get('text') ?? '')
      .trim()
      .slice(0, most)
  const id = (name: string) => String(form.get(name) ?? '')
  const intent = form.get('intent')
  const isPage = request.headers.get('accept')?.includes('text/html') === true
  const page = to.questions(slug)
  const { questions } = here.client

  const done = (said: Said, anchor = 'questions') => {
    if (isPage) throw redirect(`${page}#${anchor}`, 303)
    return data(said)
  }
  const refusedWith = (refused: { readonly code: string; readonly status: number }, written?: string) => {
    if (refused.status >= 500) throw refused
    const not = wordsFor(refused.code)
    return data<Said>({ not, ...(written !== undefined && { text: written }) }, { status: refused.status })
  }

  const answer = form.get('helpful') ?? form.get('unhelpful')
  if (typeof answer === 'string') {
    here.know()
    const helpful = form.has('helpful')
    const product = await findProduct(here, slug)
    const questionId = product && (await questionOf(here, product.id, answer))
    if (!questionId) return data<Voted>({ answer, helpful: false, not: words.ANSWER_NOT_FOUND }, { status: 404 })
    const [refused, voted] = await attempt(questions.voteForAnswer({ questionId, answerId: answer, helpful }))
    if (refused && refused.status >= 500) throw refused
    if (isPage) throw redirect(`${page}#question-${questionId}`, 303)
    if (refused) return data<Voted>({ answer, helpful: false, not: wordsFor(refused.code) }, { status: refused.status })
    return data<Voted>({ answer, helpful, count: voted.answer.helpful })
  }

  const written = text(intent === 'ask' ? mostQuestion : mostAnswer)
  // What is written is there again when they come back.
  if (!(await findAccount(here))) throw signInFirst(intent === 'ask' && written ? `${page}?${new URLSearchParams({ ask: written })}` : page)
  switch (intent) {
    case 'ask': {
      const product = await findProduct(here, slug)
      if (!product) throw data(null, { status: 404 })
      const [refused] = await attempt(questions.ask({ productId: product.id, text: written }))
      return refused ? refusedWith(refused, written) : done({ done: 'asked' })
    }
    case 'answer': {
      const [refused] = await attempt(questions.answer({ questionId: id('question'), text: written }))
      return refused ? refusedWith(refused, written) : done({ done: 'answered' }, `question-${id('question')}`)
    }
    case 'take-back': {
      const [refused] = await attempt(questions.takeBack({ questionId: id('question') }))
      return refused ? refusedWith(refused) : done({ done: 'removed' })
    }
    case 'delete-answer': {
      const [refused] = await attempt(questions.deleteAnswer({ questionId: id('question'), answerId: id('answer') }))
      return refused ? refusedWith(refused) : done({ done: 'removed' }, `question-${id('question')}`)
    }
    default:
      throw data(null, { status: 400 })
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Questions about ${loaderData.product.name} · ${loaderData.shopName}` : 'Questions' },
  { name: 'robots', content: 'noindex' },
]

export default function ProductQuestionsPage({ loaderData: { product, questions, mine, text } }: Route.ComponentProps) {
  const said = useActionData<Said>()
  return (
    <main id="main">
      <div className="wrap qas__way">
        <p className="small">
          About{' '}
          <Link className="link name" to={to.product(product.slug)}>
            {product.name}
          </Link>
        </p>
        {said?.not && (
          <Message tone="bad" what="Not yet.">
            {said.not}
          </Message>
        )}
      </div>
      <Questions slug={product.slug} questions={questions} mine={mine} text={said?.text ?? text} alone />
    </main>
  )
}
