import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-data.ts'

/** All that the shop stores about the member, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here, ways.emails)
  const { fileName, packedDate, data } = await here.client.myAccount.exportMyData({})
  return new Response(JSON.stringify({ packedDate, ...data }, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '-')}"`,
      'Cache-Control': 'no-store',
    },
  })
}
