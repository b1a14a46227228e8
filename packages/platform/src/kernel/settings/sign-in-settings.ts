/** An OpenID Connect provider whose sign-ins the shop accepts. Its secret is stored separately. */
export interface SocialConnection {
  readonly connectionId: string
  readonly name: string
  /** Its issuer identifier, an https address; http only on the machine itself. */
  readonly issuer: string
  readonly clientId: string
}

/** Who becomes a member, and how members prove who they are. */
export interface SignInSettings {
  readonly revision: number
  /** Whether anybody registers, anybody whom the shop approves, or nobody. */
  readonly registration: 'OPEN' | 'APPROVAL' | 'CLOSED'
  readonly emailVerification: boolean
  /** A second proof: nobody is asked, who wants to is, everybody is. */
  readonly mfa: 'OFF' | 'OPTIONAL' | 'REQUIRED'
  readonly methods: {
    readonly password: boolean
    readonly emailCode: boolean
    readonly passkey: boolean
    readonly social: readonly SocialConnection[]
  }
  readonly captcha: 'NEVER' | 'SUSPICIOUS' | 'ALWAYS'
  /** Whether new members are in the community, unless they say otherwise. */
  readonly newMembersArePublic: boolean
}

/** As it is before the merchant says anything. */
export const freshSignIn: SignInSettings = {
  revision: 1,
  registration: 'OPEN',
  emailVerification: false,
  mfa: 'OPTIONAL',
  methods: { password: true, emailCode: true, passkey: true, social: [] },
  captcha: 'SUSPICIOUS',
  newMembersArePublic: false,
}
