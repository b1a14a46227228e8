import type { Api } from './api.ts'

/** Pictures for the profile of the member who asks. */
export const myPhoto = (api: Api) => ({
  uploadMyPhoto: api('POST /vitrine/v1/members/my/photo'),
})

/** What comes again to the member who asks. */
export const mySubscriptions = (api: Api) => ({
  listMySubscriptions: api('GET /vitrine/v1/members/my/subscriptions'),
  endMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/end'),
  resumeMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/resume'),
  skipMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/skip'),
  chooseCardOfMySubscription: api('POST /vitrine/v1/members/my/subscriptions/{id}/card'),
})
