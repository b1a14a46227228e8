import { type Db, sql } from '../../kernel/db/sql.ts'
import type { RecipientLimit } from '../../kernel/http/limiter.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { reviewSettingsOf } from '../../kernel/settings/review-settings.ts'
import { addressedTo, emailBrandingOf, type Mailer, questionAnswered } from '../../shop/index.ts'
import { productPath } from '../catalogue/address.ts'
import type { QuestionDeps } from '../questions/deps.ts'
import type { SendDeps, ToTell } from '../questions/send.ts'
import { reasonsToWait } from '../reviews/rules.ts'
import { emailPicture } from './email-picture.ts'
import { reviewing, reviewMember } from './reviewing.ts'

/** What questions ask of members, orders and the catalogue. */
export function questioning(kernel: Pick<Kernel, 'origin' | 'readSettings'>): QuestionDeps {
  const { readSettings, orderOf, isSold, productsOf, ordersOf, countOrders } = reviewing(kernel)
  return {
    async reasonsToWait(db, site, { body, sameText, muted }) {
      // As far as the rules of reviews are about texts: whoever answers has bought it, and whoever asks need not have.
      const text = { rating: 5, title: null, body, mediaCount: 0, verified: true, sameText, muted }
      return reasonsToWait(reviewSettingsOf(await readSettings(db, site)), text)
    },
    authorOf: (db, site, memberId) => reviewMember(db, site, { memberId }),
    orderOf: (db, site, memberId, productId) => orderOf(db, site, { memberId }, productId),
    isSold: (context, productId) => isSold(context, productId, false),
    productsOf,
    ordersOf,
    countOrders,
    slugsOf: publicSlugsOf,
  }
}

/** The slugs of members whose pages show what they say. */
async function publicSlugsOf(db: Db, site: string, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ id: string; slug: string }>(sql`
    select member.id, member.slug from member
    join member_page page on page.site = ${site} and page.member_id = member.id and page.shows_words
    where member.site = ${site} and member.id = any(${[...memberIds]}::uuid[]) and member.privacy_status = 'PUBLIC' and member.status = 'APPROVED' and member.deleted_at is null`)
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

interface Parts {
  readonly kernel: Kernel
  readonly mailer: Mailer
  /** Undefined where emails to one address are not limited. */
  readonly recipients: Pick<RecipientLimit, 'take'> | undefined
}

interface Row {
  readonly answerId: string
  readonly email: string
  readonly firstName: string | null
  readonly question: string
  readonly answer: string
  readonly byShop: boolean
  readonly authorName: string | null
  readonly askedAt: Date
  readonly name: string
  readonly slug: string
  readonly imageId: string | null
}

/** How askers are told of answers: by the address that they sign in with at that time. */
export function tellingAskers({ kernel, mailer, recipients }: Parts): SendDeps {
  const { database, clock, origin, sites, readSettings } = kernel
  return {
    database,
    clock,
    sites,
    takeOfRecipient: async (site, email) => recipients?.take(site, email),

    async toTell(db, site, answerId): Promise<ToTell | undefined> {
      const [row] = await db.query<Row>(sql`
        select answer.id as "answerId", member.login_email as email, member.document #>> '{contact,firstName}' as "firstName",
          question.body as question, answer.body as answer, answer.by_shop as "byShop", answer.author_name as "authorName",
          question.created_at as "askedAt", product.name, product.slug, product.facts #>> '{image,id}' as "imageId"
        from question_answer answer
        join question on question.site = ${site} and question.id = answer.question_id and question.status = 'PUBLISHED'
        join product on product.site = ${site} and product.id = question.product_id and product.visible
        join member on member.site = ${site} and member.id = question.member_id and member.deleted_at is null and member.status <> 'BLOCKED'
        where answer.site = ${site} and answer.id = ${answerId} and answer.status = 'PUBLISHED'`)
      if (!row) return undefined
      const { firstName, authorName, name, slug, imageId, ...rest } = row
      return {
        ...rest,
        ...(firstName && { firstName }),
        ...(authorName !== null && { authorName }),
        product: { name, slug, ...(imageId !== null && { imageId }) },
      }
    },

    async send(site, { answerId, email, firstName, question, answer, byShop, authorName, askedAt, product }) {
      const settings = await readSettings(database, site)
      await mailer.send({
        site,
        // One for each answer, however often it is tried.
        key: `question-answered:${answerId}`,
        ...addressedTo(settings.mail, email),
        ...questionAnswered({
          shop: emailBrandingOf(settings, origin),
          ...(firstName && { firstName }),
          product: product.name,
          question,
          answer,
          ...(!byShop && { buyer: authorName ?? '' }),
          ...(product.imageId && { picture: emailPicture(origin, product.imageId, 'WIDE', product.name) }),
          url: `${origin}${productPath(product.slug)}#questions`,
          askedAt,
        }),
      })
    },
  }
}
