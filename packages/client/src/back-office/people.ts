import type { Api } from '../api.ts'

/** Subscribers of the newsletter, and how the shop asks for them. */
export const newsletterManagement = (api: Api) => ({
  searchSubscribers: api('POST /vitrine/v1/newsletter/subscribers/search', 'reads'),
  exportSubscribers: api('POST /vitrine/v1/newsletter/subscribers/export', 'reads'),
  unsubscribe: api('POST /vitrine/v1/newsletter/subscribers/{id}/unsubscribe'),
  getSettings: api('GET /vitrine/v1/newsletter/settings'),
  setSettings: api('PATCH /vitrine/v1/newsletter/settings'),
})

/** Approving, blocking and removing members. */
export const memberManagement = (api: Api) => ({
  createMember: api('POST /members/v1/members'),
  muteMember: api('POST /members/v1/members/{id}/mute'),
  unmuteMember: api('POST /members/v1/members/{id}/unmute'),
  approveMember: api('POST /members/v1/members/{id}/approve'),
  blockMember: api('POST /members/v1/members/{id}/block'),
  disconnectMember: api('POST /members/v1/members/{id}/disconnect'),
  deleteMember: api('DELETE /members/v1/members/{id}'),
  bulkDeleteMembers: api('POST /members/v1/members/bulk/delete'),
  bulkDeleteMembersByFilter: api('POST /members/v1/members/bulk/delete-by-filter'),
  bulkApproveMembers: api('POST /members/v1/members/bulk/approve-by-filter'),
  bulkBlockMembers: api('POST /members/v1/members/bulk/block-by-filter'),
})

/** Members in the admin. */
export const memberAdmin = (api: Api) => ({
  searchMembers: api('POST /vitrine/v1/members/search', 'reads'),
  countMembers: api('POST /vitrine/v1/members/count', 'reads'),
  getMember: api('GET /vitrine/v1/members/{id}'),
  noteMember: api('PATCH /vitrine/v1/members/{id}'),
  previewDeletion: api('GET /vitrine/v1/members/{id}/deletion'),
  restoreMember: api('POST /vitrine/v1/members/{id}/restore'),
  previewBulk: api('POST /vitrine/v1/members/bulk/preview', 'reads'),
  startBulk: api('POST /vitrine/v1/members/bulk'),
  listJobs: api('GET /vitrine/v1/members/jobs'),
  getJob: api('GET /vitrine/v1/members/jobs/{jobId}'),
  undoJob: api('POST /vitrine/v1/members/jobs/{jobId}/undo'),
  getFields: api('GET /vitrine/v1/members/fields'),
  setFields: api('PUT /vitrine/v1/members/fields'),
})

/** How members sign in, for the staff who help them. */
export const memberSecurity = (api: Api) => ({
  getSecurity: api('GET /vitrine/v1/members/{id}/security'),
  endSession: api('DELETE /vitrine/v1/members/{id}/sessions/{sessionId}'),
  endSessions: api('DELETE /vitrine/v1/members/{id}/sessions'),
  wantNewPassword: api('PUT /vitrine/v1/members/{id}/new-password'),
  removeSecondStep: api('POST /vitrine/v1/members/{id}/remove-second-step'),
})

/** Who becomes a member, and how members sign in. */
export const signInSettings = (api: Api) => ({
  getSignInSettings: api('GET /vitrine/v1/settings/sign-in'),
  setSignInSettings: api('PUT /vitrine/v1/settings/sign-in'),
  getSignOnPolicy: api('GET /iam/signon/v1/sign-on-policies'),
  updateSignOnPolicy: api('PATCH /iam/signon/v1/sign-on-policies'),
})

/** Who runs the shop. */
export const staff = (api: Api) => ({
  listStaff: api('GET /vitrine/v1/staff'),
  getStaffMember: api('GET /vitrine/v1/staff/{id}'),
  listApiKeysOfStaffMember: api('GET /vitrine/v1/staff/{id}/api-keys'),
  updateStaffMember: api('PATCH /vitrine/v1/staff/{staffMember.id}'),
  removeStaffMember: api('DELETE /vitrine/v1/staff/{id}'),
  restoreStaffMember: api('POST /vitrine/v1/staff/{id}/restore'),
  removeSecondStep: api('POST /vitrine/v1/staff/{id}/remove-second-step'),
  listSessions: api('GET /vitrine/v1/staff/sessions'),
  endSession: api('DELETE /vitrine/v1/staff/sessions/{sessionId}'),
  endSessions: api('DELETE /vitrine/v1/staff/{id}/sessions'),
  listInvitations: api('GET /vitrine/v1/staff/invitations'),
  invite: api('POST /vitrine/v1/staff/invitations'),
  sendInvitation: api('POST /vitrine/v1/staff/invitations/{id}/send'),
  withdrawInvitation: api('DELETE /vitrine/v1/staff/invitations/{id}'),
  previewInvitation: api('POST /vitrine/v1/staff/invitations/preview', 'reads'),
  acceptInvitation: api('POST /vitrine/v1/staff/invitations/accept'),
  listRoles: api('GET /vitrine/v1/staff/roles'),
  getRules: api('GET /vitrine/v1/staff/rules'),
  updateRules: api('PATCH /vitrine/v1/staff/rules'),
})

