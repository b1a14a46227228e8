import type { Api } from './api.ts'

/** Pictures for the calling member's profile. */
export const myPhoto = (api: Api) => ({
  uploadMyPhoto: api('POST /vitrine/v1/members/my/photo'),
})

/** What the holder of the link in a back-in-stock email may do, without signing in. */
export const backInStockLinks = (api: Api) => ({
  readLink: api('POST /vitrine/v1/back-in-stock/link/read', 'reads'),
  stopByLink: api('POST /vitrine/v1/back-in-stock/link/stop'),
  resumeByLink: api('POST /vitrine/v1/back-in-stock/link/resume'),
})

/** Gift cards that the member has paid with. */
export const myGiftCards = (api: Api) => ({
  listMyGiftCards: api('GET /vitrine/v1/members/my/gift-cards'),
})

/** The calling member's subscriptions. */
export const mySubscriptions = (api: Api) => ({
  listMySubscriptions: api('GET /vitrine/v1/members/my/subscriptions'),
  endMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/end'),
  resumeMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/resume'),
  skipMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/skip'),
  chooseCardOfMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/card'),
})

/** What an app requests at a sign-in, for the hosted pages. */
export const authorizeRequests = (api: Api) => ({
  getAuthorizeRequest: api('GET /vitrine/v1/authorize-requests'),
  consentToAuthorizeRequest: api('POST /vitrine/v1/authorize-requests/consent', 'reads'),
})

/** The accounts that signed in on one device, for sign-in pages. References are secrets: keep them out of the reach of scripts. */
export const deviceAccounts = (api: Api) => ({
  listDeviceAccounts: api('POST /vitrine/v1/device-accounts/list', 'reads'),
  rememberOnDevice: api('POST /vitrine/v1/device-accounts'),
  switchAccount: api('POST /vitrine/v1/device-accounts/switch', 'reads'),
  signOutOnDevice: api('POST /vitrine/v1/device-accounts/sign-out'),
})

/** What a site built for the hosted platform requests before its first page shows. */
export const publishedSite = (api: Api) => ({
  getOauthApp: api('GET /oauth-app/v1/oauth-apps/{id}'),
  listSiteScripts: api('GET /assets/scripts/v1/site-scripts'),
  listEssentialSiteScripts: api('GET /assets/scripts/v1/site-scripts/essentials'),
  listSiteScriptMetadata: api('GET /assets/scripts/v1/site-scripts/metadata'),
  queryDataItems: api('GET /wix-data/v2/items/query', '/wix-data/v2/items/query'),
})

/** Who is signed in, and signing out. */
export const identity = (api: Api) => ({
  getUserInfo: api('GET /oauth2/user-info'),
  getSigningKeys: api('GET /oauth2/jwks'),
  logout: api('GET /_api/iam/authentication/v1/logout'),
})

/** Sign-up and sign-in. An unfinished one carries a `stateToken` for its next step; `SUCCESS` a `sessionToken` to exchange for tokens. */
export const authentication = (api: Api) => ({
  register: api('POST /_api/iam/authentication/v2/register'),
  login: api('POST /_api/iam/authentication/v2/login'),
  changePassword: api('POST /_api/iam/authentication/v2/change-password'),
  signOn: api('POST /_api/iam/authentication/v2/sign-on'),
  verify: api('POST /_api/iam/authentication/v2/{factorType}/verify'),
  loginWithTokenParams: api('POST /_api/iam/authentication/v1/sso/login-with-token-params'),
  validateEmail: api('POST /_api/iam/authentication/v2/validate-email', 'reads'),
})

/** Account recovery. */
export const recovery = (api: Api) => ({
  sendRecoveryEmail: api('POST /_api/iam/recovery/v1/send-email'),
  sendActivationEmail: api('POST /_api/iam/recovery/v1/activation-email'),
  recover: api('POST /_api/iam/recovery/v1/recover'),
})

/** Codes that verify an address. */
export const verification = (api: Api) => ({
  start: api('POST /_api/iam/verification/v1/start'),
  verifyDuringAuthentication: api('POST /_api/iam/verification/v1/auth/verify'),
  resendDuringAuthentication: api('POST /_api/iam/verification/v1/auth/resend'),
})

