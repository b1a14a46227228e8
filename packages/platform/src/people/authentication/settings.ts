import type { SignInSettings as Shown, SignInSettingsInput, SignOnPolicy, signInSettings } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection } from '../../kernel/settings/change.ts'
import { namedId } from '../../kernel/settings/revised.ts'
import { writeSettings } from '../../kernel/settings/settings.ts'
import { freshSignIn, type SignInSettings } from '../../kernel/settings/sign-in-settings.ts'
import type { Secrets } from '../credentials/secrets.ts'
import { identified } from './known-connections.ts'

export interface SignInSettingsDeps {
  readonly secrets: Secrets
  readonly socialRedirectUri: string
  readonly outbound: Pick<Outbound, 'refusalOf'>
}

export function signInSettingsOperations({ secrets, socialRedirectUri, outbound }: SignInSettingsDeps): Handlers<typeof signInSettings> {
  async function show(db: Db, site: string, settings: SignInSettings, updatedAt: Date | undefined): Promise<Shown> {
    const saved = await db.query<{ id: string }>(sql`select connection_id as id from connection_secret where site = ${site}`)
    const withSecret = new Set(saved.map(({ id }) => id))
    const { revision, methods, ...rest } = settings
    return {
      ...rest,
      revision: String(revision),
      ...(updatedAt && { updatedDate: updatedAt.toISOString() }),
      methods: { ...methods, social: methods.social.map((one) => ({ ...one, clientSecretSet: withSecret.has(one.connectionId) })) },
      socialRedirectUri,
    }
  }

  return {
    async 'GET /vitrine/v1/settings/sign-in'(_, { db, site }) {
      const now = await readSection(db, site, 'signIn')
      return { signIn: await show(db, site, now?.document ?? freshSignIn, now?.updatedAt) }
    },

    async 'PUT /vitrine/v1/settings/sign-in'({ signIn }, { db, site, now }) {
      const { document: before } = await lockSection(db, site, 'signIn', freshSignIn, now)
      if (signIn.revision && signIn.revision !== String(before.revision)) return refuse('STALE_REVISION')
      const { password, emailCode, passkey, social } = signIn.methods
      if (!password && !emailCode && !passkey && social.length === 0) return refuse('NO_WAY_TO_SIGN_IN')
      const strange = social.find(({ issuer }) => !mayBeIssuer(outbound, issuer))
      if (strange) return refuse('ISSUER_NOT_ALLOWED', { issuer: strange.issuer })
      const after = settingsOf(before.revision + 1, signIn)
      await keepSecrets(db, site, after, social)
      await writeSettings(db, site, 'signIn', after, now)
      await tellPolicy({ db, site, now }, before, after)
      return { signIn: await show(db, site, after, now) }
    },

    async 'GET /iam/signon/v1/sign-on-policies'(_, { db, site }) {
      const now = await readSection(db, site, 'signIn')
      return { signOnPolicy: policy(site, now?.document ?? freshSignIn, now?.updatedAt) }
    },

    async 'PATCH /iam/signon/v1/sign-on-policies'({ signOnPolicy }, { db, site, now }) {
      const { document: before } = await lockSection(db, site, 'signIn', freshSignIn, now)
      if (signOnPolicy.revision && signOnPolicy.revision !== String(before.revision)) return refuse('STALE_REVISION')
      const { requireOwnerApproval: approval, requireEmailVerification: verification } = signOnPolicy
      const after: SignInSettings = {
        ...before,
        revision: before.revision + 1,
        ...(typeof approval === 'boolean' && { registration: approval ? 'APPROVAL' : 'OPEN' }),
        ...(typeof verification === 'boolean' && { emailVerification: verification }),
      }
      await writeSettings(db, site, 'signIn', after, now)
      await tellPolicy({ db, site, now }, before, after)
      return { signOnPolicy: policy(site, after, now) }
    },
  }

  /** What is absent stays, null takes it away, and what belongs to no connection goes with it. */
  async function keepSecrets(
    db: Db,
    site: string,
    { methods }: SignInSettings,
    sent: SignInSettingsInput['methods']['social'],
  ): Promise<void> {
    const ids = methods.social.map(({ connectionId }) => connectionId)
    await db.query(sql`delete from connection_secret where site = ${site} and not connection_id = any(${ids}::uuid[])`)
    for (const [i, { clientSecret }] of sent.entries()) {
      const connectionId = ids[i]!
      if (clientSecret === null || clientSecret === '')
        await db.query(sql`delete from connection_secret where site = ${site} and connection_id = ${connectionId}`)
      else if (clientSecret !== undefined)
        await db.query(sql`
          insert into connection_secret (site, connection_id, sealed) values (${site}, ${connectionId}, ${await secrets.seal(db, site, clientSecret)})
          on conflict (site, connection_id) do update set sealed = excluded.sealed`)
    }
  }
}

function settingsOf(revision: number, sent: SignInSettingsInput): SignInSettings {
  const { registration, emailVerification, mfa, methods, captcha, newMembersArePublic } = sent
  const { password, emailCode, passkey, social } = methods
  return {
    revision,
    registration,
    emailVerification,
    mfa,
    methods: {
      password,
      emailCode,
      passkey,
      social: identified(social).map(({ connectionId, name, issuer, clientId }) => ({ connectionId, name, issuer, clientId })),
    },
    captcha,
    newMembersArePublic,
  }
}

/** An issuer is an https address without anything behind; http only where the operator has opened the host. */
export function mayBeIssuer({ refusalOf }: Pick<Outbound, 'refusalOf'>, text: string): boolean {
  if (!URL.canParse(text)) return false
  const { search, hash } = new URL(text)
  return search === '' && hash === '' && refusalOf(text) === undefined
}

/** The policy is a part of the settings: what else of them changes is not told by it. */
async function tellPolicy({ db, site, now }: Context, before: SignInSettings, after: SignInSettings): Promise<void> {
  if (before.registration === after.registration && before.emailVerification === after.emailVerification) return
  const signOnPolicy = policy(site, after, now)
  await append(db, site, now, [{ type: 'wix.iam.signon.v1.sign_on_policy_updated', entityId: signOnPolicy.id, payload: { signOnPolicy } }])
}

function policy(site: string, { revision, registration, emailVerification }: SignInSettings, updatedAt: Date | undefined): SignOnPolicy {
  return {
    id: namedId(`sign-on policy of ${site}`),
    revision: String(revision),
    ...(updatedAt && { updatedDate: updatedAt.toISOString() }),
    requireOwnerApproval: registration === 'APPROVAL',
    requireEmailVerification: emailVerification,
  }
}
