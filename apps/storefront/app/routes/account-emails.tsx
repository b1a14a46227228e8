import { Button, buttonClass, Check } from '@vitrine/ui'
import { PackageOpen } from 'lucide-react'
import { data, Link, useFetcher } from 'react-router'
import { marketingChoices, placeOf, wordsOf } from '../account/marketing-consents.ts'
import { Page, Section } from '../account/page.tsx'
import { Saved } from '../account/saved.tsx'
import { SettingRow } from '../account/setting-row.tsx'
import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { Moment } from '../orders/moment.tsx'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/account-emails.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const { consents } = await here.client.myAccount.getMyMarketingConsents({})
  const email = member.loginEmail ?? ''
  return {
    consents: marketingChoices.flatMap((one) => {
      const found = consents.find(({ kind }) => kind === one.kind)
      const proof = found?.proof ?? []
      return { kind: one.kind, title: one.title, say: one.say(email), given: found?.given ?? false, proof }
    }),
    shopName: here.shop.name,
  }
}

interface Said {
  saved: string
  kind: string
  given: boolean
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const { member } = await needAccount(here)
  const form = await request.formData()
  const found = marketingChoices.find(({ kind }) => kind === form.get('kind'))
  if (!found) throw data(null, { status: 400 })
  const given = form.has('given')
  await here.client.myAccount.setMarketingConsent({
    kind: found.kind,
    given,
    words: wordsOf(found, member.loginEmail ?? ''),
    place: 'account',
  })
  return data<Said>({ saved: new Date().toISOString(), kind: found.kind, given })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Letters and data · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

type Consent = Route.ComponentProps['loaderData']['consents'][number]

export default function AccountEmailsPage({ loaderData: { consents }, actionData }: Route.ComponentProps) {
  return (
    <Page title="Letters and data">
      <Section id="letters" title="What we may write">
        <ul className="consentrows">
          {consents.map((consent) => (
            <Row key={consent.kind} of={consent} said={actionData?.kind === consent.kind ? actionData : undefined} />
          ))}
        </ul>
        <p className="small soft acct__under">
          Order and delivery letters come in any case; without them we could not tell you what happens.
        </p>
      </Section>
      <Section id="data" title="Take my data">
        <ul className="srows">
          <SettingRow
            icon={PackageOpen}
            title="Everything, as one file"
            below="Who you are, addresses, orders, letters, sign-ins: all that the shop keeps about you, as JSON"
          >
            <a className={buttonClass({ line: true, small: true })} href={ways.data} download>
              Pack it
            </a>
          </SettingRow>
        </ul>
      </Section>
      <Section id="close" title="Close the account">
        <p className="soft measure">You see what goes and what stays before anything happens, and have thirty days to come back.</p>
        <p className="acct__under">
          <Link className="link" to={ways.close}>
            See what would go
          </Link>
        </p>
      </Section>
    </Page>
  )
}

/** A yes or no, saved as soon as the box is pressed; without script there is a button for it. */
function Row({ of: { kind, title, say, given, proof }, said: atLoad }: { of: Consent; said: Said | undefined }) {
  const { Form: Quiet, data: heard, submit } = useFetcher<Said>()
  const said = heard ?? atLoad
  return (
    <li className="consentrow">
      <Quiet method="post" className="consentrow__form" onChange={(event) => void submit(event.currentTarget)}>
        <input type="hidden" name="kind" value={kind} />
        <Check name="given" id={`consent-${kind}`} defaultChecked={given}>
          <span>
            <strong>{title}</strong>
            <br />
            <span className="soft">{say}</span>
          </span>
        </Check>
        <Button small line className="no-script">
          Keep it
        </Button>
      </Quiet>
      {said && (
        <p className="proof small">
          <Saved at={said.saved} />
        </p>
      )}
      {proof.length > 0 && (
        <details className="proof">
          <summary className="small">
            <span className="link">How we know{proof.length > 1 && `, ${proof.length} entries`}</span>
          </summary>
          <table className="small">
            <caption className="sr">Proof for: {title}</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What</th>
                <th scope="col">Where</th>
              </tr>
            </thead>
            <tbody>
              {proof.map((entry) => (
                <tr key={entry.id}>
                  <th scope="row" className="figures">
                    <Moment at={entry.createdDate} as="whole" />
                  </th>
                  <td>{entry.given ? 'Yes' : 'No'}</td>
                  <td>
                    {placeOf(entry)}: “{entry.words}”
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </li>
  )
}