/** Another password, for a staff member who has forgotten theirs. */
export const staffRecovery = (api: Api) => ({
  sendLink: api('POST /vitrine/v1/staff/recovery/send'),
  resetPassword: api('POST /vitrine/v1/staff/recovery/reset'),
})

/** The caller's own account, for staff. */
export const staffAccount = (api: Api) => ({
  getMe: api('GET /vitrine/v1/me'),
  updateMe: api('PATCH /vitrine/v1/me'),
  changePassword: api('POST /vitrine/v1/me/password'),
  beginSecondStep: api('POST /vitrine/v1/me/second-step', 'reads'),
  confirmSecondStep: api('POST /vitrine/v1/me/second-step/confirm'),
  removeSecondStep: api('POST /vitrine/v1/me/second-step/remove'),
  makeRecoveryCodes: api('POST /vitrine/v1/me/recovery-codes'),
  forgetBrowser: api('DELETE /vitrine/v1/me/browsers/{browserId}'),
  endSession: api('DELETE /vitrine/v1/me/sessions/{sessionId}'),
  endSessions: api('DELETE /vitrine/v1/me/sessions'),
})

/** The apps that members sign in with, and the keys that programs act with. */
export const developers = (api: Api) => ({
  listApps: api('GET /vitrine/v1/apps'),
  createApp: api('POST /vitrine/v1/apps'),
  updateApp: api('PATCH /vitrine/v1/apps/{app.id}'),
  revokeApp: api('DELETE /vitrine/v1/apps/{id}'),
  makeAppSecret: api('POST /vitrine/v1/apps/{id}/secret'),
  listApiKeys: api('GET /vitrine/v1/api-keys'),
  createApiKey: api('POST /vitrine/v1/api-keys'),
  updateApiKey: api('PATCH /vitrine/v1/api-keys/{apiKey.id}'),
  revokeApiKey: api('DELETE /vitrine/v1/api-keys/{id}'),
  rotateSigningKey: api('POST /vitrine/v1/signing-keys/rotate'),
})

/** Addresses that receive events. */
export const webhooks = (api: Api) => ({
  listWebhooks: api('GET /vitrine/v1/webhooks'),
  listWebhookEventTypes: api('GET /vitrine/v1/webhook-event-types'),
  createWebhook: api('POST /vitrine/v1/webhooks'),
  updateWebhook: api('PATCH /vitrine/v1/webhooks/{webhook.id}'),
  deleteWebhook: api('DELETE /vitrine/v1/webhooks/{id}'),
  rotateWebhookSecret: api('POST /vitrine/v1/webhooks/{id}/rotate-secret'),
  testWebhook: api('POST /vitrine/v1/webhooks/{id}/test'),
  listWebhookDeliveries: api('GET /vitrine/v1/webhooks/{id}/deliveries'),
  getWebhookDelivery: api('GET /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}'),
  redeliverWebhookDelivery: api('POST /vitrine/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver'),
  replayWebhook: api('POST /vitrine/v1/webhooks/{id}/replay'),
})

/** Requests of programs and apps to the API, and sending them again. */
export const requestLog = (api: Api) => ({
  listLoggedRequests: api('GET /vitrine/v1/request-log'),
  listRequestCallers: api('GET /vitrine/v1/request-log/callers'),
  getApiCalls: api('GET /vitrine/v1/request-log/calls'),
  getLoggedRequest: api('GET /vitrine/v1/request-log/{id}'),
  replayLoggedRequest: api('POST /vitrine/v1/request-log/{id}/replay'),
  getRequestLogSettings: api('GET /vitrine/v1/request-log/settings'),
  updateRequestLogSettings: api('PATCH /vitrine/v1/request-log/settings'),
})

/** The shop's data about guests, by their email address. */
export const personalData = (api: Api) => ({
  previewPersonalData: api('POST /vitrine/v1/personal-data/preview', 'reads'),
  exportPersonalData: api('POST /vitrine/v1/personal-data/export', 'reads'),
  erasePersonalData: api('POST /vitrine/v1/personal-data/erase'),
})
