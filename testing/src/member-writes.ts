import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { newMember } from './subscribed-member.ts'

/** The merchant's writes of members, each with the member that it needs made before it. */
export function memberWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const { memberManagement, memberAdmin } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const someone = () => ({ loginEmail: `${newId()}@example.com`, contact: { firstName: 'Ada' } })
  const made = async () => (await memberManagement.createMember({ member: someone() })).member.id!
  const { muteMember, blockMember } = memberManagement
  /** About one member, who is named in the path. */
  const about =
    (body: object = {}) =>
    async () => ({ params: { id: await made() }, body })
  /** About one to whom something else was done before. */
  const afterwards = (what: (of: { readonly id: string }) => Promise<unknown>) => async () => {
    const id = await made()
    await what({ id })
    return { params: { id }, body: {} }
  }
  /** About one who has said everything. */
  const reachable = async () => {
    const contact = { phones: ['+493012345678'], emails: ['ada@analytical.example'], addresses: [{ country: 'DE', city: 'Leipzig' }] }
    const { member } = await memberManagement.createMember({ member: { ...someone(), contact } })
    return { params: { id: member.id! }, body: {}, token: shop.apiKey }
  }
  const deleted = async () => {
    const id = await made()
    await memberManagement.deleteMember({ id })
    return id
  }
  const byFilter = async () => ({ params: {}, body: { filter: { id: await made() } } })
  const job = async () => (await memberAdmin.startBulk({ action: 'BLOCK', memberIds: [await made()] })).job.id
  /** What members do to themselves. */
  const byThemselves =
    (body: object = {}, params: Readonly<Record<string, string>> = {}) =>
    async () => ({ params, body, token: (await newMember(shop, await made())).access })
  const inCommunity = async () => {
    const id = await made()
    await (await newMember(shop, id)).client.members.joinCommunity()
    return id
  }
  return {
    'POST /members/v1/members/my/slug': async () => byThemselves({ slug: `ada-${newId().slice(-12)}` })(),
    'POST /members/v1/members/join-community': byThemselves(),
    'POST /members/v1/members/leave-community': byThemselves(),
    'DELETE /members/v1/members/my': byThemselves(),
    'PATCH /vitrine/v1/members/my': byThemselves({ language: 'de' }),
    'POST /vitrine/v1/members/my/marketing-consents': byThemselves({ kind: 'NEWSLETTER', given: true, words: 'Once a month.' }),
    'POST /vitrine/v1/members/my/closing': byThemselves(),
    'POST /vitrine/v1/members/my/blocks': async () => byThemselves({ memberId: await inCommunity() })(),
    'DELETE /vitrine/v1/members/my/blocks/{memberId}': async () => byThemselves({}, { memberId: await inCommunity() })(),
    'POST /members/v1/members': async () => ({ params: {}, body: { member: someone() } }),
    'PATCH /members/v1/members/{member.id}': async () => {
      const id = await made()
      return { params: { 'member.id': id }, body: { member: { id, contact: { company: 'Analytical Engines' } } }, token: shop.apiKey }
    },
    'POST /members/v1/members/{id}/slug': async () => ({
      params: { id: await made() },
      body: { slug: `ada-${newId().slice(-12)}` },
      token: shop.apiKey,
    }),
    'POST /members/v1/members/{id}/mute': about(),
    'POST /members/v1/members/{id}/unmute': afterwards(muteMember),
    'POST /members/v1/members/{id}/approve': afterwards(blockMember),
    'POST /members/v1/members/{id}/block': about(),
    'POST /members/v1/members/{id}/disconnect': about(),
    'DELETE /members/v1/members/{id}': about(),
    'DELETE /members/v1/members/{id}/phones': reachable,
    'DELETE /members/v1/members/{id}/emails': reachable,
    'DELETE /members/v1/members/{id}/addresses': reachable,
    'POST /members/v1/members/bulk/delete': async () => ({ params: {}, body: { memberIds: [await made()] } }),
    'POST /members/v1/members/bulk/delete-by-filter': byFilter,
    'POST /members/v1/members/bulk/approve-by-filter': byFilter,
    'POST /members/v1/members/bulk/block-by-filter': byFilter,
    'PUT /vitrine/v1/members/fields': async () => ({ params: {}, body: { fields: [{ key: 'kiln', name: 'Own kiln', type: 'CHECKBOX' }] } }),
    'PATCH /vitrine/v1/members/{id}': about({ note: 'Ring twice.' }),
    'POST /vitrine/v1/members/{id}/restore': async () => ({ params: { id: await deleted() }, body: {} }),
    'DELETE /vitrine/v1/members/{id}/sessions': about(),
    'POST /vitrine/v1/members/bulk': async () => ({ params: {}, body: { action: 'BLOCK', memberIds: [await made()] } }),
    'POST /vitrine/v1/members/jobs/{jobId}/undo': async () => ({ params: { jobId: await job() }, body: {} }),
  }
}
