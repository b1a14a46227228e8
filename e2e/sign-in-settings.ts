import { apiKey, createClient } from '@vitrine/client'
import { members } from '@vitrine/client/account'
import { developers, memberManagement, signInSettings } from '@vitrine/client/back-office'
import type { SignInSettings } from '@vitrine/contract'
import type { OpenShop } from './shop.ts'

/** How merchants deal with members, by the API. */
const adminOf = ({ url, apiKey: key }: OpenShop) =>
  createClient({ baseUrl: url, auth: apiKey(key), modules: { signInSettings, memberManagement, developers, members } })

type Choice = Partial<Pick<SignInSettings, 'registration' | 'emailVerification' | 'mfa' | 'captcha'>> & {
  readonly methods?: Partial<Omit<SignInSettings['methods'], 'social'>>
}

export interface Provider {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Says how people become members and sign in; what is not said is open. */
export async function letIn(shop: OpenShop, { methods, ...choice }: Choice = {}, social: readonly Provider[] = []): Promise<void> {
  await adminOf(shop).signInSettings.setSignInSettings({
    signIn: {
      registration: 'OPEN',
      emailVerification: false,
      mfa: 'OPTIONAL',
      captcha: 'NEVER',
      newMembersArePublic: false,
      ...choice,
      methods: { password: true, emailCode: true, passkey: true, social: [...social], ...methods },
    },
  })
}

/** Who has that address. */
export async function idOf(shop: OpenShop, email: string): Promise<string> {
  const { members: found } = await adminOf(shop).members.queryMembers({ query: { filter: { loginEmail: email } } })
  const id = found[0]?.id
  if (!id) throw new Error(`nobody has ${email}`)
  return id
}

export const approve = (shop: OpenShop, id: string) => adminOf(shop).memberManagement.approveMember({ id })

export const block = (shop: OpenShop, id: string) => adminOf(shop).memberManagement.blockMember({ id })

/** Registers somebody else's app; its id. */
export async function registerApp(shop: OpenShop, name: string, redirectUri: string): Promise<string> {
  const { app } = await adminOf(shop).developers.createApp({ app: { name, redirectUris: [redirectUri] } })
  return app.id
}