/** What sign-in pages need in addition. */
export const signIn = (api: Api) => ({
  getSignIn: api('GET /vitrine/v1/sign-in'),
  getCaptchaChallenge: api('GET /vitrine/v1/captcha/challenge'),
  sendSignInCode: api('POST /vitrine/v1/sign-in/email-code'),
  beginTotp: api('POST /vitrine/v1/sign-in/totp', 'reads'),
  beginPasskey: api('POST /vitrine/v1/sign-in/passkey', 'reads'),
  finishPasskey: api('POST /vitrine/v1/sign-in/passkey/finish'),
})

/** How the calling member signs in, and where they are signed in. */
export const mySecurity = (api: Api) => ({
  listMySessions: api('GET /vitrine/v1/members/my/sessions'),
  endMySession: api('DELETE /vitrine/v1/members/my/sessions/{sessionId}'),
  endMyOtherSessions: api('DELETE /vitrine/v1/members/my/sessions'),
  changeMyPassword: api('POST /vitrine/v1/members/my/password'),
  askForMyLoginEmail: api('POST /vitrine/v1/members/my/login-email'),
  confirmMyLoginEmail: api('POST /vitrine/v1/members/my/login-email/confirm'),
  getMyFactors: api('GET /vitrine/v1/members/my/factors'),
  beginTotp: api('POST /vitrine/v1/members/my/factors/totp', 'reads'),
  beginCode: api('POST /vitrine/v1/members/my/factors/code'),
  confirmFactor: api('POST /vitrine/v1/members/my/factors/confirm'),
  removeFactor: api('POST /vitrine/v1/members/my/factors/{factorId}/remove'),
  makeRecoveryCodes: api('POST /vitrine/v1/members/my/recovery-codes', 'reads'),
  forgetDevice: api('DELETE /vitrine/v1/members/my/devices/{deviceId}'),
  beginPasskey: api('POST /vitrine/v1/members/my/passkeys/begin', 'reads'),
  keepPasskey: api('POST /vitrine/v1/members/my/passkeys'),
  renamePasskey: api('PATCH /vitrine/v1/members/my/passkeys/{passkeyId}'),
  deletePasskey: api('DELETE /vitrine/v1/members/my/passkeys/{passkeyId}'),
})

/** Members: oneself, and those in the community. Staff and programs see all data of all members. */
export const members = (api: Api) => ({
  getCurrentMember: api('GET /members/v1/members/my'),
  updateCurrentMemberSlug: api('POST /members/v1/members/my/slug'),
  joinCommunity: api('POST /members/v1/members/join-community'),
  leaveCommunity: api('POST /members/v1/members/leave-community'),
  deleteMyMember: api('DELETE /members/v1/members/my'),
  getMember: api('GET /members/v1/members/{id}'),
  getMemberBySlug: api('GET /vitrine/v1/members/by-slug/{slug}'),
  listMembers: api('GET /members/v1/members'),
  queryMembers: api('POST /members/v1/members/query', 'reads'),
  updateMember: api('PATCH /members/v1/members/{member.id}'),
  updateMemberSlug: api('POST /members/v1/members/{id}/slug'),
  deleteMemberPhones: api('DELETE /members/v1/members/{id}/phones'),
  deleteMemberEmails: api('DELETE /members/v1/members/{id}/emails'),
  deleteMemberAddresses: api('DELETE /members/v1/members/{id}/addresses'),
})

/** The calling member's account: addresses and what they are for, emails and their verification, one's data, closing it. */
export const myAccount = (api: Api) => ({
  getMyAccount: api('GET /vitrine/v1/members/my'),
  updateMyAccount: api('PATCH /vitrine/v1/members/my'),
  getMyMarketingConsents: api('GET /vitrine/v1/members/my/marketing-consents'),
  setMarketingConsent: api('POST /vitrine/v1/members/my/marketing-consents'),
  exportMyData: api('GET /vitrine/v1/members/my/export'),
  previewClosing: api('GET /vitrine/v1/members/my/closing'),
  closeMyAccount: api('POST /vitrine/v1/members/my/closing'),
  listMyBlocks: api('GET /vitrine/v1/members/my/blocks'),
  blockForMe: api('POST /vitrine/v1/members/my/blocks'),
  unblockForMe: api('DELETE /vitrine/v1/members/my/blocks/{memberId}'),
})
