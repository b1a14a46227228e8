/** Questions about products: who asks, who answers, what shows to whom, and what happens at once. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer } from '../src/buyer.ts'
import { emailsTo } from '../src/mailbox.ts'
import { newMember as enrolled } from '../src/member.ts'
import type { TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { startReviewedShop } from '../src/reviewed-shop.ts'
import { newMember } from '../src/subscribed-member.ts'

const { shop, office, newMug, member, buyer } = await startReviewedShop()

let mug: TestProduct
beforeEach(async () => {
  mug = await newMug()
})
let texts = 0
const someText = () => `Does number ${++texts} stand well?`
const page = async () => newBuyer(shop).questions.getPage({ productId: mug.id })
const shownOf = async () => (await page()).questions.map(({ text, answers }) => [text, ...answers.map((answer) => answer.text)])
const asks = async (text = someText()) => {
  const who = await member()
  const { question } = await who.client.questions.ask({ productId: mug.id, text })
  return { who, question, questionId: question.id, text }
}

describe('a question', () => {
  test('shows at once where the rules find nothing, and with a link or a word only to its asker and the shop', async () => {
    const { text } = await asks()
    assert.deepEqual(await shownOf(), [[text]])
    const held = await asks('Is it the one of www.cheap.example?')
    assert.equal(held.question.status, 'WAITING')
    assert.deepEqual(await shownOf(), [[text]])
    const mine = await held.who.client.questions.getMine({ productId: mug.id })
    assert.deepEqual(
      mine.questions.map(({ id, status }) => [id, status]),
      [[held.questionId, 'WAITING']],
    )
    assert.deepEqual((await (await member()).client.questions.getMine({ productId: mug.id })).questions, [])
    const { questions } = await office.questionManagement.searchQuestions({ questionId: held.questionId })
    assert.deepEqual([questions[0]!.reasons, questions[0]!.state, questions[0]!.product?.id], [['LINK'], 'TO_ANSWER', mug.id])
    await office.questionManagement.moderateQuestion({ questionId: held.questionId, status: 'PUBLISHED' })
    assert.equal((await page()).count, 2)
    await office.questionManagement.moderateQuestion({ questionId: held.questionId, status: 'REJECTED' })
    assert.equal((await page()).count, 1)
  })

  test('of a muted member waits, and so does their answer', async () => {
    const { questionId, text } = await asks()
    const owner = await buyer()
    await office.memberManagement.muteMember({ id: owner.memberId })
    const asked = await owner.client.questions.ask({ productId: mug.id, text: someText() })
    const answered = await owner.client.questions.answer({ questionId, text: 'Mine does.' })
    assert.deepEqual([asked.question.status, answered.answer.status], ['WAITING', 'WAITING'])
    assert.deepEqual(await shownOf(), [[text]])
    const { questions } = await office.questionManagement.searchQuestions({ questionId: asked.question.id })
    assert.deepEqual(questions[0]!.reasons, ['MUTED'])
    await office.memberManagement.unmuteMember({ id: owner.memberId })
    const later = await owner.client.questions.ask({ productId: mug.id, text: someText() })
    assert.equal(later.question.status, 'PUBLISHED')
  })

  test('waits where the shop reads all of them, and shows with the answer of the shop', async () => {
    await office.reviewManagement.setReviewSettings({ settings: { readAll: true } })
    try {
      const { questionId, text } = await asks()
      assert.deepEqual(await page(), { count: 0, answered: 0, questions: [] })
      await office.questionManagement.setAnswer({ questionId, text: 'It does.' })
      assert.deepEqual(await shownOf(), [[text, 'It does.']])
    } finally {
      await office.reviewManagement.setReviewSettings({ settings: { readAll: false } })
    }
  })

  test('is asked by members alone, about what the shop shows, and the same once', async () => {
    assert.equal(await codeOf(newBuyer(shop).questions.ask({ productId: mug.id, text: someText() })), 'PERMISSION_DENIED')
    const nobody = await newMember(shop)
    assert.equal(await codeOf(nobody.client.questions.ask({ productId: mug.id, text: someText() })), 'MEMBER_NOT_FOUND')
    const who = await member()
    assert.equal(await codeOf(who.client.questions.ask({ productId: newId(), text: someText() })), 'PRODUCT_NOT_FOUND')
    for (const text of ['', 'ab', '     ', 'x'.repeat(501)])
      assert.equal(await codeOf(who.client.questions.ask({ productId: mug.id, text })), 'INVALID_ARGUMENT')
    await who.client.questions.ask({ productId: mug.id, text: 'Is it heavy?' })
    assert.equal(await codeOf(who.client.questions.ask({ productId: mug.id, text: ' is it HEAVY ' })), 'QUESTION_EXISTS')
    const asked = async (text: string) => (await (await member()).client.questions.ask({ productId: mug.id, text })).question.status
    assert.equal(await asked('Is it heavy'), 'PUBLISHED', 'many ask that')
    assert.equal(await asked('Does it leave rings on an oiled oak table?'), 'PUBLISHED')
    assert.equal(await asked('does it leave rings on an oiled oak table'), 'WAITING', 'the same text of somebody else is read first')
  })

  test('of one member, asked many times at once: no more than may wait for an answer', async () => {
    const who = await member()
    const done = await Promise.all(
      Array.from({ length: 25 }, () => codeOf(who.client.questions.ask({ productId: mug.id, text: someText() }))),
    )
    assert.equal(done.filter((code) => code === 'done').length, 20)
    assert.equal(done.filter((code) => code === 'TOO_MANY_QUESTIONS').length, 5)
    const { questions } = await who.client.questions.getMine({ productId: mug.id })
    await office.questionManagement.setAnswer({ questionId: questions[0]!.id, text: 'It does.' })
    assert.equal(await codeOf(who.client.questions.ask({ productId: mug.id, text: someText() })), 'done')
  })

  test('is taken back by its asker while nobody has answered, and by nobody else', async () => {
    const { who, questionId } = await asks()
    assert.equal(await codeOf((await member()).client.questions.takeBack({ questionId })), 'QUESTION_NOT_FOUND')
    assert.equal(await codeOf(newBuyer(shop).questions.takeBack({ questionId })), 'QUESTION_NOT_FOUND')
    await who.client.questions.takeBack({ questionId })
    assert.equal(await codeOf(who.client.questions.takeBack({ questionId })), 'QUESTION_NOT_FOUND')
    const answered = await asks()
    await office.questionManagement.setAnswer({ questionId: answered.questionId, text: 'Yes.' })
    assert.equal(await codeOf(answered.who.client.questions.takeBack({ questionId: answered.questionId })), 'QUESTION_ANSWERED')
    await office.questions.takeBack({ questionId: answered.questionId })
    assert.equal((await page()).count, 0)
  })

  test('taken back while the shop answers: it is gone or answered, never half', async () => {
    for (let round = 0; round < 5; round++) {
      const { who, questionId } = await asks()
      const [took, said] = await Promise.all([
        codeOf(who.client.questions.takeBack({ questionId })),
        codeOf(office.questionManagement.setAnswer({ questionId, text: 'Yes.' })),
      ])
      const rows = await shop.platform.database.query(
        sql`select from question_answer where question_id = ${questionId} and site = ${shop.site}`,
      )
      assert.deepEqual([took, said, rows.length], took === 'done' ? ['done', 'QUESTION_NOT_FOUND', 0] : ['QUESTION_ANSWERED', 'done', 1])
    }
  })

  test('goes with its product', async () => {
    const { questionId } = await asks()
    await office.questionManagement.setAnswer({ questionId, text: 'Yes.' })
    await office.merchantProducts.deleteProduct({ id: mug.id })
    assert.equal(await codeOf(office.questionManagement.getQuestion({ questionId })), 'QUESTION_NOT_FOUND')
  })

  test('is close to a text by the words that they share', async () => {
    const { question } = await asks('How many fingers does the handle take?')
    await asks('Does it ring?')
    const found = await newBuyer(shop).questions.findClose({ productId: mug.id, text: 'Is the handle wide enough for' })
    assert.deepEqual(
      found.questions.map(({ id }) => id),
      [question.id],
    )
    assert.deepEqual(await newBuyer(shop).questions.findClose({ productId: newId(), text: 'handle' }), { questions: [] })
  })
})

describe('an answer', () => {
  test('of the shop shows at once, is replaced by the next, and is removed', async () => {
    const { questionId, text } = await asks()
    for (const answer of ['Three fingers.', 'Three of a large hand.'])
      await office.questionManagement.setAnswer({ questionId, text: answer })
    assert.deepEqual(await shownOf(), [[text, 'Three of a large hand.']])
    const [shown] = (await page()).questions[0]!.answers
    assert.deepEqual([shown!.byShop, shown!.authorName, shown!.authorSlug], [true, undefined, undefined])
    for (let n = 0; n < 2; n++) await office.questionManagement.removeAnswer({ questionId })
    assert.deepEqual(await shownOf(), [[text]])
    assert.equal(await codeOf(office.questionManagement.setAnswer({ questionId, text: '  ' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.questionManagement.setAnswer({ questionId: newId(), text: 'No.' })), 'QUESTION_NOT_FOUND')
  })

  test('comes from members who have bought the product, once, also where they send two at once', async () => {
    const { questionId, text } = await asks()
    assert.equal(await codeOf((await member()).client.questions.answer({ questionId, text: 'I guess.' })), 'ANSWER_NOT_ALLOWED')
    const owner = await buyer()
    assert.equal((await owner.client.questions.getMine({ productId: mug.id })).mayAnswer, true)
    const done = await Promise.all([1, 2].map((n) => codeOf(owner.client.questions.answer({ questionId, text: `Mine does, ${n}.` }))))
    assert.deepEqual(done.toSorted(), ['ANSWER_EXISTS', 'done'])
    const { questions, answered } = await page()
    assert.deepEqual(
      [questions[0]!.text, questions[0]!.answers.length, questions[0]!.answers[0]!.authorName, answered],
      [text, 1, 'Ada L.', 1],
    )
    await office.questionManagement.setAnswer({ questionId, text: 'It does.' })
    assert.deepEqual(
      (await page()).questions[0]!.answers.map(({ byShop }) => byShop),
      [true, false],
    )
  })

  test('with a link waits, for the shop to publish it or turn it down; its author sees it', async () => {
    const { questionId, text } = await asks()
    const owner = await buyer()
    const { answer } = await owner.client.questions.answer({ questionId, text: 'See www.my-shop.example' })
    assert.equal(answer.status, 'WAITING')
    assert.deepEqual(await shownOf(), [[text]])
    assert.deepEqual(
      (await owner.client.questions.getMine({ productId: mug.id })).answers.map((one) => [one.questionId, one.answer.status]),
      [[questionId, 'WAITING']],
    )
    await office.questionManagement.setAnswer({ questionId, text: 'It does.' })
    const { questions } = await office.questionManagement.searchQuestions({ questionId })
    assert.equal(questions[0]!.state, 'TO_ANSWER', 'an answer waits to be read')
    assert.equal(questions[0]!.answers.find(({ answerId }) => answerId === answer.id)?.order !== undefined, true)
    await office.questionManagement.moderateAnswer({ questionId, answerId: answer.id, status: 'REJECTED' })
    assert.deepEqual(await shownOf(), [[text, 'It does.']])
    await office.questionManagement.moderateAnswer({ questionId, answerId: answer.id, status: 'PUBLISHED' })
    assert.equal((await page()).questions[0]!.answers.length, 2)
    assert.equal(
      await codeOf(office.questionManagement.moderateAnswer({ questionId, answerId: newId(), status: 'REJECTED' })),
      'ANSWER_NOT_FOUND',
    )
    const other = await buyer()
    assert.equal(await codeOf(other.client.questions.deleteAnswer({ questionId, answerId: answer.id })), 'ANSWER_NOT_FOUND')
    await owner.client.questions.deleteAnswer({ questionId, answerId: answer.id })
    assert.equal((await page()).questions[0]!.answers.length, 1)
  })

  test('is helpful once for each person, also many times at once, and not to its author', async () => {
    const { questionId } = await asks()
    const owner = await buyer()
    const { answer } = await owner.client.questions.answer({ questionId, text: 'Mine does.' })
    const voter = newBuyer(shop)
    const of = { questionId, answerId: answer.id }
    await voter.questions.voteForAnswer({ ...of, helpful: true })
    await Promise.all(Array.from({ length: 8 }, () => voter.questions.voteForAnswer({ ...of, helpful: true })))
    await (await member()).client.questions.voteForAnswer({ ...of, helpful: true })
    assert.equal((await page()).questions[0]!.answers[0]!.helpful, 2)
    assert.deepEqual((await voter.questions.getMine({ productId: mug.id })).helpful, [answer.id])
    for (let n = 0; n < 2; n++) await voter.questions.voteForAnswer({ ...of, helpful: false })
    assert.equal((await page()).questions[0]!.answers[0]!.helpful, 1)
    assert.equal(await codeOf(owner.client.questions.voteForAnswer({ ...of, helpful: true })), 'ANSWER_VOTE_OWN')
    assert.equal(await codeOf(voter.questions.voteForAnswer({ ...of, answerId: newId(), helpful: true })), 'ANSWER_NOT_FOUND')
    await office.questionManagement.moderateQuestion({ questionId, status: 'REJECTED' })
    assert.equal(await codeOf(voter.questions.voteForAnswer({ ...of, helpful: true })), 'ANSWER_NOT_FOUND')
  })
})

test('the shop finds what is to be answered, page by page, and counts it', async () => {
  const before = await countsNow()
  const made: Awaited<ReturnType<typeof asks>>[] = []
  for (let n = 0; n < 5; n++) made.push(await asks(`Zinnober ${n}, is that a colour of it?`))
  await office.questionManagement.setAnswer({ questionId: made[0]!.questionId, text: 'It is.' })
  await office.questionManagement.moderateQuestion({ questionId: made[1]!.questionId, status: 'REJECTED' })
  const found = []
  let cursor: string | undefined
  do {
    const { questions, nextCursor } = await office.questionManagement.searchQuestions({
      state: 'TO_ANSWER',
      words: 'zinnober',
      limit: 2,
      cursor,
    })
    found.push(...questions.map(({ question }) => question.id))
    cursor = nextCursor
  } while (cursor)
  assert.deepEqual(
    found,
    made.slice(2).map(({ questionId }) => questionId),
  )
  const after = await countsNow()
  assert.deepEqual(
    ['TO_ANSWER', 'ANSWERED', 'REJECTED'].map((state) => after.get(state)! - before.get(state)!),
    [3, 1, 1],
  )
  const { questions } = await office.questionManagement.searchQuestions({ words: 'It is.', state: 'ANSWERED' })
  assert.ok(
    questions.some(({ question }) => question.id === made[0]!.questionId),
    'by the words of an answer',
  )
  assert.equal(await codeOf(office.questionManagement.searchQuestions({ cursor: 'nowhere' })), 'INVALID_ARGUMENT')
})
const countsNow = async () =>
  new Map((await office.questionManagement.countByState({})).counts.map(({ state, count }) => [state as string, count]))

describe('the asker', () => {
  const mailed = async (email: string) => {
    await shop.platform.everyMinute()
    return (await emailsTo(shop, email)).map(({ subject, text }) => [subject, text.replaceAll(/\s+/g, ' ')] as const)
  }
  let people = 0
  const asker = async () => {
    const email = `asker-${++people}@questions.example`
    return { email, ...(await newMember(shop, await enrolled(shop, email))) }
  }

  test('is told once of the first answer, and of the shop’s', async () => {
    const { email, client } = await asker()
    const { question } = await client.questions.ask({ productId: mug.id, text: 'Does it fit under a machine?' })
    assert.deepEqual(await mailed(email), [])
    const [one, two] = [await buyer(), await buyer()]
    await one.client.questions.answer({ questionId: question.id, text: 'Under mine it does.' })
    await two.client.questions.answer({ questionId: question.id, text: 'Under mine, too.' })
    const first = await mailed(email)
    assert.equal(first.length, 1)
    assert.match(first[0]![0], /^Your question about Morning Mug is answered$/)
    assert.match(first[0]![1], /“Does it fit under a machine\?” Ada L\. answers:.*Under mine it does\./)
    await office.questionManagement.setAnswer({ questionId: question.id, text: 'It is 10.6 cm tall.' })
    await office.questionManagement.setAnswer({ questionId: question.id, text: 'It is 10.7 cm tall.' })
    const both = await mailed(email)
    assert.equal(both.length, 2)
    assert.ok(both.some(([, text]) => text.includes('It is 10.7 cm tall.')))
    assert.equal((await mailed(email)).length, 2)
  })

  test('is not told of what was turned down or removed before, of their own, nor where the shop sends no such email', async () => {
    const { email, client, memberId } = await asker()
    const ask = async () => (await client.questions.ask({ productId: mug.id, text: someText() })).question.id
    const [removed, rejected] = [await ask(), await ask()]
    await office.questionManagement.setAnswer({ questionId: removed, text: 'Yes.' })
    await office.questionManagement.removeAnswer({ questionId: removed })
    await office.questionManagement.setAnswer({ questionId: rejected, text: 'Yes.' })
    await office.questionManagement.moderateQuestion({ questionId: rejected, status: 'REJECTED' })
    assert.deepEqual(await mailed(email), [])
    await shop.platform.database.query(sql`update member set status = 'BLOCKED' where site = ${shop.site} and id = ${memberId}`)
    await office.questionManagement.setAnswer({ questionId: removed, text: 'Yes.' })
    assert.deepEqual(await mailed(email), [])
  })
})

test('what is not there is refused, and who is no member neither answers nor has a page', async () => {
  const [questionId, answerId] = [newId(), newId()]
  const owner = await buyer()
  for (const ask of [
    () => office.questionManagement.getQuestion({ questionId }),
    () => office.questionManagement.removeAnswer({ questionId }),
    () => office.questionManagement.moderateQuestion({ questionId, status: 'REJECTED' }),
    () => owner.client.questions.answer({ questionId, text: 'Yes.' }),
  ])
    assert.equal(await codeOf(ask()), 'QUESTION_NOT_FOUND')
  assert.equal((await office.questionManagement.getQuestion({ questionId: (await asks()).questionId })).question.answers.length, 0)
  assert.equal(await codeOf(office.questions.deleteAnswer({ questionId, answerId })), 'ANSWER_NOT_FOUND')
  const nobody = await newMember(shop)
  const asked = await asks()
  assert.equal(await codeOf(nobody.client.questions.answer({ questionId: asked.questionId, text: 'Yes.' })), 'MEMBER_NOT_FOUND')
  assert.equal(await codeOf(nobody.client.memberPages.getMyPage({})), 'MEMBER_NOT_FOUND')
  assert.equal(await codeOf(nobody.client.memberPages.updateMyPage({ showsWords: true })), 'MEMBER_NOT_FOUND')
})
